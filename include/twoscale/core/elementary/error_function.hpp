#pragma once
// erf and erfc. Polynomials through the Chebyshev points of their intervals, computed with 300 bits by
// tests/structure/elementary_fits.py, which also checks the digits below.
//   |x| < 1:    erf x = x + x Q(x^2)
//   x >= 1/2:   erfc x = exp(-x^2) R(q) / (x + 4),  q = (x - 4)/(x + 4)

#include <twoscale/core/elementary/pow.hpp>

namespace twoscale {

namespace detail {

inline constexpr double kErf[] = {0.1283791670955126,      -0.37612638903183754,    0.1128379167095512,
                                  -0.02686617064512984,    0.0052239776254232985,   -0.000854832702193483,
                                  0.00012055332902888736,  -1.4925647567519332e-05, 1.6462045441468418e-06,
                                  -1.6364642158167616e-07, 1.4792401209404813e-08,  -1.216456005728345e-09,
                                  8.709045129053106e-11,   -4.230945824295338e-12};
/// R = first + q rest, the first coefficient to twice as many digits.
inline constexpr double kErfcFirst = 1.095995661000491;
inline constexpr double kErfcFirstLow = 5.974015819641867e-17;
inline constexpr double kErfcRest[] = {-0.976548729080882,      0.7732087022652362,      -0.5408538313132327,
                                       0.3308515878780676,      -0.17401093724002176,    0.07638151490789344,
                                       -0.02637005333881493,    0.006112055674342199,    -0.00028095887995272336,
                                       -0.0004550528286586635,  0.0001768129019481246,   -3.6344678962115195e-06,
                                       -1.8861187452068277e-05, 4.692221870747284e-06,   1.424867330439749e-06,
                                       -8.41850875257485e-07,   -7.642586083983238e-08,  1.1888332677460337e-07,
                                       1.5011351987298352e-09,  -1.1933708453280099e-08, -4.0487644040104434e-11};
/// R' to a few digits, for what rounding does to q.
inline constexpr double kErfcSlope[] = {-0.9338310867763362, 1.5090674010060974, -2.192583916794647,
                                        1.6630781388628344};

/// For |x| < 1.
template <int W>
TWOSCALE_INLINE Pack<double, W> erf_near(const Pack<double, W>& x) {
  return fma(x, horner(x * x, kErf), x);
}
/// erfc for x >= 1/2. What lies beyond 28 is zero.
template <int W>
TWOSCALE_INLINE Pack<double, W> erfc_far(const Pack<double, W>& x) {
  using P = Pack<double, W>;
  const P a = where(x > P(28.0), P(28.0), x);
  const Pair<W> sum = two_sum(a, P(4.0)), q = divide(two_sum(a, P(-4.0)), sum), square = two_product(a, a);
  const Pair<W> behind = two_product(q.high, horner(q.high, kErfcRest));
  Pair<W> r = two_sum(P(kErfcFirst), behind.high);
  r.low = r.low + (behind.low + fma(q.low, horner(q.high, kErfcSlope), P(kErfcFirstLow)));
  const Pair<W> ratio = divide(r, sum);
  const P power = exp_pair(Pair<W>{-square.high, -square.low});
  return fma(power, ratio.high, power * ratio.low);
}

}  // namespace detail

template <int W>
Pack<double, W> erf(Pack<double, W> x) {
  using P = Pack<double, W>;
  const P a = abs(x);
  const P near = detail::erf_near(x);
  if (!any(a >= P(1.0))) return near;
  return where(a >= P(1.0), detail::with_sign_of(x, P(1.0) - detail::erfc_far(a)), near);
}
/// 1 - erf x, with all of its digits where that is small.
template <int W>
Pack<double, W> erfc(Pack<double, W> x) {
  using P = Pack<double, W>;
  return where(x >= P(0.5), detail::erfc_far(x), P(1.0) - erf(x));
}

}  // namespace twoscale
