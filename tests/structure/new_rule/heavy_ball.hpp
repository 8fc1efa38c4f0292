#pragma once
// HeavyBall: a rule that run.py adds to a copy of the headers, with a state of its own: a vector of y's size and a
// counter.
//
//   V_{k+1} = V_k / 2 + (H - Y_k),   Y_{k+1} = Proj_Y[ Y_k + beta / (1 + k / 100) V_{k+1} ]

#include <twoscale/outer/kept.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct HeavyBall {
  static constexpr const char* name = "heavy-ball";
  static constexpr bool lazy = false, tunable = false;

  template <class P, int W>
  struct Kept {
    SlowVector<P, Pack<double, W>> velocity;
    Pack<double, W> count = 0.0;

    void start(const State<P, W>& state) { velocity = 0.0 * state.slow, count = 0.0; }
    template <class Self, class Visit>
    static void for_each(Self& self, const Visit& visit) {
      visit("velocity", self.velocity);
      visit("count", self.count);
    }
  };

  template <class P, int W, class H>
  TWOSCALE_INLINE void move(const auto& samples, State<P, W>& state, Kept<P, W>& kept, const H& estimate,
                            const LaneSteps<W>& steps) const {
    kept.velocity = 0.5 * kept.velocity + (estimate - state.slow);
    state.slow = state.slow + (steps.slow / (1.0 + 0.01 * kept.count)) * kept.velocity;
    kept.count = kept.count + 1.0;
    samples.project_slow(state.slow);
  }
};

}  // namespace twoscale
