#pragma once
// SolveOptions: what to solve with. Every default is the command line's.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <twoscale/solve/watch.hpp>

namespace twoscale {

using NamedText = std::pair<std::string, std::string>;

struct SolveOptions {
  std::string method = "auto";                 // a preset's name
  std::vector<NamedText> method_options = {};  // {"slow_scale", "8"}, {"preconditioner", "learned"}
  bool anytime = false;                        // epochs of length 2^j around the method
  bool force = false;                          // run a method whose smoothness assumption the problem does not meet

  /// Of the problem: {"theta", "0.3"}; a table by its path; km-barrier, anchor and lag follow the horizon.
  std::vector<NamedText> parameters = {};

  std::uint64_t budget = 1'000'000;              // samples of a replica
  std::optional<std::uint64_t> iterations = {};  // slow steps, instead of a budget
  /// Of the run, instead of a budget: as many samples as this machine draws in about so many seconds, which is timed
  /// before the run. The bits are those of the iterations that the report names, whatever the load.
  std::optional<double> seconds = {};
  std::uint64_t batch = 1;  // draws of F and of G that an iteration averages, with shared samples; each is counted
  std::uint64_t seed = 1;
  std::uint32_t replicas = 1, first_replica = 0;
  std::vector<double> x0 = {}, y0 = {}, anchor = {};  // empty: the problem's

  std::vector<std::string> observe = {};  // quantities to measure on the way
  std::uint64_t observations = 20;        // how often
  bool curves = false;                    // where nothing is named: what a page of the run shows (experiment/page.hpp)

  /// Samples of a certificate after the run; 0: none. Not given: a quarter of the run's, for one replica of a problem
  /// that does not tell its residual.
  std::optional<std::uint64_t> certify = {};
  /// Go on until |h(y) - y|^2 is at most this, certified with 95 % confidence, or the budget ends.
  std::optional<double> target = {};

  std::string store = {};  // a file that keeps results and checkpoints; what is there is not run again
  /// Without a store: write what an interrupted run had reached to PROBLEM.checkpoint.db in the working directory, for
  /// resume(). False: it is only reported.
  bool keep_interrupted = false;

  /// Put into the report which candidates a tuned method had, and what was expected of each (solve/candidates.hpp).
  bool weigh = false;

  // How to run, as against what: nothing below touches the bits.
  int threads = 0;                                     // 0: as many as the machine has
  std::optional<InstructionSet> instruction_set = {};  // the best the machine has
  double checkpoint_seconds = 10;                      // between checkpoints in the store
  SolveWatch watch = {};
};

struct ResumeOptions {
  std::optional<std::uint64_t> certify = {};  // as for solve: a store does not keep what was asked
  /// Compile and run a problem file of another user.
  bool trust = false;
  /// Asked where `trust` is not set; may be empty, for no.
  std::function<bool(const event::RunsFile&)> confirm = {};

  int threads = 0;
  double checkpoint_seconds = 10;
  SolveWatch watch = {};
};

}  // namespace twoscale
