#pragma once
// NewtonOracle: one implicit Newton step towards x*(Y), then the slow sample there.
//
//   N(X, Y) = X + (I - df/dx)^-1 (f(X, Y) - X),   H = G(N(X, Y), Y; zeta_g)           [P] eq. (newton-point)
//
// Assumes f twice differentiable in x and g Lipschitz near the Newton points. Guarantee:
// |N - x*| <= L_f / (2 (1-mu)) |X - x*|^2 ([P] Lemma newton-point). A single noisy F would pass through the
// nonlinear g and leave a bias of order sigma^2, so f is either the problem's mean (newton_batch = 0, a
// structured call, counted apart) or the average of newton_batch samples of F and of dF/dx, all counted.
// Departure: N is projected onto the fast set, as [P] Assumption smooth allows.

#include <array>
#include <cstdint>

#include <twoscale/problem/state.hpp>

namespace twoscale {

struct NewtonOracle {
  static constexpr const char* name = "newton";
  static constexpr bool needs_preconditioner = false, lazy = false, told = false, leaks = false, moves_x = true;
  double newton_batch = 0;

  static constexpr std::array<Setting<NewtonOracle>, 1> settings = {{
      {"newton_batch", &NewtonOracle::newton_batch, Range{.low = 0, .high = 1e9, .whole = true},
       "samples of F and of dF/dx averaged in a Newton step; 0: the problem's mean f"},
  }};

  void require(const Abilities& problem) const {
    if (!problem.smooth)
      throw Error(
          "the Newton oracle needs derivatives of f in x at x*(y) and a smooth g there, and this problem says it has "
          "none (Assumption smooth of the paper): use --method raw or nested, or --force to run it all the same");
    if (newton_batch == 0 && !problem.means)
      throw Error(
          "the Newton oracle needs the mean f: give the problem mean_fast(x, y) and mean_slow(x, y), or average "
          "samples "
          "with --option newton_batch=16");
  }
  Looks looks() const {
    const auto batch = static_cast<std::uint64_t>(newton_batch);
    return {.fast = batch, .slow = 1, .fast_derivative = batch};
  }

  template <class P, int W, class Precondition>
  TWOSCALE_INLINE auto query(auto& samples, const State<P, W>& state, const Precondition&) const {
    const auto& X = state.fast;
    const auto [f, df] = newton_batch == 0 ? samples.exact_mean_fast(X, state.slow) : average(samples, state);
    auto N = X + solve(identity_like(df) - df, f - X);
    samples.project_fast(N);
    return samples.slow(N, state.slow);
  }

 private:
  template <class M>
  static M identity_like(const M& m) {
    return M::identity(m.rows());
  }

  template <class P, int W>
  auto average(auto& samples, const State<P, W>& state) const {
    auto f = samples.fast_for_oracle(state.fast, state.slow);
    auto df = samples.fast_derivative(state.fast, state.slow);
    for (int i = 1; i < static_cast<int>(newton_batch); ++i) {
      f = f + samples.fast_for_oracle(state.fast, state.slow);
      df = df + samples.fast_derivative(state.fast, state.slow);
    }
    return std::pair{f / newton_batch, (1.0 / newton_batch) * df};
  }
};

}  // namespace twoscale
