#pragma once
// What compare, rates and reproduce share: studies run into a store, tables printed, a report written.

#include <functional>
#include <string>
#include <vector>

#include <twoscale/experiment/text.hpp>

namespace twoscale::cli {

struct StudyRequest {
  std::string store, output;  // of results, and of the report
  std::string threads, checkpoint_every = "10", instruction_set;
  bool dry_run = false, json = false, quiet = false;
};

/// A study with what it will take.
struct PlannedStudy {
  const Study& study;
  double samples = 0, seconds = 0;
};

/// How to open a study's problem: says when a file is compiled, unless it is to be quiet.
Study::Open opening(const StudyRequest& request);

/// How the studies of a command are shown.
struct StudyOutput {
  Presentation report;
  std::function<void(const std::vector<Measured>&)> print;
  bool limits = false;  // rows of the residual are held against the statistical limit
};

/// Runs what the store does not hold, prints, writes the report; gives the exit code.
int carry_out(const std::vector<Study>& studies, const StudyRequest& request, const StudyOutput& output);

// In json.cpp.
std::string to_json(const std::vector<Measured>& measured);
std::string to_json(const std::vector<PlannedStudy>& studies, int threads);
std::string specs_json(const std::vector<Spec>& specs);

}  // namespace twoscale::cli
