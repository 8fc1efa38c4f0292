#pragma once
// max, min, abs and where on plain numbers, and where between plain numbers: so that a function written for packs and
// duals compiles for double, too. exp and the like are the machine's library's there. Templates, so that what the
// standard library has of the same name is preferred and never ambiguous.

#include <concepts>
#include <type_traits>

#include <twoscale/core/pack.hpp>

namespace twoscale {

/// As packs do: the first of two equal numbers, and the first where one is not a number.
template <class A, class B>
requires(std::is_arithmetic_v<A>&& std::is_arithmetic_v<B>) constexpr auto max(const A& a, const B& b) {
  using T = std::common_type_t<A, B>;
  return T(a) < T(b) ? T(b) : T(a);
}
template <class A, class B>
requires(std::is_arithmetic_v<A>&& std::is_arithmetic_v<B>) constexpr auto min(const A& a, const B& b) {
  using T = std::common_type_t<A, B>;
  return T(b) < T(a) ? T(b) : T(a);
}
/// C's abs is for int, and would cut a double's digits off.
template <std::floating_point T>
constexpr T abs(T a) {
  return a > 0 ? a : 0 - a;
}
template <class A, class B>
requires(std::is_arithmetic_v<A>&& std::is_arithmetic_v<B>) constexpr auto where(bool mask, const A& a, const B& b) {
  using T = std::common_type_t<A, B>;
  return mask ? T(a) : T(b);
}
template <int W, class A, class B>
requires(std::is_arithmetic_v<A>&& std::is_arithmetic_v<B>)
    TWOSCALE_INLINE Pack<double, W> where(const Mask<8, W>& mask, const A& a, const B& b) {
  using P = Pack<double, W>;
  return where(mask, P(static_cast<double>(a)), P(static_cast<double>(b)));
}

}  // namespace twoscale
