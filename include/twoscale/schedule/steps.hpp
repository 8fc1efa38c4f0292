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

}  // namespace twoscale
