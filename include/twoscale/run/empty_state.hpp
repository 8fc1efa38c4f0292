#pragma once
// A state of a problem's sizes, and one replica's snapshot in a lane of it.

#include <twoscale/core/lane_numbers.hpp>
#include <twoscale/method/method.hpp>
#include <twoscale/run/snapshot.hpp>

namespace twoscale {

/// A state of the problem's sizes, all zero. Where P may be large, it has the rows its choice keeps.
template <class P, int W>
State<P, W> empty_state(const Shape& shape, const Preconditioner& choice) {
  using S = Pack<double, W>;
  State<P, W> state;
  state.fast = state.free_fast = state.inner_start = FastVector<P, S>(shape.fast);
  state.slow = state.free_slow = state.anchor = state.average = SlowVector<P, S>(shape.slow);
  const StoredMatrices stored = std::visit([&](const auto& c) { return c.stored(shape, abilities_of<P>()); }, choice);
  if constexpr (kRowsOfP<P> == kDynamic) state.preconditioner = decltype(state.preconditioner)(stored.rows, shape.fast);
  state.basis = decltype(state.basis)(shape.slow, stored.basis_columns);
  return state;
}

/// Throws when the snapshot's numbers are not as many as the part has.
void load_part(const StatePart& part, const LaneNumbers& numbers, int lane, const Snapshot& from);

/// All parts of the list.
template <class P, int W>
void load_state(State<P, W>& state, int lane, const Snapshot& from) {
  for_each_part([&](const StatePart& part, const auto& numbers) { load_part(part, numbers(state), lane, from); });
}

}  // namespace twoscale
