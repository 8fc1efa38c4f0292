#pragma once
// What --observe can look at.

#include <string>
#include <vector>

#include <twoscale/twoscale.hpp>

namespace twoscale::cli {

/// Throws with the nearest name for one that is not known, and for one given twice.
void require_quantities(const std::vector<std::string>& names);
/// As a heading: "|h(y)-y|^2".
std::string symbol_of(const std::string& quantity);
/// Looks at these quantities, as often as that; NaN where one is not known. The problem must stay.
Observer make_observer(const AnyProblem& problem, const Plan& plan, const std::vector<std::string>& names,
                       std::uint64_t observations);

}  // namespace twoscale::cli
