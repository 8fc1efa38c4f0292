#pragma once
// The values of an axis, in all the ways a spec may write them.

#include <cstdint>
#include <string>
#include <vector>

#include "toml/field.hpp"

namespace twoscale::detail {

/// A list of numbers and strings; a number; a string as expand_values takes it; { from, to, count, spacing }; and,
/// where laws are allowed, { law, ..., count }.
std::vector<std::string> read_values(const Field& field, bool laws, std::uint64_t seed);

/// The same for iterations or samples: whole, increasing; spaced by the logarithm unless told otherwise, and rounded.
std::vector<std::uint64_t> read_horizons(const Field& field);

}  // namespace twoscale::detail
