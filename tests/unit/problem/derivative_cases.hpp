#pragma once
// One noisy problem in every form a user may write it, and how its derivatives are compared.

#include <gtest/gtest.h>

#include <cmath>

#include <twoscale/problem/plain_numbers.hpp>
#include <twoscale/problem/samples.hpp>

namespace derivative_cases {

using namespace twoscale;

inline constexpr std::uint64_t kSeed = 20250301;
inline constexpr std::uint32_t kReplica = 3;

// One problem of any sizes, noise multiplying x:
//
//   F_i = 0.4 bend(x_i) + 0.1 x_i x_{i+1} + 0.1 xi_i x_i^2 + y_{i mod ny},   bend(t) = t / (1 + t) above 0, t - t^2
//   below G_j = s_j (1 + 0.1 zeta_j x_{j mod nx}) + y_j,                           s_j = sum_i x_i / (1 + i + 2 j)
template <class S>
S bend(const S& t) {
  return where(t > S(0.0), t / (1.0 + t), t - t * t);
}
inline double bend(double t) {
  if (t > 0) return t / (1.0 + t);
  return t - t * t;
}

struct Body {
  template <class X, class Y, class Z>
  static auto fast_value(const X& x, const Y& y, const Z& xi) {
    Vector<typename X::Element, X::kSize> out(x.size());
    for (int i = 0; i < x.size(); ++i)
      out[i] = 0.4 * bend(x[i]) + 0.1 * x[i] * x[(i + 1) % x.size()] + 0.1 * xi[i] * x[i] * x[i] + y[i % y.size()];
    return out;
  }
  template <class X>
  static auto weighted_sum(const X& x, int j) {
    auto sum = x[0] / (1.0 + 2.0 * j);
    for (int i = 1; i < x.size(); ++i) sum = sum + x[i] / (1.0 + i + 2.0 * j);
    return sum;
  }
  template <class X, class Y, class Z>
  static auto slow_value(const X& x, const Y& y, const Z& zeta) {
    Vector<typename X::Element, Y::kSize> out(y.size());
    for (int j = 0; j < y.size(); ++j) out[j] = weighted_sum(x, j) * (1.0 + 0.1 * zeta[j] * x[j % x.size()]) + y[j];
    return out;
  }

  // By hand.
  template <class X, class Z>
  static auto fast_matrix(const X& x, const Z& xi) {
    using S = typename X::Element;
    Matrix<S, X::kSize, X::kSize> out(x.size(), x.size());
    for (int i = 0; i < x.size(); ++i) {
      const int next = (i + 1) % x.size();
      const S slope = where(x[i] > S(0.0), 1.0 / ((1.0 + x[i]) * (1.0 + x[i])), 1.0 - 2.0 * x[i]);
      out(i, i) = out(i, i) + 0.4 * slope + 0.1 * x[next] + 0.2 * xi[i] * x[i];
      out(i, next) = out(i, next) + 0.1 * x[i];
    }
    return out;
  }
  template <class X, class Z>
  static auto slow_matrix(const X& x, const Z& zeta) {
    using S = typename X::Element;
    Matrix<S, Z::kSize, X::kSize> out(zeta.size(), x.size());
    for (int j = 0; j < zeta.size(); ++j) {
      const int k = j % x.size();
      for (int i = 0; i < x.size(); ++i) out(j, i) = (1.0 + 0.1 * zeta[j] * x[k]) / (1.0 + i + 2.0 * j);
      out(j, k) = out(j, k) + 0.1 * zeta[j] * weighted_sum(x, j);
    }
    return out;
  }
};

struct Generic {
  auto fast(const auto& x, const auto& y, const auto& xi) const { return Body::fast_value(x, y, xi); }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return Body::slow_value(x, y, zeta); }
};
struct Small : Generic {
  static constexpr Shape shape{
      .fast = 3, .slow = 2, .fast_noise = 3, .slow_noise = 2, .fast_derivative_noise = 3, .slow_derivative_noise = 2};
};
struct Forward : Small {
  static constexpr Differentiation differentiation = Differentiation::forward;
};
struct Reverse : Small {
  static constexpr Differentiation differentiation = Differentiation::reverse;
};
struct Differences : Small {
  static constexpr Differentiation differentiation = Differentiation::differences;
};
/// For doubles only, with a branch.
struct Plain {
  static constexpr Shape shape = Small::shape;
  using X = Vector<double, 3>;
  using Y = Vector<double, 2>;
  X fast(const X& x, const Y& y, const X& xi) const { return Body::fast_value(x, y, xi); }
  Y slow(const X& x, const Y& y, const Y& zeta) const { return Body::slow_value(x, y, zeta); }
};
static_assert(TakesPlainNumbers<Plain> && kDifferences<Adapted<Plain>> && !TakesPlainNumbers<Small>);

