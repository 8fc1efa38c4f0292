#pragma once
// The names of what can be observed of a run. How each is measured is in observed.hpp.

#include <string>
#include <vector>

namespace twoscale {

/// The names there are, in the order of the documentation.
const std::vector<std::string>& observed_names();
/// Throws with the nearest name for one that is not known, and for one given twice.
void require_observed(const std::vector<std::string>& names);
/// The same for one name among those that are known, and for the second alone.
void require_known(const std::string& name, const std::vector<std::string>& known);
void require_once(const std::vector<std::string>& names);
/// As a heading: "|h(y)-y|^2".
std::string symbol_of(const std::string& name);
/// What it is, in words: "distance of x from x*(y)".
std::string meaning_of(const std::string& name);

}  // namespace twoscale
