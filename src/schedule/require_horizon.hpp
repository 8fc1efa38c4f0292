#pragma once
// The sentence for a horizon that is too short for a theorem's powers.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>

#include <twoscale/core/error.hpp>

namespace twoscale::detail {

/// Throws when `complaint(N)` is not empty at the horizon; says which horizon would do.
template <class Complaint>
void require_horizon(std::uint64_t horizon, const Complaint& complaint) {
  const std::string why = complaint(horizon);
  if (why.empty()) return;
  std::string advice = "change the scales";
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 40;
  for (std::uint64_t longer = std::max<std::uint64_t>(1, std::bit_floor(horizon) * 2); longer <= kLongest; longer *= 2)
    if (complaint(longer).empty()) {
      std::uint64_t low = std::max(horizon, longer / 2), high = longer;  // the least horizon that does
      while (low + 1 < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        (complaint(middle).empty() ? high : low) = middle;
      }
      advice = "take at least " + std::to_string(high) + " iterations, or change the scales";
      break;
    }
  throw Error("horizon = " + std::to_string(horizon) + " is too small: " + why + "; " + advice);
}

/// What rounding may add to a power of the horizon.
inline constexpr double kRounding = 1e-12;

/// A step size as a sentence shows it.
inline std::string brief(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", value);
  return buffer;
}

/// "the slow step 1.4 must be at most 1", or nothing.
inline std::string above_one(const char* step, double value) {
  return value > 1 + kRounding ? std::string("the ") + step + " " + brief(value) + " must be at most 1" : "";
}

}  // namespace twoscale::detail
