#pragma once
// LazyLearnedPreconditioner: P for a lazily projected x, by one stochastic step an iteration.
//
//   d/dW [G(Proj W) + P (F(Proj W) - W)] = C D - P (I - dF/dx D),   D = the projection's derivative at W
//   P_{k+1} = Proj_P[ P_k + gamma ((C + P_k dF/dx) D - P_k) ]
//
// gamma -> steps.preconditioner, W -> state.free_fast. As [P] eq. (online-precond-algo), line 2, this drives the
// oracle's own sensitivity to x to zero, the oracle now being lazy-corrected. Where nothing is projected D = I, and
// this is LearnedPreconditioner, to the bit. Of a polyhedron P becomes C T (T' A T)^-1 T', T a basis of the face: an
// error of x along the face is cancelled, one across it cannot happen.

#include <twoscale/preconditioner/learned.hpp>

namespace twoscale {

struct LazyLearnedPreconditioner : LearnedPreconditioner {
  static constexpr const char* name = "lazy-learned";
  static constexpr bool lazy = true;

  static constexpr std::array<Setting<LazyLearnedPreconditioner>, 1> settings = {{
      {"jacobian", &LazyLearnedPreconditioner::jacobian, kJacobians, kJacobianHelp},
  }};

  template <class P, int W>
  TWOSCALE_INLINE void learn(auto& samples, State<P, W>& state, const LaneSteps<W>& steps) const {
    if (stands_still<P>(samples, steps)) return;
    if constexpr (kConstrained<P>) {
      const auto face = samples.fast_face(state.free_fast);
      if (face.is_active()) return learn_on(face, samples, state, steps);
    }
    LearnedPreconditioner::learn(samples, state, steps);
  }

 private:
  template <class F, class P, int W>
  [[gnu::noinline]] void learn_on(const F& face, auto& samples, State<P, W>& state, const LaneSteps<W>& steps) const {
    auto& Pk = state.preconditioner;
    const auto learn_row = [&](int i, const auto& drift) {
      const auto p = row(Pk, i);
      add_to_row(Pk, i, steps.preconditioner, face.along(drift + p) - p);  // drift is C - P + P dF/dx
    };
    if (is_coloured<P>()) {
      samples.coloured_drift_rows(Pk, state.fast, state.slow, learn_row);
    } else if (samples.prefers_rows()) {
      samples.drift_rows(Pk, state.fast, state.slow, learn_row);
    } else {
      const auto drift = samples.drift(Pk, state.fast, state.slow);
      for (int i = 0; i < Pk.rows(); ++i) learn_row(i, row(drift, i));
    }
    samples.project_preconditioner(Pk);
  }
};

}  // namespace twoscale
