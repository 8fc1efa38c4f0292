#pragma once
// State: what a method remembers between iterations, for W replicas at once.

#include <twoscale/problem/samples.hpp>

namespace twoscale {

/// What a preconditioner keeps: rows of P (or of its factor), and columns of the basis. A problem of fixed sizes has
/// room for all of them.
struct StoredMatrices {
  int rows = 0, basis_columns = 0;
};

/// [P] letters: fast = X, slow = Y, preconditioner = P, anchor = u, inner_start = X_{m,0}. A preconditioner of low
/// rank keeps P = basis * (the first rows of preconditioner); the others leave basis alone. `average` is the output,
/// where it is not Y itself. What an outer rule keeps besides is its own (outer/kept.hpp). Everything here is in the
/// list of run/snapshot.hpp, too.
template <class Problem, int W>
struct State {
  using S = Pack<double, W>;
  FastVector<Problem, S> fast;
  FastVector<Problem, S> free_fast;  // X before it is projected, where the tracker is lazy
  SlowVector<Problem, S> slow;
  SlowVector<Problem, S> free_slow;  // Y before it is projected, where the outer rule is lazy
  Matrix<S, kRowsOfP<Problem>, kFast<Problem>> preconditioner;
  Matrix<S, kSlow<Problem>, kDynamic> basis;
  SlowVector<Problem, S> anchor;
  FastVector<Problem, S> inner_start;
  SlowVector<Problem, S> average;
};

}  // namespace twoscale
