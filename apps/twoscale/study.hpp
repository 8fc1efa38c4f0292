#pragma once
// What compare, rates and reproduce share: studies run into a store, tables printed, a report written.

#include <functional>
#include <string>
#include <vector>

#include <twoscale/experiment/bars.hpp>
#include <twoscale/experiment/limits.hpp>
#include <twoscale/report/document.hpp>

namespace twoscale::cli {

struct StudyRequest {
  std::string store, output;  // of results, and of the report
  std::string threads, checkpoint_every = "10", instruction_set;
  bool dry_run = false, json = false, quiet = false;
};

/// A study with what was measured.
struct Measured {
  const Study& study;
  std::vector<CellResult> cells;
  std::vector<RowResult> rows;
  StudyLimit limit = {};
};

/// A study with what it will take.
struct PlannedStudy {
  const Study& study;
  double samples = 0, seconds = 0;
};

/// How to open a study's problem: says when a file is compiled, unless it is to be quiet.
Study::Open opening(const StudyRequest& request);

struct Presentation {
  std::string title;
  std::vector<std::string> paragraphs;
  std::function<std::string(const Study&)> command;  // that makes a study again
  std::function<void(const std::vector<Measured>&)> print;
  bool limits = false;  // rows of the residual are held against the statistical limit
  std::function<std::vector<report::Section>()> extra = {};  // sections of the report besides the studies' own
};

/// Runs what the store does not hold, prints, writes the report; gives the exit code.
int carry_out(const std::vector<Study>& studies, const StudyRequest& request, const Presentation& presentation);

/// What the rows of a study come to, from what is in the store.
Measured measure(const Study& study, const Store& store, const std::vector<int>& jobs, bool limits);

// In study_text.cpp.
/// One line for each row: promise, exponent, interval, verdict; where limits are known, how many times the limit the
/// residual is at the end, and the limits below.
std::string rows_table(const std::vector<RowResult>& rows);
/// One line for each row: the value at each horizon, and the exponent; the limit, where it is known, as a line of its
/// own.
std::string values_table(const Measured& measured);

// In json.cpp.
std::string to_json(const std::vector<Measured>& measured);
std::string to_json(const std::vector<PlannedStudy>& studies, int threads);
std::string specs_json(const std::vector<Spec>& specs);

}  // namespace twoscale::cli
