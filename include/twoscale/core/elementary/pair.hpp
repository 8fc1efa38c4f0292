#pragma once
// Pair: a pack and its rounding error, about 107 bits together. For the steps of an elementary function whose own
// rounding would show in its last place [dekker_1971].

#include <twoscale/core/pack.hpp>

namespace twoscale::detail {

template <int W>
struct Pair {
  Pack<double, W> high, low;
};

/// a + b exactly.
template <int W>
TWOSCALE_INLINE Pair<W> two_sum(const Pack<double, W>& a, const Pack<double, W>& b) {
  const Pack<double, W> sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
/// The same for |a| >= |b|, or a = 0.
template <int W>
TWOSCALE_INLINE Pair<W> quick_two_sum(const Pack<double, W>& a, const Pack<double, W>& b) {
  const Pack<double, W> sum = a + b;
  return {sum, b - (sum - a)};
}
/// a * b exactly, unless it leaves the range of numbers.
template <int W>
TWOSCALE_INLINE Pair<W> two_product(const Pack<double, W>& a, const Pack<double, W>& b) {
  const Pack<double, W> product = a * b;
  return {product, fma(a, b, -product)};
}

/// (a + a') / (b + b') with its error.
template <int W>
TWOSCALE_INLINE Pair<W> divide(const Pair<W>& a, const Pair<W>& b) {
  const Pack<double, W> inverse = Pack<double, W>(1.0) / b.high, quotient = a.high * inverse;
  const Pack<double, W> rest = fma(-quotient, b.high, a.high) + (a.low - quotient * b.low);
  return {quotient, rest * inverse};
}

/// Of masks. For one lane they are plain truth values, on which compilers warn of & and |.
template <class M>
TWOSCALE_INLINE M both(const M& a, const M& b) {
  if constexpr (std::is_same_v<M, bool>) return a && b;
  else return a & b;
}
template <class M>
TWOSCALE_INLINE M either(const M& a, const M& b) {
  if constexpr (std::is_same_v<M, bool>) return a || b;
  else return a | b;
}

template <int W>
TWOSCALE_INLINE auto is_number(const Pack<double, W>& a) {
  return a == a;  // NOLINT: only what is not a number differs from itself
}

/// The size of one number with the sign of another, zeros included.
template <int W>
TWOSCALE_INLINE Pack<double, W> with_sign_of(const Pack<double, W>& sign, const Pack<double, W>& size) {
  using U = Pack<std::uint64_t, W>;
  const U top(0x8000000000000000), rest(0x7fffffffffffffff);
  return bit_cast<double>((bit_cast<std::uint64_t>(size) & rest) | (bit_cast<std::uint64_t>(sign) & top));
}

}  // namespace twoscale::detail
