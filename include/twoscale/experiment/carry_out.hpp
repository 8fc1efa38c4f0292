#pragma once
// carry_out: studies run into a store, and what their rows come to.

#include <string>
#include <vector>

#include <twoscale/experiment/bars.hpp>
#include <twoscale/experiment/limits.hpp>
#include <twoscale/experiment/run_studies.hpp>
#include <twoscale/report/document.hpp>

namespace twoscale {

/// A study with what was measured. The study must stay.
struct Measured {
  const Study& study;
  std::vector<CellResult> cells = {};
  std::vector<RowResult> rows = {};
  StudyLimit limit = {};
};

/// What the rows of a study come to, from what is in the store. `limits`: rows of the residual are held against the
/// statistical limit.
Measured measure(const Study& study, const Store& store, const std::vector<int>& jobs, bool limits);

struct StudiesDone {
  std::vector<StudyRun> runs = {};
  std::vector<Measured> measured = {};  // none where too little was run before a stop
  bool interrupted = false;

  /// Replicas that ended now.
  std::uint64_t ran() const;
};

/// Runs what the store does not hold, then measures. `reporting` is called in between: from there on nothing can be
/// lost.
StudiesDone carry_out(const std::vector<Study>& studies, const std::string& store, const Manner& manner, bool limits,
                      const std::function<void(const StudiesDone&)>& reporting = {});

/// What stands around the studies in a report.
struct Presentation {
  std::string title = {};
  std::vector<std::string> paragraphs = {};
  std::function<std::string(const Study&)> command = {};  // that makes a study again
  std::vector<report::Section> extra = {};                // besides the studies' own
};
report::Document document_of(const std::vector<Measured>& measured, const Presentation& presentation);

}  // namespace twoscale
