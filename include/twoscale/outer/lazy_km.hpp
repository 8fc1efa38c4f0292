#pragma once
// LazyKm: the Krasnoselskii-Mann step on a point that is projected only to be looked at.
//
//   Z_{k+1} = Z_k + beta (H - Z_k),   Y_{k+1} = Proj_Y[Z_{k+1}]
//
// beta -> steps.slow, Z -> state.free_slow. Assumes h non-expansive from Y into Y: then z -> h(Proj_Y z) is
// non-expansive on the whole space, and its fixed points are those of h. Why: noise that a projection cuts off on one
// side only has a mean, and averages of projected points keep it; averages of Z do not, so that Proj_Y[mean Z] is the
// answer to take. The same idea is lazy projection in dual averaging [nesterov_2009]. Guarantee: that of Km for this
// map.

#include <twoscale/outer/kept.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct LazyKm : KeepsNothing {
  static constexpr const char* name = "lazy-km";
  static constexpr bool lazy = true, tunable = true;

  template <class P, int W, class H>
  TWOSCALE_INLINE void move(const auto& samples, State<P, W>& state, Kept<P, W>&, const H& estimate,
                            const LaneSteps<W>& steps) const {
    auto& Z = state.free_slow;
    move_towards(Z, steps.slow, estimate);
    state.slow = Z;
    samples.project_slow(state.slow);
  }
};

}  // namespace twoscale
