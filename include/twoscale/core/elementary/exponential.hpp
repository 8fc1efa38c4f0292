#pragma once
// exp, log, tanh and the power of step-size tables. Coefficients and reductions are fdlibm's [fdlibm_1993], tanh's
// rational form is Cephes' [cephes_1989].

#include <limits>

#include <twoscale/core/elementary/pair.hpp>
#include <twoscale/core/horner.hpp>

namespace twoscale {

namespace detail {

/// Rounds to the nearest whole number, also given as integer bits; |x| < 2^51.
template <int W>
struct Rounded {
  Pack<double, W> value;
  Pack<std::int64_t, W> bits;
};
template <int W>
TWOSCALE_INLINE Rounded<W> round_whole(Pack<double, W> x) {
  const Pack<double, W> magic(6755399441055744.0);  // 1.5 * 2^52: the sum's low bits are the integer
  const Pack<double, W> shifted = x + magic;
  return {shifted - magic, bit_cast<std::int64_t>(bit_cast<std::uint64_t>(shifted) - bit_cast<std::uint64_t>(magic))};
}

/// 2^n for whole n in [-1022, 1023].
template <int W>
TWOSCALE_INLINE Pack<double, W> power_of_two(Pack<std::int64_t, W> n) {
  return bit_cast<double>((n + Pack<std::int64_t, W>(1023)) << 52);
}
/// x 2^n for whole n in [-2044, 2046]: two factors, so that results below the smallest normal number are still right.
template <int W>
TWOSCALE_INLINE Pack<double, W> scale(Pack<double, W> x, Pack<std::int64_t, W> n) {
  const auto half = n >> 1;
  const auto other = n - half;
  return x * power_of_two(half) * power_of_two(other);
}

/// x = 2^exponent mantissa with the mantissa in [sqrt(1/2), sqrt(2)), for 0 < x < infinity.
template <int W>
struct Scaled {
  Pack<double, W> exponent, mantissa;
};
template <int W>
TWOSCALE_INLINE Scaled<W> split(Pack<double, W> x) {
  using P = Pack<double, W>;
  using I = Pack<std::int64_t, W>;
  using U = Pack<std::uint64_t, W>;  // sums of bits may wrap around
  const auto subnormal = x < P(2.2250738585072014e-308);
  const P scaled = where(subnormal, x * P(18014398509481984.0), x);
  const I bits = bit_cast<std::int64_t>(bit_cast<std::uint64_t>(scaled) + U(0x3ff0000000000000 - 0x3fe6a09e667f3bcd));
  const I exponent = (bits >> 52) - I(1023);
  const P m = bit_cast<double>((bits & I(0x000fffffffffffff)) + I(0x3fe6a09e667f3bcd));
  const P k = bit_cast<double>(exponent + bit_cast<std::int64_t>(P(6755399441055744.0))) - P(6755399441055744.0) -
              where(subnormal, P(54.0), P(0.0));
  return {k, m};
}

inline constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10,
                        kLog2OfE = 1.44269504088896338700;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                        kNotANumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace detail

template <int W>
TWOSCALE_INLINE Pack<double, W> exp(Pack<double, W> x) {
  using P = Pack<double, W>;
  const P clamped = where(x > P(1000.0), P(1000.0), where(x < P(-1000.0), P(-1000.0), x));
  const auto n = detail::round_whole(clamped * P(detail::kLog2OfE));
  const P r = fma(n.value, P(-detail::kLn2Low), fma(n.value, P(-detail::kLn2High), clamped));
  static constexpr double kTaylor[] = {
      1.0,        1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
      1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  const P small = detail::scale(detail::horner(r, kTaylor), n.bits);
  return where(x > P(709.782712893384), P(detail::kInfinity), where(x < P(-745.2), P(0.0), small));
}

template <int W>
TWOSCALE_INLINE Pack<double, W> log(Pack<double, W> x) {
  using P = Pack<double, W>;
  const auto [k, m] = detail::split(x);
  const P f = m - P(1.0);
  const P s = f / (P(2.0) + f);
  const P z = s * s;
  static constexpr double kLog[] = {6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
                                    2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
                                    1.479819860511658591e-01};
  const P r = z * detail::horner(z, kLog);
  const P half_square = P(0.5) * f * f;
  const P finite = k * P(detail::kLn2High) - ((half_square - (s * (half_square + r) + k * P(detail::kLn2Low))) - f);
  const P infinity(detail::kInfinity);
  return where(x > P(0.0), where(x == infinity, infinity, finite),
               where(x == P(0.0), -infinity, P(detail::kNotANumber)));
}

template <int W>
TWOSCALE_INLINE Pack<double, W> tanh(Pack<double, W> x) {
  using P = Pack<double, W>;
  const P a = abs(x);
  const P z = x * x;
  static constexpr double kNumerator[] = {-1.61468768441708447952e+3, -9.92877231001918586564e+1,
                                          -9.64399179425052238628e-1};
  static constexpr double kDenominator[] = {4.84406305325125486048e+3, 2.23548839060100448583e+3,
                                            1.12811678491632931402e+2, 1.0};
  const P near = fma(x * z, detail::horner(z, kNumerator) / detail::horner(z, kDenominator), x);
  const P far = P(1.0) - P(2.0) / (exp(a + a) + P(1.0));
  return detail::with_sign_of(x, where(a < P(0.625), near, far));
}

/// base^exponent for base > 0, as step-size tables need it: within 2 + |exponent log(base)| units in the last place.
inline double power(double base, double exponent) {
  return exponent == 0.0 ? 1.0 : exp(Real(exponent) * log(Real(base))).lane(0);
}

}  // namespace twoscale
