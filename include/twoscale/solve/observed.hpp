#pragma once
// What of a run can be observed by name, measured: quantities against the truth, and those of the product condition.

#include <string>
#include <vector>

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/observed_names.hpp>

namespace twoscale {

/// Looks at these quantities, as often as that; NaN where one is not known. The problem and the plan must stay.
Observer make_observer(const AnyProblem& problem, const Plan& plan, std::uint64_t seed,
                       const std::vector<std::string>& names, std::uint64_t observations);

}  // namespace twoscale
