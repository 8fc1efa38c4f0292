#pragma once
// Dual<S, N>: a number with its derivatives in N directions, S a plain number or a pack.
//
// A function written for any scalar gives value and derivatives in one evaluation. No expression
// templates: what is written is what is computed, on packs too.

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include <twoscale/core/chain_rule.hpp>
#include <twoscale/core/matrix.hpp>

namespace twoscale {

template <class S, int N>
struct Dual {
  S value;
  std::array<S, N> tangent;

  TWOSCALE_INLINE Dual() : value{}, tangent{} {}
  TWOSCALE_INLINE Dual(S v) : value(v), tangent{} {}  // NOLINT: constants are duals
  template <class A>
  requires(std::is_arithmetic_v<A> && !std::is_same_v<A, S>) TWOSCALE_INLINE Dual(A v)
      : value(static_cast<double>(v)), tangent{} {}  // NOLINT

  /// The chain rule: value f, each tangent times the slope f'.
  TWOSCALE_INLINE Dual chain(S f, S slope) const {
    Dual out(f);
    unrolled<N>(N, [&](int i) TWOSCALE_INLINE_LAMBDA { out.tangent[i] = slope * tangent[i]; });
    return out;
  }
  template <class Op>
  TWOSCALE_INLINE static Dual combine(S v, const Dual& a, const Dual& b, Op op) {
    Dual out(v);
    unrolled<N>(N, [&](int i) TWOSCALE_INLINE_LAMBDA { out.tangent[i] = op(a.tangent[i], b.tangent[i]); });
    return out;
  }

  /// The chain rule with two operands.
  TWOSCALE_INLINE static Dual combine(const S& f, const Dual& a, const S& by_a, const Dual& b, const S& by_b) {
    return combine(f, a, b, [&](S x, S y) { return by_a * x + by_b * y; });
  }

  TWOSCALE_INLINE friend Dual operator+(const Dual& a, const Dual& b) {
    return combine(a.value + b.value, a, b, [](S x, S y) { return x + y; });
  }
  TWOSCALE_INLINE friend Dual operator-(const Dual& a, const Dual& b) {
    return combine(a.value - b.value, a, b, [](S x, S y) { return x - y; });
  }
  TWOSCALE_INLINE friend Dual operator*(const Dual& a, const Dual& b) {
    return combine(a.value * b.value, a, b, [&](S x, S y) { return x * b.value + a.value * y; });
  }
  TWOSCALE_INLINE friend Dual operator/(const Dual& a, const Dual& b) {
    const S quotient = a.value / b.value;
    return combine(quotient, a, b, [&](S x, S y) { return (x - quotient * y) / b.value; });
  }
  TWOSCALE_INLINE friend Dual operator-(const Dual& a) { return a.chain(-a.value, S(-1.0)); }
  TWOSCALE_INLINE friend Dual operator+(const Dual& a) { return a; }

  // With a constant (a number or a pack without derivatives) the tangents need less work.
  template <class K>
  requires(std::is_arithmetic_v<K> || std::is_same_v<K, S>) TWOSCALE_INLINE friend Dual operator+(const Dual& a,
                                                                                                  const K& k) {
    Dual out = a;
    out.value = a.value + S(k);
    return out;
  }
  template <class K>
  requires(std::is_arithmetic_v<K> || std::is_same_v<K, S>) TWOSCALE_INLINE friend Dual operator+(const K& k,
                                                                                                  const Dual& a) {
    Dual out = a;
    out.value = S(k) + a.value;
    return out;
  }
  template <class K>
  requires(std::is_arithmetic_v<K> || std::is_same_v<K, S>) TWOSCALE_INLINE friend Dual operator-(const Dual& a,
                                                                                                  const K& k) {
    Dual out = a;
    out.value = a.value - S(k);
    return out;
  }
  template <class K>
  requires(std::is_arithmetic_v<K> || std::is_same_v<K, S>) TWOSCALE_INLINE friend Dual operator-(const K& k,
                                                                                                  const Dual& a) {
    return a.chain(S(k) - a.value, S(-1.0));
  }
  template <class K>
  requires(std::is_arithmetic_v<K> || std::is_same_v<K, S>) TWOSCALE_INLINE friend Dual operator*(const Dual& a,
                                                                                                  const K& k) {
    return a.chain(a.value * S(k), S(k));
  }
  template <class K>
  requires(std::is_arithmetic_v<K> || std::is_same_v<K, S>) TWOSCALE_INLINE friend Dual operator*(const K& k,
                                                                                                  const Dual& a) {
    return a.chain(S(k) * a.value, S(k));
  }
  template <class K>
  requires(std::is_arithmetic_v<K> || std::is_same_v<K, S>) TWOSCALE_INLINE friend Dual operator/(const Dual& a,
                                                                                                  const K& k) {
    Dual out(a.value / S(k));
    unrolled<N>(N, [&](int i) TWOSCALE_INLINE_LAMBDA { out.tangent[i] = a.tangent[i] / S(k); });
    return out;
  }
  template <class K>
  requires(std::is_arithmetic_v<K> || std::is_same_v<K, S>) TWOSCALE_INLINE friend Dual operator/(const K& k,
                                                                                                  const Dual& a) {
    const S quotient = S(k) / a.value;
    return a.chain(quotient, -quotient / a.value);
  }

  TWOSCALE_INLINE Dual& operator+=(const Dual& b) { return *this = *this + b; }
  TWOSCALE_INLINE Dual& operator-=(const Dual& b) { return *this = *this - b; }
  TWOSCALE_INLINE Dual& operator*=(const Dual& b) { return *this = *this * b; }
  TWOSCALE_INLINE Dual& operator/=(const Dual& b) { return *this = *this / b; }

