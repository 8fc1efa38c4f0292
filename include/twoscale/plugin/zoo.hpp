#pragma once
// The zoo: problems that come with the library, by name.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <twoscale/plugin/any_problem.hpp>

namespace twoscale {

std::vector<std::string> zoo_names();

/// Throws with the nearest name when there is none such.
std::unique_ptr<AnyProblem> make_problem(std::string_view name);

}  // namespace twoscale
