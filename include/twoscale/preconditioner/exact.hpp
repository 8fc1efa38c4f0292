#pragma once
// ExactPreconditioner: P = P*(Y) = C A^-1 from the problem's closed form, a structured oracle counted apart
// from the samples ([P] Assumption precond, eq. (A-C-P)).

#include <cstdint>

#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct ExactPreconditioner {
  static constexpr const char* name = "exact";

  static void require(const Abilities& problem) {
    if (!problem.preconditioner)
      throw Error(
          "the exact preconditioner needs P*(y): give the problem a member preconditioner(y), or estimate it with "
          "--option preconditioner=averaged or preconditioner=learned");
  }
  std::uint64_t samples(std::uint64_t) const { return 0; }

  template <class P, int W>
  TWOSCALE_INLINE void prepare(Samples<P, W>& samples, State<P, W>& state, std::uint64_t) const {
    state.preconditioner = samples.exact_preconditioner(state.slow);
  }
  template <class P, int W>
  void learn(Samples<P, W>&, State<P, W>&, const Steps&) const {}
};

}  // namespace twoscale
