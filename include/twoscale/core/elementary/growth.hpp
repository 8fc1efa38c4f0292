#pragma once
// expm1, log1p, sinh and cosh: where exp and log would lose the digits of a small argument.

#include <twoscale/core/elementary/pow.hpp>

namespace twoscale {

/// exp(x) - 1.
template <int W>
Pack<double, W> expm1(Pack<double, W> x) {
  using P = Pack<double, W>;
  const P one(1.0), clamped = where(x > P(40.0), P(40.0), where(x < P(-40.0), P(-40.0), x));
  const auto n = detail::round_whole(clamped * P(detail::kLog2OfE));
  const auto r = detail::two_sum(fma(n.value, P(-detail::kLn2High), clamped), n.value * P(-detail::kLn2Low));
  static constexpr double kTaylor[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                       1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                       1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  const P rest = fma(r.high * r.high, detail::horner(r.high, kTaylor), fma(r.high, r.low, r.low));
  const P power = detail::power_of_two(n.bits);
  // 2^n (1 + r + rest) - 1, the large parts first.
  const P near = where(n.value == P(0.0), r.high + rest, fma(power, r.high, power - one) + power * rest);
  const P far = where(x > P(40.0), exp(x) - one, where(x < P(-40.0), -one, near));
  return where(abs(x) < P(0x1p-54), x, far);
}

/// log(1 + x).
template <int W>
Pack<double, W> log1p(Pack<double, W> x) {
  using P = Pack<double, W>;
  const auto sum = detail::two_sum(P(1.0), x);
  const auto inside = detail::both(sum.high > P(0.0), sum.high < P(detail::kInfinity));
  const P out = log(sum.high) + where(inside, sum.low / sum.high, P(0.0));
  return where(abs(x) < P(0x1p-54), x, out);
}

namespace detail {
/// exp(a)/2 for a up to 710.47, beyond which it overflows as it should.
template <int W>
TWOSCALE_INLINE Pack<double, W> half_exp(const Pack<double, W>& a) {
  using P = Pack<double, W>;
  Pair<W> exponent = two_sum(where(a > P(1000.0), P(1000.0), a), P(-kLn2High));
  exponent.low = exponent.low - P(kLn2Low);
  return exp_pair(exponent);
}
}  // namespace detail

template <int W>
Pack<double, W> sinh(Pack<double, W> x) {
  using P = Pack<double, W>;
  static constexpr double kTaylor[] = {
      1.0 / 6,          1.0 / 120,          1.0 / 5040,           1.0 / 362880,           1.0 / 39916800,
      1.0 / 6227020800, 1.0 / 1307674368e3, 1.0 / 355687428096e3, 1.0 / 121645100408832e3};
  const P a = abs(x), z = a * a, near = fma(a * z, detail::horner(z, kTaylor), a);
  const P e = expm1(where(a > P(22.0), P(22.0), a)), middle = P(0.5) * (e + e / (e + P(1.0)));
  const P size = where(a < P(1.0), near, where(a > P(22.0), detail::half_exp(a), middle));
  return detail::with_sign_of(x, size);
}
template <int W>
Pack<double, W> cosh(Pack<double, W> x) {
  using P = Pack<double, W>;
  const P a = abs(x), e = detail::half_exp(a);
  return where(a > P(22.0), e, e + P(0.25) / e);
}

}  // namespace twoscale
