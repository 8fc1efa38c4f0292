#pragma once
// What came of one method on one problem: measured, summed up over replicas in their order, printed.

#include <optional>
#include <string>
#include <vector>

#include <twoscale/measure/active_sets.hpp>
#include <twoscale/measure/certificate.hpp>
#include <twoscale/measure/limit.hpp>
#include <twoscale/measure/numbers.hpp>
#include <twoscale/measure/solve_to.hpp>
#include <twoscale/store/job.hpp>
#include <twoscale/store/record.hpp>
#include <twoscale/store/verify.hpp>
#include <twoscale/twoscale.hpp>

namespace twoscale::cli {

/// The mean-square residual over replicas, with a 95 % Student interval when there are several.
struct Residual {
  double mean_square = 0;
  std::optional<double> standard_error, lower, upper;
  static constexpr double kConfidence = 0.95;
  std::string how;  // "closed-form" or "means"
};

/// Means over all replicas after so many iterations, one for each observed quantity.
struct ObservedRow {
  std::uint64_t iteration, samples;
  std::vector<Mean> means;
};

/// With --target: what was asked, and what the attempts gave.
struct TargetOutcome {
  double target = 0;
  std::uint64_t budget = 0;
  TargetResult result;
};

struct SolveReport {
  std::string problem;
  std::vector<SettingInfo> parameters;
  std::string derivatives;  // how they come about; empty when the method takes none
  Plan plan;
  std::uint64_t seed;
  std::uint64_t replicas = 0;  // that ended or were under way
  Record first;                // the first of them
  Counts counts;               // over all of them
  std::optional<Pilot> pilot;
  Status status;                // interrupted if the run was; else the worst of the replicas', the first of its kind
  EndingCounts endings;         // of the replicas
  bool at_start = false;        // the first one's answer is its start, to the bit
  ActiveSets active_sets = {};  // where the first one ended; only of a method whose theorem does not cover that
  std::optional<Residual> residual;
  std::optional<double> tracking_error, preconditioner_error;  // means over replicas
  std::optional<ProductCondition> product_condition;           // for an estimated P
  std::vector<std::string> observed;                           // quantities
  std::vector<ObservedRow> observations;                       // only what every replica reached
  std::optional<Certificate> certificate;                      // of the first replica's answer, where it was asked for
  bool certificate_stopped = false;                            // by Ctrl-C
  std::optional<StatisticalLimit> limit = {};                  // for the samples of one replica
  std::optional<TargetOutcome> target = {};
  double wall_seconds = 0;
};

/// No matrix of x's size is formed of it: no survey was made, and certificates do without one.
inline bool is_large(const SolveReport& report) {
  return static_cast<int>(report.first.fast.size()) > detail::kDenseLimit;
}

// In report_text.cpp.
/// What the theorem of the method does not cover here; empty where it does.
std::string uncovered_text(const SolveReport& report);
/// `explain`: with what a method that tunes itself found and chose, and why.
void print_report(const AnyProblem& problem, const SolveReport& report, bool explain = false);
void print_table(const AnyProblem& problem, const std::vector<SolveReport>& reports);

// In target.cpp.
std::string target_text(const TargetOutcome& target, const std::optional<Certificate>& certificate);

// In json.cpp, the one place where JSON is written.
std::string to_json(const SolveReport& report);
std::string to_json(const std::vector<SolveReport>& reports);
std::string to_json(const std::string& store, const Verification& found);

}  // namespace twoscale::cli
