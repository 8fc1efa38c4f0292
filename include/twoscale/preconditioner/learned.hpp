#pragma once
// LearnedPreconditioner: P follows P*(Y) by one stochastic step an iteration.
//
//   P_{k+1} = Proj_P[ P_k + gamma (C(X, Y; omega_C) - P_k A(X, Y; omega_A)) ]  [P] eq. (online-precond-algo), line 2
//
// P -> state.preconditioner, gamma -> steps.preconditioner. Assumes unbiased derivative samples and a
// Lipschitz P*. Guarantee: E|P - P*|_F^2 <= C (gamma + Lambda + (beta/gamma)^2) after burn-in
// ([P] Lemma precond-track). Departure: P is projected only where the problem gives a preconditioner_set.

#include <cstdint>

#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct LearnedPreconditioner {
  static constexpr const char* name = "learned";

  static void require(const Abilities&) {}
  std::uint64_t samples(std::uint64_t) const { return 2; }

  template <class P, int W>
  void prepare(Samples<P, W>&, State<P, W>&, std::uint64_t) const {}

  /// Runs after the oracle's query, which uses P_k.
  template <class P, int W>
  TWOSCALE_INLINE void learn(Samples<P, W>& samples, State<P, W>& state, const Steps& steps) const {
    auto& Pk = state.preconditioner;
    Pk = Pk + steps.preconditioner * samples.drift(Pk, state.fast, state.slow);
    samples.project_preconditioner(Pk);
  }
};

}  // namespace twoscale
