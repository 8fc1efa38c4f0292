#pragma once
// exp, log, sin, cos, tanh and power on packs: the same bits at every width and on every compiler.
//
// The machine's mathematics library is not used on the state: its results differ between versions,
// and a call per lane costs several times the vector code. Coefficients and reductions are fdlibm's
// [fdlibm_1993], tanh's rational form is Cephes' [cephes_1989]; errors stay within 1.7 units in the
// last place, 2.5 for angles from 10^3 to 10^5 (tests/unit/core/elementary_test.cpp measures them).

#include <array>
#include <cmath>
#include <limits>

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

inline constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;

}  // namespace detail

template <int W>
TWOSCALE_INLINE Pack<double, W> exp(Pack<double, W> x) {
  using P = Pack<double, W>;
  const P clamped = where(x > P(1000.0), P(1000.0), where(x < P(-1000.0), P(-1000.0), x));
  const auto n = detail::round_whole(clamped * P(1.44269504088896338700));
  const P r = fma(n.value, P(-detail::kLn2Low), fma(n.value, P(-detail::kLn2High), clamped));
  static constexpr double kTaylor[] = {
      1.0,        1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
      1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  const P mantissa = detail::horner(r, kTaylor);
  // Two factors, so that results below the smallest normal number are still right.
  const auto half = n.bits >> 1;
  const auto other = n.bits - half;
  const P small = mantissa * detail::power_of_two(half) * detail::power_of_two(other);
  return where(x > P(709.782712893384), P(std::numeric_limits<double>::infinity()),
               where(x < P(-745.2), P(0.0), small));
}

template <int W>
TWOSCALE_INLINE Pack<double, W> log(Pack<double, W> x) {
  using P = Pack<double, W>;
  using I = Pack<std::int64_t, W>;
  const auto subnormal = x < P(2.2250738585072014e-308);
  const P scaled = where(subnormal, x * P(18014398509481984.0), x);
  // x = 2^k m with m in [sqrt(1/2), sqrt(2)).
  using U = Pack<std::uint64_t, W>;  // sums of bits may wrap around
  const I bits = bit_cast<std::int64_t>(bit_cast<std::uint64_t>(scaled) + U(0x3ff0000000000000 - 0x3fe6a09e667f3bcd));
  const I exponent = (bits >> 52) - I(1023);
  const P m = bit_cast<double>((bits & I(0x000fffffffffffff)) + I(0x3fe6a09e667f3bcd));
  const P k = bit_cast<double>(exponent + bit_cast<std::int64_t>(P(6755399441055744.0))) - P(6755399441055744.0) -
              where(subnormal, P(54.0), P(0.0));
  const P f = m - P(1.0);
  const P s = f / (P(2.0) + f);
  const P z = s * s;
  static constexpr double kLog[] = {6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
                                    2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
                                    1.479819860511658591e-01};
  const P r = z * detail::horner(z, kLog);
  const P half_square = P(0.5) * f * f;
  const P finite = k * P(detail::kLn2High) - ((half_square - (s * (half_square + r) + k * P(detail::kLn2Low))) - f);
  const P infinity(std::numeric_limits<double>::infinity());
  return where(x > P(0.0), where(x == infinity, infinity, finite),
               where(x == P(0.0), -infinity, P(std::numeric_limits<double>::quiet_NaN())));
}

namespace detail {

/// Beyond this the three-part reduction loses digits; such lanes go to the machine's library.
inline constexpr double kLargestAngle = 1.0e5;

template <int W, double (*Far)(double)>
TWOSCALE_INLINE Pack<double, W> sine_of_quadrant(Pack<double, W> x, int quadrant_shift) {
  using P = Pack<double, W>;
  using I = Pack<std::int64_t, W>;
  const auto n = round_whole(x * P(6.36619772367581382433e-01));
  P r = fma(n.value, P(-1.57079632673412561417e+00), x);
  r = fma(n.value, P(-6.07710050630396597660e-11), r);
  r = fma(n.value, P(-2.02226624879595063154e-21), r);
  const P z = r * r;
  static constexpr double kSin[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                    -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                    -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  static constexpr double kCos[] = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                    2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                    2.08757232129817482790e-09, -1.13596475577881948265e-11};
  const P sine = fma(r * z, horner(z, kSin), r);
  const P cosine = fma(z * z, horner(z, kCos), fma(z, P(-0.5), P(1.0)));
  const I quadrant = n.bits + I(quadrant_shift);
  const P value = where((quadrant & I(1)) == I(0), sine, cosine);
  P out = where((quadrant & I(2)) == I(0), value, -value);
  const auto far = abs(x) > P(kLargestAngle);
  if (any(far)) {
    std::array<double, W> exact;
    for (int i = 0; i < W; ++i) exact[i] = Far(x.lane(i));
    out = where(far, P::from_lanes(exact), out);
  }
  return out;
}

}  // namespace detail

template <int W>
TWOSCALE_INLINE Pack<double, W> sin(Pack<double, W> x) {
  return detail::sine_of_quadrant<W, static_cast<double (*)(double)>(std::sin)>(x, 0);
}
template <int W>
TWOSCALE_INLINE Pack<double, W> cos(Pack<double, W> x) {
  return detail::sine_of_quadrant<W, static_cast<double (*)(double)>(std::cos)>(x, 1);
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
  return where(a < P(0.625), near, where(x < P(0.0), -far, far));
}

/// base^exponent for base > 0, as step-size tables need it: within 2 + |exponent log(base)| units in the last place.
inline double power(double base, double exponent) {
  return exponent == 0.0 ? 1.0 : exp(Real(exponent) * log(Real(base))).lane(0);
}

}  // namespace twoscale
