#pragma once
// A budget in seconds, as samples.

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/watch.hpp>

namespace twoscale {

/// What a budget in seconds comes to.
struct TimedBudget {
  std::uint64_t samples = 0;  // of each replica
  double sample = 0;          // seconds that one of every replica takes
};

/// As many samples as so many replicas of a method draw here in about so many seconds, trials included, which are runs
/// of growing length. `options`: what the run's bits depend on.
TimedBudget samples_in(double seconds, const AnyProblem& problem, Method method, const RunOptions& options,
                       std::uint32_t replicas, const Manner& manner);

}  // namespace twoscale
