#pragma once
// pick: a row of a table by a drawn index, lane by lane. For problems whose noise is Law::index.

#include <array>
#include <span>

#include <twoscale/core/dual.hpp>

namespace twoscale {

template <int W>
Pack<double, W> pick(std::span<const double> table, const Pack<double, W>& index) {
  std::array<double, W> out;
  for (int lane = 0; lane < W; ++lane) out[lane] = table[static_cast<std::size_t>(index.lane(lane))];
  return Pack<double, W>::from_lanes(out);
}

/// An index that carries derivatives, or checks: a row does not depend on them.
template <class S, int N>
S pick(std::span<const double> table, const Dual<S, N>& index) {
  return pick(table, index.value);
}

}  // namespace twoscale
