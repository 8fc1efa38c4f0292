#pragma once
// LazyFollowedPreconditioner: no P, but a vector u of x's size that follows A^-1 (F - W), by one product an iteration.
//
//   u_{k+1} = u_k + gamma (F(X_k, Y_k) - W_k - (u_k - dF/dx D u_k)),   P r stands for C D u_k,   D = the projection's
//   derivative at W_k
//
// u -> row 0 of state.preconditioner, gamma -> steps.preconditioner, W -> state.free_fast. The oracle is then
// H = G + C D u. Averaged over iterations A u is F - W, as with P (F - W); an error of x is cancelled after about
// 1/(gamma A) iterations, not at once. So y may move by beta as long as gamma/beta exceeds what a raw oracle asks of
// alpha/beta, |C A^-1 x*'(y)|, while alpha stays near beta: what fluctuates with gamma is u, on which H depends
// linearly, and not x, at which curved maps are looked at. u is of the past, so that E[C D u] = E[C D] u with shared
// samples, too. Cost: a product with each derivative; memory: a vector. Assumes A = I - dF/dx D with positive real
// parts, as a contraction has. Guarantee: none proved. Departure: [P] has no such choice; it is a stochastic
// approximation of A^-1 r beside that of x.

#include <twoscale/preconditioner/dense.hpp>

namespace twoscale {

struct LazyFollowedPreconditioner : DensePreconditioner {
  static constexpr const char* name = "lazy-followed";
  static constexpr bool lazy = true, uses_this_draw = false, instant = false, takes_residual = true;

  static StoredMatrices stored(const Shape&, const Abilities&) { return {.rows = 1}; }
  Looks looks(std::uint64_t) const { return {.fast_derivative = 1, .slow_derivative = 1}; }

  template <class P, int W, class R>
  auto apply(auto& samples, const State<P, W>& state, const R&) const {
    return samples.slow_derivative_sample(state.fast, state.slow).times(seen(samples, state, followed(state)));
  }

  /// After the oracle's query, with the residual F - W that it saw.
  template <class P, int W, class R>
  void learn(auto& samples, State<P, W>& state, const LaneSteps<W>& steps, const R& residual) const {
    const auto u = followed(state);
    const auto moved = samples.fast_derivative_sample(state.fast, state.slow)
                           .times(seen(samples, state, FastVector<P, Pack<double, W>>(u)));
    add_to_row(state.preconditioner, 0, steps.preconditioner, residual - (u - moved));
  }

 private:
  template <class P, int W>
  static FastVector<P, Pack<double, W>> followed(const State<P, W>& state) {
    return row(state.preconditioner, 0);
  }
  /// D u: what of u a projected x shows.
  template <class P, int W, class U>
  static U seen(auto& samples, const State<P, W>& state, U u) {
    if constexpr (kConstrained<P>) {
      const auto face = samples.fast_face(state.free_fast);
      if (face.is_active()) return face.along(u);
    }
    return u;
  }
};

}  // namespace twoscale
