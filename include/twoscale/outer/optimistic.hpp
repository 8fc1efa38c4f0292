#pragma once
// Optimistic: Popov's extragradient with one query an iteration; the last query's direction foretells the next.
//
//   B_{k+1} = Proj_Y[ B_k + beta (H_k - Y_k) ]              H_k is asked at Y_k
//   Y_{k+1} = Proj_Y[ B_{k+1} + beta (H_k - Y_k) ]          [popov_1980]
//
// B -> kept.base, which starts as Y, beta -> steps.slow. Without a set and with D_k = H_k - Y_k this is
// Y_{k+1} = Y_k + beta (2 D_k - D_{k-1}), D_{-1} = 0: the optimistic step. Kept as B and not as D_{k-1}, it needs no
// rule for the first iteration, and with a set it projects as the source does. Assumes h non-expansive: I - h is then
// monotone and 2-Lipschitz, and without noise beta < 1/4 converges. Guarantee: none with noise that KM has not as well.
// For a rotation by theta its contraction is 1 - O((beta theta)^2) a step, KM's is 1 - beta (1 - beta) theta^2 / 2:
// extrapolation is for monotone maps that are not cocoercive, which I - h always is. It stands here so that this can be
// seen. Departure: beta may change; both lines of a step use the same.

#include <twoscale/outer/kept.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct Optimistic {
  static constexpr const char* name = "optimistic";
  static constexpr bool lazy = false, tunable = false;

  template <class P, int W>
  struct Kept {
    SlowVector<P, Pack<double, W>> base;

    void start(const State<P, W>& state) { base = state.slow; }
    template <class Self, class Visit>
    static void for_each(Self& self, const Visit& visit) {
      visit("base", self.base);
    }
  };

  template <class P, int W, class H>
  TWOSCALE_INLINE void move(const auto& samples, State<P, W>& state, Kept<P, W>& kept, const H& estimate,
                            const LaneSteps<W>& steps) const {
    auto& B = kept.base;
    const auto move = steps.slow * (estimate - state.slow);
    B = B + move;
    samples.project_slow(B);
    state.slow = B + move;
    samples.project_slow(state.slow);
  }
};

}  // namespace twoscale
