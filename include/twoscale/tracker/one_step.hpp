#pragma once
// OneStep: the fast variable takes one step for every slow step.
//
//   X_{k+1} = Proj_X[ X_k + alpha (F(X_k, Y_k; xi) - X_k) ]        [P] eq. (online-precond-algo), line 1
//
// X -> state.fast, Y -> state.slow, alpha -> steps.fast. Assumes a contraction f(., y) and a Lipschitz x*.
// Guarantee: E|X - x*(Y)|^2 <= C (alpha + (beta/alpha)^2) after burn-in ([P] Lemma single-fast).

#include <cstdint>

#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct OneStep {
  static constexpr const char* name = "one-step";
  static constexpr bool needs_fast_step = true, needs_inner_length = false, lazy = false;

  static void require(const Abilities&) {}
  Looks looks(std::uint64_t /*inner_length*/) const { return {.fast = 1}; }

  template <class P, int W>
  void prepare(auto&, State<P, W>&, std::uint64_t) const {}

  /// Runs after the oracle's query, which sees X_k, and before the slow move: all lines see (X_k, Y_k).
  template <class P, int W>
  TWOSCALE_INLINE void advance(auto& samples, State<P, W>& state, const LaneSteps<W>& steps) const {
    auto& X = state.fast;
    move_towards(X, steps.fast, samples.fast(X, state.slow));
    samples.project_fast(X);
  }
};

}  // namespace twoscale
