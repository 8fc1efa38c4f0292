#pragma once
// Halpern: back to the anchor, with a weight that fades; y stands still while a minibatch is averaged.
//
//   M     <- M + share (H - M)                           the mean of H over the batch, y frozen
//   Y_{k+1} = Proj_Y[ lambda_k u + (1 - lambda_k) M ]      at the end of batch k          [halpern_1967]
//
// M -> kept.mean, lambda -> steps.anchor, u -> state.anchor, share -> steps.share (1/j at the j-th iteration of a
// batch), the end of a batch -> steps.last. Assumes h non-expansive; batches come from the schedule halpern-batches,
// and any other schedule means batches of one.
// Guarantee: without noise and with lambda_k = 1/(k+2), |h(Y_K) - Y_K| <= 2 |u - y*| / (K + 1) [lieder_2021]: the
// square falls as K^-2, where KM's falls as K^-1. With noise of variance s^2 / b_k in batch k and a linear h the error
// of Y_K has mean square at most sum_k (k/K)^2 s^2 / b_k, since (k+1) Y_k accumulates k times the noise; with b_k ~ k^3
// both are K^-2 up to a logarithm, hence T^-1/2; with b_k ~ k^2, K^-1 and T^-1/3. With x and P learned at the same time
// it is measured, not proved.
// Departure: the projection.

#include <twoscale/outer/kept.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct Halpern {
  static constexpr const char* name = "halpern";
  static constexpr bool lazy = false, tunable = false;

  template <class P, int W>
  struct Kept {
    SlowVector<P, Pack<double, W>> mean;

    void start(const State<P, W>& state) { mean = state.slow; }
    template <class Self, class Visit>
    static void for_each(Self& self, const Visit& visit) {
      visit("mean", self.mean);
    }
  };

  template <class P, int W, class H>
  TWOSCALE_INLINE void move(const auto& samples, State<P, W>& state, Kept<P, W>& kept, const H& estimate,
                            const LaneSteps<W>& steps) const {
    auto& M = kept.mean;
    M = M + steps.share * (estimate - M);
    auto next = steps.anchor * state.anchor + (1.0 - steps.anchor) * M;
    samples.project_slow(next);
    choose_where_last(steps, next, state.slow);
  }
};

}  // namespace twoscale
