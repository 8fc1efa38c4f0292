#pragma once
// Recursive: anchored steps in epochs; each epoch's average becomes an anchor, and the pull of all anchors doubles.
//
//   Y <- Proj_Y[ Y + beta (H - Y + Lambda_e (U - Y)) ],   M <- M + share (Y - M)       in epoch e
//   U <- (U + M) / 2,   Y <- M                                                         at its end
//
// Epoch e solves y = h(y) + sum_{j <= e} lambda_j (u_j - y) with u_0 the start, u_{j+1} the mean of epoch j and
// lambda_0 = Lambda_0, lambda_{j+1} = Lambda_j: the weights add up to Lambda_e = 2^e Lambda_0 and, since the newest has
// half of the sum, the anchors to one point U. Lambda -> steps.anchor, U -> kept.centre (the anchor, at first), M ->
// kept.mean, share -> steps.share, the end of an epoch -> steps.last, beta -> steps.slow.
// After recursive regularisation [allen_zhu_2018], there for gradients of convex functions, here for I - h, which is
// monotone where h is non-expansive.
// Guarantee: of the anchors alone, |h(M) - M| <= Lambda_0 |u_0 - y*| + C sum_e Lambda_e |M_e - y_e|, y_e the solution
// of epoch e and C = 5 + 2 / Lambda_last: docs/methods/recursive.md. For linear h an average has, to first order,
// E|M_e - y_e|^2 <= tr(Sigma) / (Lambda_e^2 n_e), n_e its length: each term squared is tr(Sigma) / n_e for every h. So
// near 1/T is to be expected, and measured; with x and P learned it is not proved. Departures from the source: means
// of whole epochs of single samples at a constant step, and projected.

#include <twoscale/outer/kept.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct Recursive {
  static constexpr const char* name = "recursive";
  static constexpr bool lazy = false, tunable = false;

  template <class P, int W>
  struct Kept {
    SlowVector<P, Pack<double, W>> centre, mean;

    void start(const State<P, W>& state) { centre = state.anchor, mean = state.slow; }
    template <class Self, class Visit>
    static void for_each(Self& self, const Visit& visit) {
      visit("centre", self.centre);
      visit("mean", self.mean);
    }
  };

  template <class P, int W, class H>
  TWOSCALE_INLINE void move(const auto& samples, State<P, W>& state, Kept<P, W>& kept, const H& estimate,
                            const LaneSteps<W>& steps) const {
    auto &Y = state.slow, &U = kept.centre, &M = kept.mean;
    Y = Y + steps.slow * (estimate - Y + steps.anchor * (U - Y));
    samples.project_slow(Y);
    M = M + steps.share * (Y - M);
    choose_where_last(steps, 0.5 * (U + M), U);
    choose_where_last(steps, M, Y);
  }
};

}  // namespace twoscale
