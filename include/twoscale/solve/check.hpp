#pragma once
// check of a whole problem: a struct, a name, a file, or an AnyProblem. The leakage is judged at the steps of a method.

#include <twoscale/measure/check.hpp>
#include <twoscale/solve/solve.hpp>

namespace twoscale {

struct ProblemCheckOptions {
  std::string method = "single-loop";  // whose steps the leakage is judged at,
  std::uint64_t budget = 1'000'000;    // halfway through a run of so many samples
  std::uint64_t seed = 1;
  std::vector<NamedText> parameters = {};  // of the problem
  SolveWatch watch = {};
};

struct ProblemCheck {
  std::string problem = {};
  std::vector<SettingInfo> parameters = {};
  CheckOptions options = {};  // the report was made with
  CheckReport report = {};
};

/// Throws Error on options out of range. The same seed gives the same report.
ProblemCheck check(AnyProblem& problem, const ProblemCheckOptions& options = {});
ProblemCheck check(const std::string& name_or_path, const ProblemCheckOptions& options = {});
template <ProblemStruct P>
ProblemCheck check(const P& problem, const ProblemCheckOptions& options = {}) {
  auto any = any_problem(problem);
  return check(static_cast<AnyProblem&>(any), options);
}

}  // namespace twoscale
