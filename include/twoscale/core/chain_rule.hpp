#pragma once
// The chain rule for the elementary functions, once for every number that carries derivatives: duals and adjoints.

#include <cmath>

#include <twoscale/core/elementary.hpp>
#include <twoscale/core/vector.hpp>

namespace twoscale {

namespace detail {
/// where, for plain numbers too.
template <class Mask, class S>
TWOSCALE_INLINE S choose(const Mask& mask, const S& a, const S& b) {
  if constexpr (kIsPack<S>) return where(mask, a, b);
  else return mask ? a : b;
}
}  // namespace detail

/// Has a value, and chain(f, slope): the value f, every derivative times the slope f'; combine(f, a, f_a, b, f_b) does
/// the same for two operands.
template <class T>
concept CarriesDerivatives = kIsDual<T> || kIsAdjoint<T>;

template <CarriesDerivatives D>
TWOSCALE_INLINE D sqrt(const D& a) {
  using std::sqrt;
  const auto root = sqrt(a.value);
  return a.chain(root, 0.5 / root);
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D exp(const D& a) {
  using std::exp;
  const auto e = exp(a.value);
  return a.chain(e, e);
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D log(const D& a) {
  using std::log;
  return a.chain(log(a.value), 1.0 / a.value);
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D sin(const D& a) {
  using std::cos, std::sin;
  return a.chain(sin(a.value), cos(a.value));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D cos(const D& a) {
  using std::cos, std::sin;
  return a.chain(cos(a.value), -sin(a.value));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D tanh(const D& a) {
  using std::tanh;
  const auto t = tanh(a.value);
  return a.chain(t, 1.0 - t * t);
}

template <CarriesDerivatives D>
TWOSCALE_INLINE D tan(const D& a) {
  using std::tan;
  const auto t = tan(a.value);
  return a.chain(t, 1.0 + t * t);
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D asin(const D& a) {
  using std::asin, std::sqrt;
  return a.chain(asin(a.value), 1.0 / sqrt((1.0 - a.value) * (1.0 + a.value)));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D acos(const D& a) {
  using std::acos, std::sqrt;
  return a.chain(acos(a.value), -1.0 / sqrt((1.0 - a.value) * (1.0 + a.value)));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D atan(const D& a) {
  using std::atan;
  return a.chain(atan(a.value), 1.0 / (1.0 + a.value * a.value));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D expm1(const D& a) {
  using std::expm1;
  const auto e = expm1(a.value);
  return a.chain(e, e + 1.0);
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D log1p(const D& a) {
  using std::log1p;
  return a.chain(log1p(a.value), 1.0 / (1.0 + a.value));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D sinh(const D& a) {
  using std::cosh, std::sinh;
  return a.chain(sinh(a.value), cosh(a.value));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D cosh(const D& a) {
  using std::cosh, std::sinh;
  return a.chain(cosh(a.value), sinh(a.value));
}

namespace detail {

/// A number without derivatives, as the other side of an operation.
template <class K, class S>
concept ConstantOf = std::is_arithmetic_v<K> || std::is_same_v<K, S>;

template <class D>
using ValueOf = decltype(D::value);

/// erf'.
template <class S>
TWOSCALE_INLINE S bell(const S& x) {
  using std::exp;
  return 1.1283791670955126 * exp(-x * x);
}
/// x^k's slope; for k = 0 there is none, at x = 0 either.
template <class S, class K>
TWOSCALE_INLINE S slope_of_pow(const S& x, const K& k) {
  using std::pow;
  if constexpr (std::is_arithmetic_v<K>) return k == K(0) ? S(0.0) : S(static_cast<double>(k) * pow(x, k - K(1)));
  else return choose(k == S(0.0), S(0.0), k * pow(x, k - S(1.0)));
}
/// The derivative of power = x^k by k. Bases up to zero allow but whole exponents: there it counts as a constant.
template <class S>
TWOSCALE_INLINE S slope_of_pow_by_exponent(const S& x, const S& power) {
  using std::log;
  return choose(x > S(0.0), power * log(x), S(0.0));
}

}  // namespace detail

template <CarriesDerivatives D>
TWOSCALE_INLINE D erf(const D& a) {
  using std::erf;
  return a.chain(erf(a.value), detail::bell(a.value));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D erfc(const D& a) {
  using std::erfc;
  return a.chain(erfc(a.value), -detail::bell(a.value));
}

template <CarriesDerivatives D, detail::ConstantOf<detail::ValueOf<D>> K>
TWOSCALE_INLINE D pow(const D& a, const K& exponent) {
  using std::pow;
  return a.chain(pow(a.value, exponent), detail::slope_of_pow(a.value, exponent));
}
template <CarriesDerivatives D, detail::ConstantOf<detail::ValueOf<D>> K>
TWOSCALE_INLINE D pow(const K& base, const D& a) {
  using std::pow;
  using S = detail::ValueOf<D>;
  const S power = pow(S(base), a.value);
  return a.chain(power, detail::slope_of_pow_by_exponent(S(base), power));
}
template <CarriesDerivatives D>
TWOSCALE_INLINE D pow(const D& a, const D& b) {
  using std::pow;
  const auto power = pow(a.value, b.value);
  return D::combine(power, a, detail::slope_of_pow(a.value, b.value), b,
                    detail::slope_of_pow_by_exponent(a.value, power));
}

/// The angle of (x, y). Not differentiable at the origin.
template <CarriesDerivatives D>
TWOSCALE_INLINE D atan2(const D& y, const D& x) {
  using std::atan2;
  const auto square = x.value * x.value + y.value * y.value;
  return D::combine(atan2(y.value, x.value), y, x.value / square, x, -y.value / square);
}
template <CarriesDerivatives D, detail::ConstantOf<detail::ValueOf<D>> K>
TWOSCALE_INLINE D atan2(const D& y, const K& x) {
  return atan2(y, D(x));
}
template <CarriesDerivatives D, detail::ConstantOf<detail::ValueOf<D>> K>
TWOSCALE_INLINE D atan2(const K& y, const D& x) {
  return atan2(D(y), x);
}

}  // namespace twoscale
