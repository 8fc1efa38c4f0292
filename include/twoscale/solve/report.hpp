#pragma once
// SolveReport: what came of one method on one problem, as data. Whatever is printed of a solve is made from it alone.

#include <optional>
#include <string>
#include <vector>

#include <twoscale/measure/active_sets.hpp>
#include <twoscale/measure/limit.hpp>
#include <twoscale/measure/product_condition.hpp>
#include <twoscale/measure/solve_to.hpp>
#include <twoscale/problem/metric.hpp>
#include <twoscale/schedule/tuner.hpp>
#include <twoscale/solve/candidates.hpp>

namespace twoscale {

/// The mean-square residual over replicas, with a 95 % Student interval when there are several.
struct Residual {
  static constexpr double kConfidence = 0.95;
  double mean_square = 0;
  std::optional<double> standard_error = {}, lower = {}, upper = {};
  std::string how = {};  // "closed-form" or "means"
};

/// The statistical limit of the problem, and what it is for the samples of one replica: where F and G are drawn in the
/// best ratio, and as often as each other.
struct LimitOfRun : StatisticalLimit {
  double value = 0, at_equal_split = 0;
};

/// Means over all replicas after so many iterations, one for each observed quantity.
struct ObservedRow {
  std::uint64_t iteration = 0, samples = 0;
  std::vector<Mean> means = {};
};

/// One of the problem's own metrics at the answer: the mean over replicas, of which the first are measured.
struct MeasuredMetric {
  MetricInfo info = {};
  Mean mean = {};
};

/// What a method that tunes itself found in the first replica, and the steps it chose.
struct TuningReport {
  double rho = 0;                      // tr(A)/n, the mean eigenvalue of I - df/dx
  bool rho_is_bound = false;           // or less: the survey cannot tell
  double leakage = 0;                  // |C A^-1|_F, how much of an error in x reaches y
  bool leakage_known = true;           // false: x is too large for matrices of its size, and no survey was made
  std::string why_raw = {};            // why P is not learned, in words; empty where it is
  int cuts = 0;                        // how often steps were cut because something went wrong
  std::uint64_t survey_samples = 0;    // before the first epoch
  std::uint64_t planned_epochs = 0;    // a last one that is cut in two counts once
  std::string derivatives = {};        // how samples of them come about
  std::vector<LegRecord> epochs = {};  // those that were run

  /// Of df/dx. Not how much f contracts: that is its largest stretch, which may be far more.
  double mean_eigenvalue() const { return 1 - rho; }
};

/// With a target: what was asked, and what the attempts gave.
struct TargetOutcome {
  double target = 0;
  std::uint64_t budget = 0;
  TargetResult result = {};

  bool reached() const { return result.ending == TargetEnding::reached; }
};

/// Where a run that was interrupted can be gone on with.
struct Kept {
  std::string path = {};                             // of the store; empty where none could be written
  std::string failure = {};                          // why not, in a sentence
  bool asked_for = true;                             // false: there was no store, and this one was made for the rest
  std::uint64_t ended = 0, underway = 0, asked = 0;  // replicas, over all jobs of the store
  std::uint64_t lost = 0;                            // that ended and were not kept in memory: they are run again
};

struct SolveReport {
  // The answer: that of the first replica.
  std::vector<double> y = {}, x = {};
  /// How it ended: interrupted if the run was; else the worst of the replicas', the first of its kind.
  Status status = {};
  bool settled() const { return status.ok(); }

  // How good it is, as far as it is known.
  std::optional<Residual> residual = {};        // where the problem gives h(y) or its means
  std::optional<LimitOfRun> limit = {};         // what no method could do better with so many samples
  std::optional<Certificate> certificate = {};  // of y, from fresh samples
  bool certificate_stopped = false;             // it was to be made, and a request to stop came first
  std::optional<TargetOutcome> target = {};

  // What was solved, and how.
  std::string problem = {};
  Shape shape = {};
  std::vector<SettingInfo> parameters = {};
  std::string derivatives = {};  // how they come about; empty when the method takes none
  Method method = {};
  std::uint64_t iterations = 0;  // planned
  std::optional<std::uint64_t> burn_in = {};
  std::uint64_t seed = 1;
  std::optional<Pilot> pilot = {};
  std::optional<TuningReport> tuning = {};  // of a method that tunes itself
  Candidates candidates = {};               // that it had, where these were asked for

  // The replicas: all of them, then the first, whose answer stands above.
  std::uint64_t replicas = 0;  // that ended or were under way
  Counts counts = {};          // samples over all of them
  EndingCounts endings = {};
  std::uint32_t first_replica = 0;  // its number
  Status first_status = {};
  std::uint64_t first_iterations = 0;  // it came so far
  Counts first_counts = {};
  bool at_start = false;        // its answer is its start, to the bit
  ActiveSets active_sets = {};  // where it ended; only of a method whose theorem does not cover that

  // What else was measured.
  std::optional<double> tracking_error = {}, preconditioner_error = {};  // means over replicas
  std::optional<ProductCondition> product_condition = {};                // for an estimated P
  std::vector<MeasuredMetric> metrics = {};                              // the problem's own
  std::vector<std::string> observed = {};                                // quantities
  std::vector<ObservedRow> observations = {};                            // only what every replica reached

  std::optional<Kept> kept = {};  // of a run that was interrupted
  double wall_seconds = 0;
};

/// Reports that belong together: the methods of one call, or jobs of a store on the same problem.
struct ReportGroup {
  std::size_t asked = 0;  // how many reports there would be, had nothing been interrupted
  std::vector<SolveReport> reports = {};
};

/// Whether a run was stopped from outside: there is something left to resume.
bool was_interrupted(const std::vector<SolveReport>& reports);

}  // namespace twoscale
