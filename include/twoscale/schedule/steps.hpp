#pragma once
// Steps: how far each line of a method moves in one iteration.

#include <twoscale/core/pack.hpp>

namespace twoscale {

/// [P] letters: fast = alpha, preconditioner = gamma, slow = beta, anchor = lambda. `share` is 1/j for the j-th
/// iteration of an epoch or a minibatch, and `last` is 1 at its end: for rules that average inside one. `average` is
/// the weight of the newest y in the output.
template <class S>
struct StepsOf {
  S fast = 0.0, preconditioner = 0.0, slow = 0.0, anchor = 0.0, share = 1.0, last = 1.0, average = 1.0;
};
using Steps = StepsOf<double>;
/// Steps that may differ from replica to replica.
template <int W>
using LaneSteps = StepsOf<Pack<double, W>>;

template <int W>
TWOSCALE_INLINE LaneSteps<W> in_every_lane(const Steps& s) {
  return {s.fast, s.preconditioner, s.slow, s.anchor, s.share, s.last, s.average};
}

/// `kept` becomes `next` in the lanes where an epoch or a minibatch ends, to the bit, and stays in the others.
template <int W, class Next, class Kept>
TWOSCALE_INLINE void choose_where_last(const LaneSteps<W>& steps, const Next& next, Kept& kept) {
  const auto ends = steps.last > Pack<double, W>(0.0);
  for (int i = 0; i < kept.size(); ++i) kept[i] = where(ends, next[i], kept[i]);
}

}  // namespace twoscale
