#pragma once
// ExactOracle: H = h(Y) itself, from the problem's closed form. For evaluation: the KM barrier
// ([P] Theorem KM-lower) is a statement about this oracle.

#include <cstdint>

#include <twoscale/problem/state.hpp>

namespace twoscale {

struct ExactOracle {
  static constexpr const char* name = "exact";
  static constexpr bool needs_preconditioner = false, lazy = false, told = true, leaks = false, moves_x = false;

  static void require(const Abilities& problem) {
    if (!problem.reduced)
      throw Error("the exact oracle needs h(y): give the problem a member reduced(y), or use another method");
  }
  Looks looks() const { return {.told = 1}; }

  template <class P, int W, class Precondition>
  TWOSCALE_INLINE auto query(auto& samples, const State<P, W>& state, const Precondition&) const {
    return samples.exact_reduced(state.slow);
  }
};

}  // namespace twoscale
