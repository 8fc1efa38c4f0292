#pragma once
// Summary: a report from records that come one by one, in replica order. Keeps means, not records.

#include <twoscale/solve/report.hpp>
#include <twoscale/solve/task.hpp>

namespace twoscale {

/// Whole states are kept of so many replicas at most, for what is measured from them: the product condition.
inline constexpr std::uint32_t kWholeStates = 64;

/// A problem's own metrics may cost what they like: they are measured of so many replicas.
inline constexpr std::uint64_t kMetricReplicas = 64;

/// What is measured of a replica that ended, or was stopped.
Record measured(const AnyProblem& problem, const Method& method, const ReplicaResult& result, bool whole_state);

/// The product condition is asked of an estimated P in a nested method ([P] Assumption precond).
bool estimates_preconditioner(const Method& method);

class Summary {
 public:
  Summary(const AnyProblem& problem, const Plan& plan, const Job& job, std::vector<std::string> observed);

  void add(const Record& record);
  void add(const Observation& observation);
  /// With the rest of what is measured. `asked`: fewer than that were added where the run was stopped.
  SolveReport report(std::uint64_t asked, const std::optional<Pilot>& pilot, double wall_seconds) const;

 private:
  /// A mean that is known where every value is.
  struct Known {
    Mean mean;
    bool all = true;
    void add(const std::optional<double>& value) {
      if (value) mean.add(*value);
      else all = false;
    }
    std::optional<double> value() const { return all && mean.count() > 0 ? std::optional(mean.value()) : std::nullopt; }
  };
  std::optional<Residual> residual() const;

  const AnyProblem& problem_;
  const Plan& plan_;
  std::vector<double> start_;  // of y; empty: the problem's
  SolveReport report_;
  std::vector<double> tuning_;  // the first replica's, as its snapshot has it
  Known residual_, tracking_error_, preconditioner_error_;
  std::vector<Snapshot> states_;
  std::vector<ObservedRow> rows_;  // by iteration
};

}  // namespace twoscale
