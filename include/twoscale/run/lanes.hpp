#pragma once
// Lanes: one replica's snapshot into a lane of a state, and back.

#include <twoscale/method/method.hpp>
#include <twoscale/run/snapshot.hpp>

namespace twoscale {

/// A state of the problem's sizes, all zero. Where sizes are known only at run time, P has the rows its choice keeps.
template <class P, int W>
State<P, W> empty_state(const Shape& shape, const Preconditioner& choice) {
  using S = Pack<double, W>;
  State<P, W> state;
  state.fast = state.free_fast = FastVector<P, S>(shape.fast);
  state.slow = SlowVector<P, S>(shape.slow);
  const StoredMatrices stored = std::visit([&](const auto& c) { return c.stored(shape, abilities_of<P>()); }, choice);
  if constexpr (kFast<P> == kDynamic) state.preconditioner = decltype(state.preconditioner)(stored.rows, shape.fast);
  state.basis = decltype(state.basis)(shape.slow, stored.basis_columns);
  state.anchor = SlowVector<P, S>(shape.slow);
  state.inner_start = FastVector<P, S>(shape.fast);
  state.memory = state.average = SlowVector<P, S>(shape.slow);
  return state;
}

/// Throws when the snapshot's sizes are not the problem's. At the start of a run a matrix that is not there stands for
/// zeros, so that a start need not hold a large one.
template <class P, int W>
void load_lane(State<P, W>& state, int lane, const Snapshot& from) {
  auto copy = [lane](const std::vector<double>& values, auto& into) {
    detail::require_same_size(static_cast<int>(values.size()), into.size());
    for (int i = 0; i < into.size(); ++i) into[i].set_lane(lane, values[i]);
  };
  copy(from.fast, state.fast);
  copy(from.free_fast.empty() ? from.fast : from.free_fast, state.free_fast);
  copy(from.slow, state.slow);
  copy(from.anchor, state.anchor);
  copy(from.inner_start, state.inner_start);
  copy(from.memory, state.memory);
  copy(from.answer(), state.average);
  const bool started = from.iteration > 0;
  if (started || !from.preconditioner.empty()) copy(from.preconditioner, state.preconditioner.entries());
  if (started || !from.basis.empty()) copy(from.basis, state.basis.entries());
}

/// `averages`: the output is not the last iterate.
template <class P, int W>
Snapshot unload_lane(const State<P, W>& state, int lane, std::uint32_t replica, std::uint64_t iteration,
                     const Counts& counts, bool averages) {
  auto copy = [lane](const auto& from) {
    std::vector<double> out(from.size());
    for (int i = 0; i < from.size(); ++i) out[i] = from[i].lane(lane);
    return out;
  };
  return {replica,
          iteration,
          counts,
          copy(state.fast),
          copy(state.slow),
          copy(state.preconditioner.entries()),
          copy(state.basis.entries()),
          copy(state.anchor),
          copy(state.inner_start),
          copy(state.memory),
          {},
          {},
          averages ? copy(state.average) : std::vector<double>{},
          copy(state.free_fast)};
}

}  // namespace twoscale
