#pragma once
// ProbedPreconditioner: P is learned from one product with a random direction v an iteration, never a matrix sample.
//
//   P_{k+1} = Proj_P[ P_k + gamma_v (C - P_k A) v v^T ],   E v v^T = I,   gamma_v = gamma / (1 + gamma |v|^2)
//
// gamma -> steps.preconditioner, v -> a probe: signs (Rademacher), normals, or sqrt(n) times a coordinate direction.
// Given P, X and Y the step has the mean of LearnedPreconditioner's up to the factor 1/(1 + gamma |v|^2), which is the
// implicit step's: |v|^2 is n, so that a plain step gamma above 2/n would blow P up along v. Cost: one tangent
// instead of n. Price: at equal effective step gamma/(1 + gamma n) the error's variance is about n times that of
// LearnedPreconditioner, n + 2 for normals (docs/concepts/preconditioners.md has the measurement).
// Departure from [P] eq. (online-precond-algo), line 2: the sample of C - P A. Source: hutchinson_1990.

#include <array>

#include <twoscale/preconditioner/dense.hpp>

namespace twoscale {

struct ProbedPreconditioner : DensePreconditioner {
  static constexpr const char* name = "probed";
  static constexpr bool uses_this_draw = false;
  double probe = 0;

  static constexpr std::array<Setting<ProbedPreconditioner>, 1> settings = {{
      {"probe", &ProbedPreconditioner::probe, Range::one_of("rademacher|gaussian|coordinate"),
       "the random directions: signs, normals, or one coordinate at a time"},
  }};

  Looks looks(std::uint64_t) const { return {.fast_derivative = 1, .slow_derivative = 1}; }

  template <class P, int W>
  void learn(auto& samples, State<P, W>& state, const LaneSteps<W>& steps) const {
    constexpr Law kLaws[] = {Law::rademacher, Law::normal, Law::index};
    const auto v = samples.probe(kLaws[static_cast<int>(probe)]);
    const auto gamma = steps.preconditioner / (1.0 + steps.preconditioner * squared_norm(v));
    const auto along = samples.drift_times(state.preconditioner, state.fast, state.slow, v);
    add_outer(state.preconditioner, gamma * along, v);
    samples.project_preconditioner(state.preconditioner);
  }
};

}  // namespace twoscale
