#pragma once
// Dual<S, N>: a number with its derivatives in N directions, S a plain number or a pack.
//
// A function written for any scalar gives value and derivatives in one evaluation. No expression
// templates: what is written is what is computed, on packs too.

#include <array>
#include <cmath>
#include <type_traits>

#include <twoscale/core/elementary.hpp>
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
    for (int i = 0; i < N; ++i) out.tangent[i] = slope * tangent[i];
    return out;
  }
  template <class Op>
  TWOSCALE_INLINE static Dual combine(S v, const Dual& a, const Dual& b, Op op) {
    Dual out(v);
    for (int i = 0; i < N; ++i) out.tangent[i] = op(a.tangent[i], b.tangent[i]);
    return out;
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
    for (int i = 0; i < N; ++i) out.tangent[i] = a.tangent[i] / S(k);
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
  TWOSCALE_INLINE friend Dual min(const Dual& a, const Dual& b) { return where(b < a, b, a); }
  TWOSCALE_INLINE friend Dual max(const Dual& a, const Dual& b) { return where(a < b, b, a); }
  /// At zero the derivative is taken as zero, the middle of its subdifferential.
  TWOSCALE_INLINE friend Dual abs(const Dual& a) {
    const Dual zero;
    return where(a > zero, a, where(a < zero, -a, 0.0 * a));  // 0 a: what is not a number stays so
  }

  TWOSCALE_INLINE friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const S root = sqrt(a.value);
    return a.chain(root, S(0.5) / root);
  }
  TWOSCALE_INLINE friend Dual exp(const Dual& a) {
    using std::exp;
    const S e = exp(a.value);
    return a.chain(e, e);
  }
  TWOSCALE_INLINE friend Dual log(const Dual& a) {
    using std::log;
    return a.chain(log(a.value), S(1.0) / a.value);
  }
  TWOSCALE_INLINE friend Dual sin(const Dual& a) {
    using std::cos, std::sin;
    return a.chain(sin(a.value), cos(a.value));
  }
  TWOSCALE_INLINE friend Dual cos(const Dual& a) {
    using std::cos, std::sin;
    return a.chain(cos(a.value), -sin(a.value));
  }
  TWOSCALE_INLINE friend Dual tanh(const Dual& a) {
    using std::tanh;
    const S t = tanh(a.value);
    return a.chain(t, S(1.0) - t * t);
  }
};

template <class S, int N>
inline constexpr bool kIsDual<Dual<S, N>> = true;

/// x with one tangent per coordinate.
template <class S, int N>
requires(N != kDynamic) TWOSCALE_INLINE Vector<Dual<S, N>, N> seed_tangents(const Vector<S, N>& x) {
  Vector<Dual<S, N>, N> out;
  for (int i = 0; i < N; ++i) {
    out[i].value = x[i];
    out[i].tangent[i] = S(1.0);
  }
  return out;
}

/// The derivative of one output along one tangent; zero for an output that does not depend on x.
template <class S, class Out>
TWOSCALE_INLINE S tangent_of(const Out& out, int i) {
  if constexpr (kIsDual<Out>) return out.tangent[i];
  else return S(0.0);
}

/// The derivative matrix of function at x: d function_i / d x_j. Sizes known only at run time go
/// through one tangent at a time.
template <class F, class S, int N>
auto jacobian(const F& function, const Vector<S, N>& x) {
  if constexpr (N != kDynamic) {
    const auto out = function(seed_tangents(x));
    constexpr int R = std::remove_cvref_t<decltype(out)>::kSize;
    Matrix<S, R, N> matrix(out.size(), N);
    for (int i = 0; i < out.size(); ++i)
      for (int j = 0; j < N; ++j) matrix(i, j) = tangent_of<S>(out[i], j);
    return matrix;
  } else {
    Matrix<S, kDynamic, kDynamic> matrix;
    for (int j = 0; j < x.size(); ++j) {
      Vector<Dual<S, 1>> seeded(x.size());
      for (int i = 0; i < x.size(); ++i) seeded[i].value = x[i];
      seeded[j].tangent[0] = S(1.0);
      const auto out = function(seeded);
      if (j == 0) matrix = Matrix<S>(out.size(), x.size());
      for (int i = 0; i < out.size(); ++i) matrix(i, j) = tangent_of<S>(out[i], 0);
    }
    return matrix;
  }
}

}  // namespace twoscale
