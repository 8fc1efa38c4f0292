#pragma once
// sin, cos and tan. The kernels on [-pi/4, pi/4] are fdlibm's [fdlibm_1993]; angles beyond 10^5 are reduced exactly
// [payne_hanek_1983], in integers.

#include <twoscale/core/elementary/exponential.hpp>
#include <twoscale/core/elementary/pair.hpp>

namespace twoscale {

namespace detail {

/// Beyond this the three-part reduction loses digits.
inline constexpr double kLargestAngle = 1.0e5;
/// pi/2 in 33, 33 and 53 bits: a quadrant's number times one of the first two is exact.
inline constexpr double kQuarterTurn[] = {1.57079632673412561417e+00, 6.07710050630396597660e-11,
                                          2.02226624879595063154e-21};

/// An angle is quadrant * pi/2 + high + low, up to whole turns, with |high| up to pi/4.
struct FarAngle {
  double high, low;
  std::int64_t quadrant;
};
/// For |x| > 10^5; the rest is not a number for an infinite x.
FarAngle reduce_far_angle(double x);

template <int W>
struct Angle {
  Pair<W> rest;
  Pack<std::int64_t, W> quadrant;
};
/// Far angles are rare, and not worth a pack.
template <int W>
TWOSCALE_INLINE void reduce_far_lanes(const Pack<double, W>& x, Angle<W>& angle) {
  if (!any(abs(x) > Pack<double, W>(kLargestAngle))) [[likely]]
    return;
  for (int i = 0; i < W; ++i) {
    if (!(x.lane(i) > kLargestAngle || x.lane(i) < -kLargestAngle)) continue;
    const FarAngle far = reduce_far_angle(x.lane(i));
    angle.rest.high.set_lane(i, far.high);
    angle.rest.low.set_lane(i, far.low);
    angle.quadrant.set_lane(i, far.quadrant);
  }
}

/// Without the rest's low part, which sin and cos do without.
template <int W>
TWOSCALE_INLINE Angle<W> reduce_angle(const Pack<double, W>& x) {
  using P = Pack<double, W>;
  const auto n = round_whole(x * P(6.36619772367581382433e-01));
  P r = x;
  for (const double part : kQuarterTurn) r = fma(n.value, P(-part), r);
  Angle<W> out{{r, P(0.0)}, n.bits};
  reduce_far_lanes(x, out);
  return out;
}
/// With it.
template <int W>
TWOSCALE_INLINE Angle<W> reduce_angle_exactly(const Pack<double, W>& x) {
  using P = Pack<double, W>;
  const auto n = round_whole(x * P(6.36619772367581382433e-01));
  const P first = fma(n.value, P(-kQuarterTurn[0]), x);  // exact, and the product in the next line is
  const Pair<W> second = two_sum(first, -(n.value * P(kQuarterTurn[1])));
  Angle<W> out{two_sum(second.high, fma(n.value, P(-kQuarterTurn[2]), second.low)), n.bits};
  reduce_far_lanes(x, out);
  return out;
}

/// (sin(r) - r) / r^3 and (cos(r) - 1 + r^2/2) / r^4 as polynomials in r^2.
inline constexpr double kSin[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,  -1.98412698298579493134e-04,
                                  2.75573137070700676789e-06,  -2.50507602534068634195e-08, 1.58969099521155010221e-10};
inline constexpr double kCos[] = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                  2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                  2.08757232129817482790e-09, -1.13596475577881948265e-11};

/// Out of line: a kernel with a dozen of them would outgrow the first cache of instructions (rotor-curved of four
/// numbers takes 65 ns an iteration so, and 77 otherwise).
template <int W>
[[gnu::noinline, gnu::const]] Pack<double, W> sine_of_quadrant(Pack<double, W> x, int quadrant_shift) {
  using P = Pack<double, W>;
  using I = Pack<std::int64_t, W>;
  const Angle<W> angle = reduce_angle(x);
  const P r = angle.rest.high;
  const P z = r * r;
  const P sine = fma(r * z, horner(z, kSin), r);
  const P cosine = fma(z * z, horner(z, kCos), fma(z, P(-0.5), P(1.0)));
  const I quadrant = angle.quadrant + I(quadrant_shift);
  const P value = where((quadrant & I(1)) == I(0), sine, cosine);
  return where((quadrant & I(2)) == I(0), value, -value);
}

/// sin and cos of |r| up to pi/4, to more than a number's digits.
template <int W>
TWOSCALE_INLINE Pair<W> sine_pair(const Pair<W>& r, const Pair<W>& square) {
  using P = Pack<double, W>;
  const P low = fma(P(-0.5) * square.high, r.low, r.low);
  return quick_two_sum(r.high, fma(r.high * square.high, horner(square.high, kSin), low));
}
template <int W>
TWOSCALE_INLINE Pair<W> cosine_pair(const Pair<W>& square) {
  using P = Pack<double, W>;
  const Pair<W> two_terms = quick_two_sum(P(1.0), P(-0.5) * square.high);
  const P low = fma(P(-0.5), square.low, two_terms.low);
  return quick_two_sum(two_terms.high, fma(square.high * square.high, horner(square.high, kCos), low));
}

}  // namespace detail

template <int W>
TWOSCALE_INLINE Pack<double, W> sin(Pack<double, W> x) {
  return where(x == Pack<double, W>(0.0), x, detail::sine_of_quadrant(x, 0));  // the sign of zero
}
template <int W>
TWOSCALE_INLINE Pack<double, W> cos(Pack<double, W> x) {
  return detail::sine_of_quadrant(x, 1);
}

/// sin / cos, or -cos / sin in every other quadrant.
template <int W>
Pack<double, W> tan(Pack<double, W> x) {
  using P = Pack<double, W>;
  using I = Pack<std::int64_t, W>;
  const auto angle = detail::reduce_angle_exactly(x);
  const P r = angle.rest.high;
  auto square = detail::two_product(r, r);
  square.low = fma(r + r, angle.rest.low, square.low);
  const auto sine = detail::sine_pair(angle.rest, square), cosine = detail::cosine_pair(square);
  const auto even = (angle.quadrant & I(1)) == I(0);
  auto choose = [&even](const auto& a, const auto& b, double sign) {
    return detail::Pair<W>{where(even, a.high, P(sign) * b.high), where(even, a.low, P(sign) * b.low)};
  };
  const auto quotient = detail::divide(choose(sine, cosine, -1.0), choose(cosine, sine, 1.0));
  return where(abs(x) < P(7.450580596923828e-09), x, quotient.high + quotient.low);  // 2^-27: signs of zero, too
}

}  // namespace twoscale
