#pragma once
// LearnedPreconditioner: P follows P*(Y) by one stochastic step an iteration.
//
//   P_{k+1} = Proj_P[ P_k + gamma (C(X, Y; omega_C) - P_k A(X, Y; omega_A)) ]  [P] eq. (online-precond-algo), line 2
//
// P -> state.preconditioner, gamma -> steps.preconditioner. Assumes unbiased derivative samples and a
// Lipschitz P*. Guarantee: E|P - P*|_F^2 <= C (gamma + Lambda + (beta/gamma)^2) after burn-in
// ([P] Lemma precond-track). Departure: P is projected only where the problem gives a preconditioner_set.
//
// The sample of C - P A is a whole matrix where x is small, and adjoint rows, one reverse sweep for each row of P,
// where x is much larger than y: the same numbers up to rounding. Rows are learned in place. Where the derivatives are
// sparse, products with the colours of their columns give the entries that are not zero (problem/structure.hpp).

#include <array>

#include <twoscale/preconditioner/dense.hpp>

namespace twoscale {

struct LearnedPreconditioner : DensePreconditioner {
  static constexpr Range kJacobians = Range::one_of("automatic|coloured");
  static constexpr const char* kJacobianHelp =
      "how samples of the derivatives come about: as the sizes suggest, or by products with groups of columns";
  static constexpr const char* name = "learned";
  static constexpr bool uses_this_draw = false, starts_from_survey = true, estimates = true;

  double jacobian = 0;  // 1: by colours

  static constexpr std::array<Setting<LearnedPreconditioner>, 1> settings = {{
      {"jacobian", &LearnedPreconditioner::jacobian, kJacobians, kJacobianHelp},
  }};

  Looks looks(std::uint64_t) const { return {.fast_derivative = 1, .slow_derivative = 1}; }

  /// Runs after the oracle's query, which uses P_k.
  template <class P, int W>
  TWOSCALE_INLINE void learn(auto& samples, State<P, W>& state, const LaneSteps<W>& steps) const {
    if (stands_still<P>(samples, steps)) return;
    auto& Pk = state.preconditioner;
    const auto learn_row = [&](int i, const auto& row) { add_to_row(Pk, i, steps.preconditioner, row); };
    if (is_coloured<P>()) {
      samples.coloured_drift_rows(Pk, state.fast, state.slow, learn_row);
    } else if (samples.prefers_rows()) {
      samples.drift_rows(Pk, state.fast, state.slow, learn_row);
    } else {
      samples.learn(Pk, steps.preconditioner, state.fast, state.slow);
    }
    samples.project_preconditioner(Pk);
  }

 protected:
  /// Where a sample costs little nobody asks.
  template <class P, int W>
  TWOSCALE_INLINE static bool stands_still(auto& samples, const LaneSteps<W>& steps) {
    if constexpr (kFast<P> != kDynamic && kFast<P> <= 16) return false;
    else return samples.passes_over_derivatives(steps.preconditioner);
  }
  /// A small problem is spared compiling it.
  template <class P>
  TWOSCALE_INLINE bool is_coloured() const {
    if constexpr (kMayReverse<P>) return jacobian != 0;
    else return false;
  }
};

}  // namespace twoscale