  TWOSCALE_INLINE friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  TWOSCALE_INLINE friend auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  TWOSCALE_INLINE friend auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  TWOSCALE_INLINE friend auto operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  TWOSCALE_INLINE friend auto operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  TWOSCALE_INLINE friend auto operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

  template <class Mask>
  TWOSCALE_INLINE friend Dual where(const Mask& mask, const Dual& a, const Dual& b) {
    auto pick = [&mask](S x, S y) {
      if constexpr (kIsPack<S>) return where(mask, x, y);
      else return mask ? x : y;
    };
    return combine(pick(a.value, b.value), a, b, pick);
  }
  /// With the derivatives of the side they take; of two equal ones that is the first.
  TWOSCALE_INLINE friend Dual min(const Dual& a, const Dual& b) { return where(b < a, b, a); }
  TWOSCALE_INLINE friend Dual max(const Dual& a, const Dual& b) { return where(a < b, b, a); }
  /// At zero the derivative is taken as zero, the middle of its subdifferential.
  TWOSCALE_INLINE friend Dual abs(const Dual& a) {
    const Dual zero;
    return where(a > zero, a, where(a < zero, -a, 0.0 * a));  // 0 a: what is not a number stays so
  }
};

template <class S, int N>
inline constexpr bool kIsDual<Dual<S, N>> = true;

/// sum + a b: fused where a factor has no derivatives.
template <class S, int N>
TWOSCALE_INLINE Dual<S, N> multiply_add(const S& a, const Dual<S, N>& b, const Dual<S, N>& sum) {
  Dual<S, N> out(multiply_add(a, b.value, sum.value));
  unrolled<N>(N, [&](int i) TWOSCALE_INLINE_LAMBDA { out.tangent[i] = multiply_add(a, b.tangent[i], sum.tangent[i]); });
  return out;
}
template <class S, int N>
TWOSCALE_INLINE Dual<S, N> multiply_add(const Dual<S, N>& a, const S& b, const Dual<S, N>& sum) {
  return multiply_add(b, a, sum);
}
template <class S, int N>
TWOSCALE_INLINE Dual<S, N> multiply_add(const Dual<S, N>& a, const Dual<S, N>& b, const Dual<S, N>& sum) {
  return sum + a * b;
}

/// A number without derivatives whose vectors check every index (problem/try_samples.hpp).
using Checked = Dual<Real, 0>;
template <>
inline constexpr bool kChecksIndex<Checked> = true;

/// x with one tangent per coordinate from `first` on, K of them (fewer where x ends).
template <int K, class S, int N>
TWOSCALE_INLINE Vector<Dual<S, K>, N> seed_tangents(const Vector<S, N>& x, int first = 0) {
  Vector<Dual<S, K>, N> out(x.size());
  unrolled<N>(x.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { out[i].value = x[i]; });
  unrolled<K>(K, [&](int i) TWOSCALE_INLINE_LAMBDA {
    if (first + i < x.size()) out[first + i].tangent[i] = S(1.0);
  });
  return out;
}
/// x with the one tangent v.
template <class S, int N, int M>
TWOSCALE_INLINE Vector<Dual<S, 1>, N> seed_direction(const Vector<S, N>& x, const Vector<S, M>& v) {
  Vector<Dual<S, 1>, N> out(x.size());
  unrolled<N>(x.size(), [&](int i) TWOSCALE_INLINE_LAMBDA {
    out[i].value = x[i];
    out[i].tangent[0] = v[i];
  });
  return out;
}

/// The derivative of one output along one tangent; zero for an output that does not depend on x.
template <class S, class Out>
TWOSCALE_INLINE S tangent_of(const Out& out, int i) {
  if constexpr (kIsDual<Out>) return out.tangent[i];
  else return S(0.0);
}

/// Tangents carried at once: all of them up to eight, more go through in chunks of eight, so that a vector of duals of
/// packs stays in the first cache.
template <int N>
inline constexpr int kTangents = (N != kDynamic && N <= 8) ? (N < 1 ? 1 : N) : 8;

namespace detail {
/// The columns from `first` on that an evaluation's tangents are.
template <class Out, class S, int R, int N>
TWOSCALE_INLINE void put_columns(Matrix<S, R, N>& matrix, const Out& out, int first, int count) {
  unrolled<R>(out.size(), [&](int i) TWOSCALE_INLINE_LAMBDA {
    for (int j = 0; j < count; ++j) matrix(i, first + j) = tangent_of<S>(out[i], j);
  });
}
}  // namespace detail

/// The derivative matrix of function at x: d function_i / d x_j.
template <class F, class S, int N>
TWOSCALE_INLINE auto jacobian(const F& function, const Vector<S, N>& x) {
  constexpr int K = kTangents<N>;
  const auto head = function(seed_tangents<K>(x));
  Matrix<S, std::remove_cvref_t<decltype(head)>::kSize, N> matrix(Uninitialised{}, head.size(), x.size());
  detail::put_columns(matrix, head, 0, std::min(K, x.size()));
  for (int first = K; first < x.size(); first += K)
    detail::put_columns(matrix, function(seed_tangents<K>(x, first)), first, std::min(K, x.size() - first));
  return matrix;
}

/// The derivative of function at x along v, in one evaluation.
template <class F, class S, int N, int M>
TWOSCALE_INLINE auto jacobian_times(const F& function, const Vector<S, N>& x, const Vector<S, M>& v) {
  return map(function(seed_direction(x, v)), [](const auto& out) { return tangent_of<S>(out, 0); });
}

}  // namespace twoscale
