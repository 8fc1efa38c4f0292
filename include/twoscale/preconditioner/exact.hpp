#pragma once
// ExactPreconditioner: P = P*(Y) = C A^-1 from the problem's closed form, a structured oracle counted apart
// from the samples ([P] Assumption precond, eq. (A-C-P)). A problem that gives only the product P*(y) r is asked for
// that, and no matrix is kept.

#include <twoscale/preconditioner/dense.hpp>

namespace twoscale {

struct ExactPreconditioner : DensePreconditioner {
  static constexpr const char* name = "exact";
  static constexpr bool uses_this_draw = false;

  static void require(const Abilities& problem) {
    if (!problem.preconditioner && !problem.preconditioner_times)
      throw Error(
          "the exact preconditioner needs P*(y): give the problem a member preconditioner(y) or "
          "preconditioner_times(y, r), or estimate it with --option preconditioner=averaged or preconditioner=learned");
  }
  static StoredMatrices stored(const Shape& shape, const Abilities& problem) {
    return {.rows = problem.preconditioner ? shape.slow : 0};
  }
  Looks looks(std::uint64_t) const { return {}; }

  template <class P, int W>
  TWOSCALE_INLINE void prepare(auto& samples, State<P, W>& state, std::uint64_t) const {
    if constexpr (HasPreconditioner<P>) state.preconditioner = samples.exact_preconditioner(state.slow);
  }
  template <class P, int W, class R>
  TWOSCALE_INLINE auto apply(auto& samples, const State<P, W>& state, const R& residual) const {
    if constexpr (HasPreconditioner<P> || !HasPreconditionerTimes<P>) return state.preconditioner * residual;
    else return samples.exact_preconditioner_times(state.slow, residual);
  }
};

}  // namespace twoscale
