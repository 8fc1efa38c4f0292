#pragma once
// The chain rule for the elementary functions, once for every number that carries derivatives: duals and adjoints.

#include <cmath>

#include <twoscale/core/elementary.hpp>
#include <twoscale/core/vector.hpp>

namespace twoscale {

/// Has a value, and chain(f, slope): the value f, every derivative times the slope f'.
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

}  // namespace twoscale
