#pragma once
// atan, atan2, asin and acos. The polynomial goes through the Chebyshev points of its interval
// (tests/structure/elementary_fits.py).

#include <twoscale/core/elementary/pair.hpp>
#include <twoscale/core/horner.hpp>

namespace twoscale {

namespace detail {

/// (atan(t) - t) / t^3 as a polynomial in t^2, |t| up to tan(pi/8).
inline constexpr double kAtan[] = {-0.3333333333333333,  0.19999999999999804,  -0.14285714285659748,
                                   0.11111111105147764,  -0.09090908753118594, 0.07692296363979952,
                                   -0.066664246872465,   0.05878926715756726,  -0.052304374642516874,
                                   0.045515165635903104, -0.0345685906686069,  0.01628357235648259};
inline constexpr double kPi = 3.141592653589793, kPiLow = 1.2246467991473532e-16;

/// The angle of the point (x, y), x and y not negative, in [0, pi/2]: atan(y/x), atan((y - x)/(y + x)) + pi/4 or
/// atan(-x/y) + pi/2, whichever argument is small.
template <int W>
TWOSCALE_INLINE Pair<W> angle_of_point(const Pack<double, W>& y, const Pack<double, W>& x) {
  using P = Pack<double, W>;
  const P zero(0.0);
  const auto steep = y > P(2.414213562373095) * x, middle = y > P(0.41421356237309503) * x;
  const Pair<W> difference = two_sum(y, -x), sum = two_sum(y, x);
  const Pair<W> above{where(steep, -x, where(middle, difference.high, y)),
                      where(steep, zero, where(middle, difference.low, zero))};
  const Pair<W> below{where(steep, y, where(middle, sum.high, x)), where(steep, zero, where(middle, sum.low, zero))};
  const P eighths = where(steep, P(0.5), where(middle, P(0.25), zero));
  const Pair<W> t = divide(above, below);
  const P square = t.high * t.high;
  const Pair<W> linear = quick_two_sum(eighths * P(kPi), t.high);
  const P rest = fma(t.high * square, horner(square, kAtan), fma(eighths, P(kPiLow), t.low));
  return quick_two_sum(linear.high, linear.low + rest);
}

}  // namespace detail

template <int W>
Pack<double, W> atan(Pack<double, W> x) {
  using P = Pack<double, W>;
  const P a = abs(x), largest(1.0e20);  // beyond it all is pi/2
  return detail::with_sign_of(x, detail::angle_of_point(where(a > largest, largest, a), P(1.0)).high);
}

/// The angle of the point (x, y) in [-pi, pi], with C's special cases.
template <int W>
Pack<double, W> atan2(Pack<double, W> y, Pack<double, W> x) {
  using P = Pack<double, W>;
  const P zero(0.0), infinity(std::numeric_limits<double>::infinity()), up = abs(y), along = abs(x);
  const auto at_origin = detail::both(up == zero, along == zero);
  // Neither the quotient's parts nor its inverse may leave the range of numbers.
  const P larger = max(up, along);
  const P factor = where(larger > P(0x1p900), P(0x1p-100), where(larger < P(0x1p-900), P(0x1p100), P(1.0)));
  auto fit = [&](const P& a) { return where(larger == infinity, where(a == infinity, P(1.0), zero), a * factor); };
  const auto angle = detail::angle_of_point(fit(up), where(at_origin, P(1.0), fit(along)));
  const auto behind = bit_cast<std::int64_t>(x) < Pack<std::int64_t, W>(0);
  const P turned = (P(detail::kPi) - angle.high) + (P(detail::kPiLow) - angle.low);
  const P size = where(behind, turned, angle.high);
  return where(detail::both(detail::is_number(x), detail::is_number(y)), detail::with_sign_of(y, size), x + y);
}

/// Not a number outside [-1, 1].
template <int W>
Pack<double, W> asin(Pack<double, W> x) {
  using P = Pack<double, W>;
  const P along = sqrt((P(1.0) - x) * (P(1.0) + x));
  return detail::with_sign_of(x, detail::angle_of_point(abs(x), along).high);
}
template <int W>
Pack<double, W> acos(Pack<double, W> x) {
  using P = Pack<double, W>;
  const auto angle = detail::angle_of_point(sqrt((P(1.0) - x) * (P(1.0) + x)), abs(x));
  return where(x < P(0.0), (P(detail::kPi) - angle.high) + (P(detail::kPiLow) - angle.low), angle.high);
}

}  // namespace twoscale
