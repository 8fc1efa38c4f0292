#pragma once
// Central differences: derivatives of code that does not take duals. The caller keeps the noise fixed (common random
// numbers), so that only curvature and rounding are left:
//
//   (f(x + h v) - f(x - h v)) / (2 h) = f'(x) v + (h^2 / 6) f'''(x) v^3 + rounding of the order eps |f| / h
//
// h is kDifferenceStep times (1 + max |x|, over the coordinates that v moves) over max |v|; the cube root of eps
// balances the two errors.

#include <algorithm>

#include <twoscale/core/matrix.hpp>

namespace twoscale {

inline constexpr double kDifferenceStep = 6.1e-6;  // eps^(1/3)

namespace detail {

template <class S, int N>
S largest(const Vector<S, N>& v) {
  S out(0.0);
  for (int i = 0; i < v.size(); ++i) out = max(out, abs(v[i]));
  return out;
}

/// The step for a direction; for v = 0 any will do.
template <class S, int N, int M>
S difference_step(const Vector<S, N>& x, const Vector<S, M>& v) {
  const S size = largest(v);
  S reach(0.0);
  for (int i = 0; i < x.size(); ++i) reach = max(reach, where(v[i] != S(0.0), abs(x[i]), S(0.0)));
  return kDifferenceStep * (1.0 + reach) / where(size > S(0.0), size, S(1.0));
}

}  // namespace detail

/// The derivative of function at x along v.
template <class F, class S, int N, int M>
auto difference_times(const F& function, const Vector<S, N>& x, const Vector<S, M>& v) {
  const S h = detail::difference_step(x, v);
  const Vector<S, N> up = x + h * v, down = x - h * v;
  return (function(up) - function(down)) / (2.0 * h);
}

/// The derivative matrix of function at x, two evaluations a column.
template <class F, class S, int N>
auto difference_jacobian(const F& function, const Vector<S, N>& x) {
  using Out = std::remove_cvref_t<decltype(function(x))>;
  Matrix<S, Out::kSize, N> matrix;
  Vector<S, N> v(x.size());
  for (int j = 0; j < x.size(); ++j) {
    v[j] = S(1.0);
    const auto column = difference_times(function, x, v);
    v[j] = S(0.0);
    if (j == 0) matrix = Matrix<S, Out::kSize, N>(column.size(), x.size());
    for (int i = 0; i < column.size(); ++i) matrix(i, j) = column[i];
  }
  return matrix;
}

}  // namespace twoscale
