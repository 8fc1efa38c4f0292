#pragma once
// Km: the Krasnoselskii-Mann step.
//
//   Y_{k+1} = Proj_Y[ Y_k + beta (H - Y_k) ]                                        [P] eq. (raw-ttsa-intro), line 2
//
// beta -> steps.slow. Assumes h non-expansive. Guarantee: for exact h the squared residual is at most
// diam^2 / (pi B_N) [cominetti_soto_vaisman_2014] and, in the worst case, at least 1/(4 B_N)
// ([P] Theorem KM-lower), B_N = sum beta_k (1 - beta_k).

#include <twoscale/outer/kept.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct Km : KeepsNothing {
  static constexpr const char* name = "km";
  static constexpr bool lazy = false, tunable = true;

  template <class P, int W, class H>
  TWOSCALE_INLINE void move(const auto& samples, State<P, W>& state, Kept<P, W>&, const H& estimate,
                            const LaneSteps<W>& steps) const {
    auto& Y = state.slow;
    move_towards(Y, steps.slow, estimate);
    samples.project_slow(Y);
  }
};

}  // namespace twoscale
