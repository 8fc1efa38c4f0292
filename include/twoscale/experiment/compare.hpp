#pragma once
// compare: several methods on a problem, over budgets. A study like any other, without a spec to write.

#include <memory>

#include <twoscale/experiment/carry_out.hpp>
#include <twoscale/solve/solve.hpp>

namespace twoscale {

struct CompareOptions {
  std::vector<std::string> methods = {"raw", "nested", "nested-corrected", "single-loop"};
  std::vector<std::uint64_t> budgets = {10'000, 100'000, 1'000'000};  // samples of a replica, increasing
  std::vector<Axis> family = {};               // parameters with several values, the worst of which counts
  std::vector<NamedText> parameters = {};      // of the problem
  std::vector<NamedText> method_options = {};  // of every method
  std::uint32_t replicas = 64;
  std::uint64_t seed = 1;
  bool force = false;  // run methods whose smoothness assumption the problem does not meet

  std::string store = {};  // keeps the runs, and what is there is not run again; empty: nothing is kept
  int threads = 0;
  std::optional<InstructionSet> instruction_set = {};
  double checkpoint_seconds = 10;
  SolveWatch watch = {};
};

struct Comparison {
  std::unique_ptr<Study> study = {};  // what was run
  std::vector<RowResult> rows = {};   // a row for each method; none where too little was run before a stop
  StudyLimit limit = {};              // how the statistical limit was measured, or why it is not known
  bool interrupted = false;
};

/// The comparison as the spec that a user could have written.
Spec comparison_spec(const std::string& problem, const CompareOptions& options);

/// A problem of the zoo by its name, or a file by its path.
Comparison compare(const std::string& name_or_path, const CompareOptions& options = {});
/// A problem that `open` makes, under this name.
Comparison compare(const std::string& name, const Study::Open& open, const CompareOptions& options);
template <ProblemStruct P>
Comparison compare(const P& problem, const CompareOptions& options = {}) {
  const std::string name = detail::name_of_type<P>();
  return compare(
      name,
      [&](const std::string&, const ChoiceSet&) {
        return std::make_unique<AnyProblemOf<Adapted<P>>>(Adapted<P>(problem), name, "");
      },
      options);
}

}  // namespace twoscale
