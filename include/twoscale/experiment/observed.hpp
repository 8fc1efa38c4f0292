#pragma once
// What of a run can be observed by name: the quantities measured against the truth, and those of the product condition.

#include <string>
#include <vector>

#include <twoscale/plugin/any_problem.hpp>

namespace twoscale {

/// The names there are, in the order of the documentation.
const std::vector<std::string>& observed_names();
/// Throws with the nearest name for one that is not known, and for one given twice.
void require_observed(const std::vector<std::string>& names);
/// As a heading: "|h(y)-y|^2".
std::string symbol_of(const std::string& name);
/// What it is, in words: "distance of x from its target".
std::string meaning_of(const std::string& name);

/// Looks at these quantities, as often as that; NaN where one is not known. The problem and the plan must stay.
Observer make_observer(const AnyProblem& problem, const Plan& plan, std::uint64_t seed,
                       const std::vector<std::string>& names, std::uint64_t observations);

}  // namespace twoscale
