#pragma once
// DensePreconditioner: what the choices share. P is kept as a matrix, starts at zero, and P r is a product; a choice
// overrides what it does differently.
//
// Every preconditioner answers for: stored (what it keeps), start (before the first iteration), prepare (before the
// oracle's query), apply (P r), learn (after the query, with r where it asks for it), looks (derivative samples an
// iteration draws), and uses_this_draw: whether P r comes from derivatives of the same iteration, which shared samples
// rule out.

#include <cstdint>

#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

/// Measured before a run: how much f contracts, from so many derivative samples.
struct Pilot {
  double contraction = 0;
  std::uint64_t samples = 0;
};

struct DensePreconditioner {
  /// There is a P; it looks at x before it is projected; P r is that of this r, at once; a tuned run starts it from a
  /// survey of A and C; it is an estimate of the matrix P*, of which [P] Assumption precond asks something; it learns
  /// from the r that the oracle saw.
  static constexpr bool corrects = true, lazy = false, instant = true, starts_from_survey = false, estimates = false,
                        takes_residual = false;

  static void require(const Abilities&) {}
  static StoredMatrices stored(const Shape& shape, const Abilities&) { return {.rows = shape.slow}; }

  template <class P, int W>
  void start(auto&, State<P, W>&) const {}
  template <class P, int W>
  void prepare(auto&, State<P, W>&, std::uint64_t /*inner_length*/) const {}
  template <class P, int W, class R>
  TWOSCALE_INLINE auto apply(auto&, const State<P, W>& state, const R& residual) const {
    return state.preconditioner * residual;
  }
  template <class P, int W>
  void learn(auto&, State<P, W>&, const LaneSteps<W>&) const {}
};

}  // namespace twoscale
