#pragma once
// CorrectedOracle: adds the preconditioned fast residual, which cancels the fast error to first order.
//
//   H = G(X, Y; zeta_g) + P (F(X, Y; zeta_f) - X)      [P] eq. (oracle-corr); eq. (online-precond-algo), line 3
//
// P -> state.preconditioner, kept near P*(Y) = C A^-1 by the preconditioner choice. Assumes f and g twice
// differentiable in x ([P] Assumption smooth). Guarantee: bias at most
// (L_2/2)(1 + L_1/(1-mu)) |X - x*|^2 with P = P* ([P] Prop. bias-order). Linear in F, so noise adds no bias.

#include <cstdint>

#include <twoscale/problem/state.hpp>

namespace twoscale {

struct CorrectedOracle {
  static constexpr const char* name = "corrected";
  static constexpr bool needs_preconditioner = true, lazy = false, told = false, leaks = false, moves_x = false;

  static void require(const Abilities& problem) {
    if (!problem.smooth)
      throw Error(
          "the corrected oracle needs derivatives of f and g in x at x*(y), and this problem says it has none there "
          "(Assumption smooth of the paper): use --method raw or nested, or --force to run it all the same");
  }
  Looks looks() const { return {.fast = 1, .slow = 1}; }

  template <class P, int W, class Precondition>
  TWOSCALE_INLINE auto query(auto& samples, const State<P, W>& state, const Precondition& precondition) const {
    const auto& X = state.fast;
    const auto slow = samples.slow(X, state.slow);
    return slow + precondition(samples.fast_for_oracle(X, state.slow) - X);
  }
};

}  // namespace twoscale