struct OwnDense : Small {
  auto fast_derivative(const auto& x, const auto&, const auto& omega) const { return Body::fast_matrix(x, omega); }
  auto slow_derivative(const auto& x, const auto&, const auto& omega) const { return Body::slow_matrix(x, omega); }
};
struct OwnTimes : Small {
  auto fast_derivative_times(const auto& x, const auto&, const auto& omega, const auto& v) const {
    return Body::fast_matrix(x, omega) * v;
  }
  auto slow_derivative_times(const auto& x, const auto&, const auto& omega, const auto& v) const {
    return Body::slow_matrix(x, omega) * v;
  }
};
struct OwnAdjoint : Small {
  auto fast_derivative_adjoint(const auto& x, const auto&, const auto& omega, const auto& w) const {
    return transpose_times(Body::fast_matrix(x, omega), w);
  }
  auto slow_derivative_adjoint(const auto& x, const auto&, const auto& omega, const auto& w) const {
    return transpose_times(Body::slow_matrix(x, omega), w);
  }
};
/// One derivative of its own, as a product; the other is left to the library.
struct OwnFastTimes : Small {
  auto fast_derivative_times(const auto& x, const auto&, const auto& omega, const auto& v) const {
    return Body::fast_matrix(x, omega) * v;
  }
};
struct OwnSlowAdjoint : Small {
  auto slow_derivative_adjoint(const auto& x, const auto&, const auto& omega, const auto& w) const {
    return transpose_times(Body::slow_matrix(x, omega), w);
  }
};
struct Sized : Generic {
  Sized(int fast, int slow) : nx(fast), ny(slow) {}
  int nx, ny;
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx, .slow_noise = ny}; }
};
struct SizedReverse : Sized {
  using Sized::Sized;
  static constexpr Differentiation differentiation = Differentiation::reverse;
};
struct SizedDifferences : Sized {
  using Sized::Sized;
  static constexpr Differentiation differentiation = Differentiation::differences;
};
/// Of a fixed size at which rows pay.
struct Wide : Generic {
  static constexpr Shape shape{.fast = 24, .slow = 2, .fast_noise = 24, .slow_noise = 2};
};

/// Numbers in (-1, 1), none near the bend at zero.
template <class V>
V numbers(int size, int salt) {
  V out(size);
  for (int i = 0; i < size; ++i) {
    const double t = std::sin(1.7 * i + 2.3 * salt + 0.4);
    out[i] = typename V::Element(t + (t < 0 ? -0.05 : 0.05));
  }
  return out;
}

/// Relative to the largest entry, or to the parts it was added up from where they are larger.
template <class A, class B>
void expect_near(const A& a, const B& b, double tolerance, const char* what, double parts = 0) {
  ASSERT_EQ(a.size(), b.size()) << what;
  double size = parts;
  for (int i = 0; i < b.size(); ++i) size = std::max(size, std::abs(b[i].lane(0)));
  for (int i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i].lane(0), b[i].lane(0), tolerance * size) << what << " " << i;
}

/// C - P A, each row where it belongs.
template <class S, class M, class X, class Y>
M collect_rows(S& samples, const M& P, const X& x, const Y& y) {
  M out(P.rows(), P.cols());
  samples.drift_rows(P, x, y, [&](int i, const auto& row) { add_to_row(out, i, typename X::Element(1.0), row); });
  return out;
}

/// The same by colours.
template <class S, class M, class X, class Y>
M collect_coloured(S& samples, const M& P, const X& x, const Y& y) {
  M out(P.rows(), P.cols());
  samples.coloured_drift_rows(P, x, y,
                              [&](int i, const auto& row) { add_to_row(out, i, typename X::Element(1.0), row); });
  return out;
}

inline constexpr double kRounding = 1e-13;
inline constexpr double kDifferenceError = 2e-9;

}  // namespace derivative_cases
