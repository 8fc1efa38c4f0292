#pragma once
// LazyStep: one fast step for every slow step, on a point that is projected only to be looked at.
//
//   W_{k+1} = W_k + alpha (F(X_k, Y_k; xi) - W_k),   X_{k+1} = Proj_X[W_{k+1}]
//
// W -> state.free_fast, X -> state.fast, alpha -> steps.fast. Assumes a contraction f(., y): then w -> f(Proj_X w, y)
// is one, too, and the projection of its fixed point is x*(y), the x in X with x = Proj_X[x + a (f - x)] for every a >
// 0. Where the set is not active this is OneStep, to the bit. Why: a projected iterate that noise pushes against its
// set stands off it by alpha times the noise's square over the push, on average; W lies beyond the set by the push, so
// that X leaves the boundary only where noise exceeds the push, which is exponentially rare as alpha falls. Guarantee:
// that of OneStep for this map (the projection is non-expansive, so tracking errors do not grow).

#include <twoscale/tracker/one_step.hpp>

namespace twoscale {

struct LazyStep : OneStep {
  static constexpr const char* name = "lazy-step";
  static constexpr bool lazy = true;

  template <class P, int W>
  TWOSCALE_INLINE void advance(auto& samples, State<P, W>& state, const LaneSteps<W>& steps) const {
    auto& free = state.free_fast;
    move_towards(free, steps.fast, samples.fast(state.fast, state.slow));
    state.fast = free;
    samples.project_fast(state.fast);
  }
};

}  // namespace twoscale
