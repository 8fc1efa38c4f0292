#pragma once
// pow: every base, every exponent, and the special cases of C's. The logarithm and its product with the exponent carry
// a second number's worth of digits, as fdlibm's do [fdlibm_1993]: a rounding of y log x would be multiplied by it.

#include <type_traits>

#include <twoscale/core/elementary/exponential.hpp>
#include <twoscale/core/elementary/pair.hpp>

namespace twoscale {

namespace detail {

/// log x for 0 < x < infinity, to about 2^-65 of itself.
///   x = 2^k m,  s = (m - 1)/(m + 1),  log m = 2 s + 2 s (s^2/3 + s^4/5 + ...),  s^2 < 0.0295
template <int W>
TWOSCALE_INLINE Pair<W> log_pair(const Pack<double, W>& x) {
  using P = Pack<double, W>;
  const auto [k, m] = split(x);
  const P one(1.0), sum = m + one;
  const Pair<W> s = divide(Pair<W>{m - one, P(0.0)}, Pair<W>{sum, m - (sum - one)});
  Pair<W> z = two_product(s.high, s.high);
  z.low = fma(s.high + s.high, s.low, z.low);
  static constexpr double kTail[] = {1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                                     1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25, 1.0 / 27};
  const P third(0.3333333333333333), third_low(1.850371707708594e-17);
  const Pair<W> cube = two_product(z.high, third);
  Pair<W> series = quick_two_sum(cube.high, z.high * z.high * horner(z.high, kTail));
  series.low = series.low + (cube.low + fma(z.high, third_low, z.low * third));
  Pair<W> product = two_product(s.high, series.high);
  product.low = product.low + fma(s.high, series.low, s.low * series.high);
  const Pair<W> half = quick_two_sum(s.high, product.high);
  const P half_low = half.low + (s.low + product.low), two(2.0);
  const Pair<W> total = quick_two_sum(k * P(kLn2High), two * half.high);  // the first product is exact
  return quick_two_sum(total.high, total.low + fma(k, P(kLn2Low), two * half_low));
}

/// exp(high + low), |low| tiny beside high.
template <int W>
TWOSCALE_INLINE Pack<double, W> exp_pair(const Pair<W>& x) {
  using P = Pack<double, W>;
  const P clamped = where(x.high > P(1000.0), P(1000.0), where(x.high < P(-1000.0), P(-1000.0), x.high));
  const auto n = round_whole(clamped * P(kLog2OfE));
  const Pair<W> r = two_sum(fma(n.value, P(-kLn2High), clamped), fma(n.value, P(-kLn2Low), x.low));
  static constexpr double kTaylor[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                       1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                       1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  const Pair<W> linear = quick_two_sum(P(1.0), r.high);
  const P rest = fma(r.high * r.high, horner(r.high, kTaylor), fma(r.high, r.low, r.low));
  const P small = scale(linear.high + (linear.low + rest), n.bits);
  return where(x.high > P(710.0), P(kInfinity), where(x.high < P(-746.0), P(0.0), small));
}

/// Has no digits behind the point; a >= 0, and large numbers have none.
template <int W>
TWOSCALE_INLINE auto is_whole(const Pack<double, W>& a) {
  const Pack<double, W> large(4503599627370496.0);  // 2^52
  return either(a >= large, (a + large) - large == a);
}

template <int W>
Pack<double, W> general_pow(const Pack<double, W>& x, const Pack<double, W>& y) {
  using P = Pack<double, W>;
  const P zero(0.0), one(1.0), infinity(kInfinity), a = abs(x), size_of_y = abs(y);
  const Pair<W> finite = log_pair(a);
  const auto edge = either(a == zero, a == infinity);
  const Pair<W> log{where(a == zero, -infinity, where(a == infinity, infinity, finite.high)),
                    where(edge, zero, finite.low)};
  Pair<W> exponent = two_product(y, log.high);
  exponent.low = fma(y, log.low, exponent.low);
  const P size = where(both(a == one, is_number(y)), one, exp_pair(exponent));

  const auto whole = is_whole(size_of_y), odd = both(whole, !is_whole(P(0.5) * size_of_y));
  const P signed_size = where(odd, with_sign_of(x, size), size);
  const P defined = where(both(both(x < zero, a < infinity), !whole), P(kNotANumber), signed_size);
  return where(either(y == zero, x == one), one, where(is_number(x), defined, x));
}

}  // namespace detail

template <int W>
TWOSCALE_INLINE Pack<double, W> pow(Pack<double, W> x, Pack<double, W> y) {
  return detail::general_pow(x, y);
}
/// A plain exponent is the same in all lanes; squares and cubes are multiplications, within 1.5 units.
template <int W, class K>
requires std::is_arithmetic_v<K> TWOSCALE_INLINE Pack<double, W> pow(Pack<double, W> x, K exponent) {
  if (exponent == K(1)) return x;
  if (exponent == K(2)) return x * x;
  if (exponent == K(3)) return x * x * x;
  return detail::general_pow(x, Pack<double, W>(static_cast<double>(exponent)));
}
template <int W, class K>
requires std::is_arithmetic_v<K> TWOSCALE_INLINE Pack<double, W> pow(K base, Pack<double, W> y) {
  return detail::general_pow(Pack<double, W>(static_cast<double>(base)), y);
}

}  // namespace twoscale
