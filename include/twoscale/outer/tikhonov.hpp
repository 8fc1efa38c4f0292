#pragma once
// Tikhonov: the KM step with a pull towards a fixed anchor u, which makes the slow map a contraction.
//
//   Y_{k+1} = Proj_Y[ Y_k + beta (H - Y_k + lambda (u - Y_k)) ]                      [P] eq. (tikhonov-update)
//
// beta -> steps.slow, lambda -> steps.anchor, u -> state.anchor (the start, unless given). Assumes h
// non-expansive, beta <= c lambda. Guarantee: E|h(Y_N) - Y_N|^2 <= C (lambda^2 + exp(-c N beta lambda) +
// beta/lambda + bias^2/lambda^2) ([P] Theorem tikhonov-abstract).

#include <twoscale/outer/kept.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct Tikhonov : KeepsNothing {
  static constexpr const char* name = "tikhonov";
  static constexpr bool lazy = false, tunable = false;

  template <class P, int W, class H>
  TWOSCALE_INLINE void move(const auto& samples, State<P, W>& state, Kept<P, W>&, const H& estimate,
                            const LaneSteps<W>& steps) const {
    auto& Y = state.slow;
    Y = Y + steps.slow * (estimate - Y + steps.anchor * (state.anchor - Y));
    samples.project_slow(Y);
  }
};

}  // namespace twoscale
