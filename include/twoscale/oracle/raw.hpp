#pragma once
// RawOracle: the slow sample at the current fast point stands in for h(Y).
//
//   H = G(X, Y; zeta_g)                                                        [P] eq. (oracle-raw)
//
// Assumes g Lipschitz in x. Guarantee: bias at most L_g |X - x*(Y)|, first order ([P] Prop. bias-order).

#include <cstdint>

#include <twoscale/problem/state.hpp>

namespace twoscale {

struct RawOracle {
  static constexpr const char* name = "raw";
  static constexpr bool needs_preconditioner = false, lazy = false, told = false, leaks = true, moves_x = false;

  static void require(const Abilities&) {}
  Looks looks() const { return {.slow = 1}; }

  template <class P, int W, class Precondition>
  TWOSCALE_INLINE auto query(auto& samples, const State<P, W>& state, const Precondition&) const {
    return samples.slow(state.fast, state.slow);
  }
};

}  // namespace twoscale
