#pragma once
// Nested: before every slow step, solve for the fast variable with n steps at the current slow point.
//
//   X_{t+1} = Proj_X[ X_t + eta_t (F(X_t, Y; xi_t) - X_t) ],   eta_t = eta0 / (t + t0)      [P] eq. (inner-loop)
//
// eta0 -> inner_step, t0 -> inner_offset, n comes from the schedule. Assumes eta0 > 1/(1 - mu), mu the
// contraction factor of f. Guarantee: E|X_n - x*|^2 <= C/(n+t0), E|X_n - x*|^4 <= C/(n+t0)^2
// ([P] Prop. inner). Departure: with warm_start = 1 each solve starts where the last one ended, which the
// paper's "arbitrary point" allows; 0 starts each from the run's first X.

#include <array>
#include <cstdint>

#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct Nested {
  static constexpr const char* name = "nested";
  static constexpr bool needs_fast_step = false, needs_inner_length = true, lazy = false;
  double inner_step = 4, inner_offset = 4, warm_start = 0;

  static constexpr std::array<Setting<Nested>, 3> settings = {{
      {"inner_step", &Nested::inner_step, Range::above(0), "eta0 in eta_t = eta0/(t + t0); must exceed 1/(1 - mu)"},
      {"inner_offset", &Nested::inner_offset, Range::above(0), "t0; at least eta0, so that eta_t <= 1"},
      {"warm_start", &Nested::warm_start, Range::yes_or_no(), "1: start each inner solve where the last one ended"},
  }};

  static void require(const Abilities&) {}
  Looks looks(std::uint64_t inner_length) const { return {.fast = inner_length}; }

  void validate() const {
    if (inner_offset < inner_step)
      throw Error::field("inner_offset", to_text(inner_offset),
                         "at least inner_step = " + to_text(inner_step) + ", so that no inner step exceeds 1");
  }

  template <class P, int W>
  TWOSCALE_INLINE void prepare(auto& samples, State<P, W>& state, std::uint64_t inner_length) const {
    auto& X = state.fast;
    if (warm_start == 0) X = state.inner_start;
    for (std::uint64_t t = 0; t < inner_length; ++t) {
      const double eta = inner_step / (static_cast<double>(t) + inner_offset);
      move_towards(X, eta, samples.fast(X, state.slow));
      samples.project_fast(X);
    }
  }

  template <class P, int W>
  void advance(auto&, State<P, W>&, const LaneSteps<W>&) const {}
};

}  // namespace twoscale
