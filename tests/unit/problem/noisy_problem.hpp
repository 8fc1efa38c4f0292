#pragma once
// A small problem whose noise multiplies x, in the forms a user may write it.
//
//   F = (0.4 x0 + 0.1 x1^2 + xi0 x1 + y0,  0.3 sin x1 + xi1 x0 x1 + y1)
//   G = (x0 x1 + zeta0 x0^2 + y2,  cos x0 + y0,  zeta1 x1 + y1)

#include <gtest/gtest.h>

#include <twoscale/problem/samples.hpp>

namespace noisy_problem {

using namespace twoscale;

struct Body {
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    return Vector<typename X::Element, X::kSize>{0.4 * x[0] + 0.1 * x[1] * x[1] + xi[0] * x[1] + y[0],
                                                 0.3 * sin(x[1]) + xi[1] * x[0] * x[1] + y[1]};
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return Vector<typename X::Element, Y::kSize>{x[0] * x[1] + zeta[0] * x[0] * x[0] + y[2], cos(x[0]) + y[0],
                                                 zeta[1] * x[1] + y[1]};
  }
};

struct Fixed : Body {
  static constexpr Shape shape{.fast = 2, .slow = 3, .fast_noise = 2, .slow_noise = 2};
};
static_assert(check_problem<Fixed>() && !HasFastDerivative<Fixed> && !HasMeans<Fixed>);

/// The same, with sizes known only at run time.
struct Sized : Body {
  Shape shape() const { return {.fast = 2, .slow = 3, .fast_noise = 2, .slow_noise = 2}; }
};
static_assert(check_problem<Sized>() && kFast<Sized> == kDynamic);

/// With derivative samples of its own, noise in every entry.
struct HalfWritten : Body {
  static constexpr Shape shape{
      .fast = 2, .slow = 3, .fast_noise = 2, .slow_noise = 2, .fast_derivative_noise = 4, .slow_derivative_noise = 6};
  template <class X, class Y, class Z>
  auto fast_derivative(const X& x, const Y&, const Z& omega) const {
    Matrix<typename X::Element, 2, 2> out = as_matrix<2, 2>(omega);
    out(0, 0) = out(0, 0) + 0.4;
    out(0, 1) = out(0, 1) + 0.2 * x[1];
    out(1, 1) = out(1, 1) + 0.3 * cos(x[1]);
    return out;
  }
};
struct Written : HalfWritten {
  template <class X, class Y, class Z>
  auto slow_derivative(const X& x, const Y&, const Z& omega) const {
    Matrix<typename X::Element, 3, 2> out = as_matrix<3, 2>(omega);
    out(0, 0) = out(0, 0) + x[1];
    out(0, 1) = out(0, 1) + x[0];
    out(1, 0) = out(1, 0) - sin(x[0]);
    return out;
  }
};
static_assert(check_problem<Written>() && HasFastDerivative<Written> && HasSlowDerivative<Written>);
static_assert(check_problem<HalfWritten>() && HasFastDerivative<HalfWritten> && !HasSlowDerivative<HalfWritten>);

/// With answers to every structured call; right ones are not needed to count them.
struct Closed : Body {
  static constexpr Shape shape = Fixed::shape;
  template <class X, class Y>
  auto mean_fast(const X& x, const Y&) const {
    return 0.5 * x;
  }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    return y + Vector<typename X::Element, 3>{x[0], x[1], x[0]};
  }
  template <class Y>
  auto fast_solution(const Y&) const {
    return Vector<typename Y::Element, 2>{};
  }
  template <class Y>
  auto reduced(const Y& y) const {
    return y;
  }
  template <class Y>
  auto preconditioner(const Y&) const {
    return Matrix<typename Y::Element, 3, 2>{};
  }
};

/// Gives back its noise.
template <Law kLaw>
struct Echo {
  static constexpr Law law = kLaw;
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  template <class X, class Y, class Z>
  auto fast(const X&, const Y&, const Z& xi) const {
    return xi;
  }
  template <class X, class Y, class Z>
  auto slow(const X&, const Y&, const Z& zeta) const {
    return zeta;
  }
};

/// The same numbers to the last bit, whichever way their size is known.
template <int N, int M>
void expect_same(const Vector<Real, N>& a, const Vector<Real, M>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (int i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].lane(0), b[i].lane(0)) << "entry " << i;
}

template <int W, int N>
Vector<Real, N> lane_of(const Vector<Pack<double, W>, N>& v, int lane) {
  return map(v, [lane](const Pack<double, W>& value) { return Real(value.lane(lane)); });
}

}  // namespace noisy_problem
