#pragma once
// LazyCorrectedOracle: the corrected oracle for a lazily projected x.
//
//   H = G(X, Y; zeta_g) + P (F(X, Y; zeta_f) - W),   X = Proj_X[W]
//
// W -> state.free_fast, kept by lazy-step; P -> state.preconditioner, kept near the projected map's own by
// lazy-learned. Where the set is not active W = X, and this is CorrectedOracle, to the bit. Where a constraint of x is
// active at x*(y), F - X does not vanish there: it is the push against the set, and [P] eq. (oracle-corr) would carry
// it into y. F - W does vanish: its mean over L iterations is (W_L - W_0)/(alpha L), whatever P is. Assumes f and g
// twice differentiable in x along the face that x*(y) lies in, and x*(y) inside that face (strict complementarity).
// Guarantee: none proved; docs/beyond-the-paper.md has the argument and what was measured.

#include <twoscale/oracle/corrected.hpp>

namespace twoscale {

struct LazyCorrectedOracle : CorrectedOracle {
  static constexpr const char* name = "lazy-corrected";
  static constexpr bool lazy = true;

  template <class P, int W, class Precondition>
  TWOSCALE_INLINE auto query(auto& samples, const State<P, W>& state, const Precondition& precondition) const {
    const auto slow = samples.slow(state.fast, state.slow);
    return slow + precondition(samples.fast_for_oracle(state.fast, state.slow) - state.free_fast);
  }
};

}  // namespace twoscale
