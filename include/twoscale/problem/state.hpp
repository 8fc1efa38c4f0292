#pragma once
// State: what a method remembers between iterations, for W replicas at once.

#include <twoscale/problem/samples.hpp>

namespace twoscale {

/// [P] letters: fast = X, slow = Y, preconditioner = P, anchor = u, inner_start = X_{m,0}.
template <class Problem, int W>
struct State {
  using S = Pack<double, W>;
  FastVector<Problem, S> fast;
  SlowVector<Problem, S> slow;
  Matrix<S, kSlow<Problem>, kFast<Problem>> preconditioner;
  SlowVector<Problem, S> anchor;
  FastVector<Problem, S> inner_start;
};

}  // namespace twoscale
