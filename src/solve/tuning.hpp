#pragma once
// What a tuned run found and chose, read from its last state.

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/report.hpp>

namespace twoscale {

/// `numbers`: the tuner's, as a snapshot has them; none where the method does not tune itself, or has not begun.
std::optional<TuningReport> tuning_of(const AnyProblem& problem, const Plan& plan, const std::vector<double>& numbers);

}  // namespace twoscale
