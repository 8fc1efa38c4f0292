#pragma once
// What of a run can be observed by name, measured: quantities against the truth, those of the product condition, a
// problem's own metrics, and the numbers of x and y.

#include <string>
#include <vector>

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/observed_names.hpp>

namespace twoscale {

/// What is observed on this problem for these names: x and y stand for all of their numbers, x0, x1, ... Throws with
/// the nearest name for one that is not known, and for one given twice.
std::vector<std::string> observed_on(const AnyProblem& problem, const std::vector<std::string>& names);

/// What a page of a run shows unless it is told: the residual where it is known, the problem's metrics, a short y.
std::vector<std::string> usual_curves(const AnyProblem& problem);

/// Looks at what observed_on gave, as often as that; NaN where one is not known. The problem and the plan must stay.
Observer make_observer(const AnyProblem& problem, const Plan& plan, std::uint64_t seed,
                       const std::vector<std::string>& names, std::uint64_t observations);

}  // namespace twoscale
