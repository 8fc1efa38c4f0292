#pragma once
// Errors of elementary functions in units in the last place (ulp), against the 64-bit mantissas of long double, and
// their bits at every width of packs. A function is an object with operator() for packs and exact() for long double.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <twoscale/core/elementary.hpp>
#include <vector>

namespace twoscale::elementary_testing {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                        kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kSmallest = std::numeric_limits<double>::denorm_min(),
                        kLeastNormal = std::numeric_limits<double>::min();
inline constexpr double kLargest = std::numeric_limits<double>::max();

/// TWOSCALE_FUNCTION(Exp, exp): the library's exp, and the standard's for long double.
#define TWOSCALE_FUNCTION(Name, function)                                \
  struct Name {                                                          \
    auto operator()(auto x) const { return function(x); }                \
    static long double exact(long double x) { return std::function(x); } \
  }

/// |value - exact| in units in the last place of exact's double, which do not shrink below the least one. Infinite
/// where only one of them is a number.
inline double ulps(double value, long double exact) {
  if (std::isfinite(value) != std::isfinite(static_cast<double>(exact))) return kInfinity;
  const int exponent = std::max(std::ilogb(static_cast<double>(exact)), -1022);
  return static_cast<double>(std::abs(static_cast<long double>(value) - exact) * std::exp2(52.0L - exponent));
}

template <class F>
double value_of(double x) {
  return F()(Real(x)).lane(0);
}

template <class F>
double worst_ulps(const std::vector<double>& points) {
  double worst = 0;
  for (double x : points) {
    const long double exact = F::exact(x);
    if (exact == 0) EXPECT_EQ(value_of<F>(x), 0.0) << "at " << x;
    else worst = std::max(ulps(value_of<F>(x), exact), worst);
  }
  return worst;
}

inline constexpr int kPoints = 300'000;

inline std::vector<double> evenly(double low, double high) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> pick(low, high);
  std::vector<double> out(kPoints);
  for (double& x : out) x = pick(random);
  return out;
}

/// Every binary order of magnitude from 2^low to 2^high alike.
inline std::vector<double> across_magnitudes(int low, int high, bool both_signs = true) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> mantissa(1, 2);
  std::uniform_int_distribution<int> exponent(low, high - 1);
  std::vector<double> out(kPoints);
  for (double& x : out) x = std::ldexp(mantissa(random), exponent(random)) * (both_signs && random() % 2 ? -1 : 1);
  return out;
}

/// The doubles around every multiple of pi/2 up to `largest`: where the reduction of angles cancels most.
inline std::vector<double> around_quarter_turns(double largest) {
  std::vector<double> out;
  for (int k = 1; k * M_PI_2 < largest; ++k) {
    const double turn = static_cast<double>(k * 1.57079632679489661923132169163975144L);
    for (const double x : {std::nextafter(turn, 0.0), turn, std::nextafter(turn, 2 * turn)}) out.push_back(x);
  }
  return out;
}

inline bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Zeros with their signs, infinities, what is not a number, the ends of the range.
inline std::vector<double> edges() {
  std::vector<double> out = {kNan};
  for (const double x : {0.0, 0.5, 1.0, 2.0, 3.0, kSmallest, kLeastNormal, 1e300, kLargest, kInfinity, 1 + 0x1p-52,
                         0x1p52 + 1, 0x1p53 - 1, 0x1p53})
    for (const double sign : {1.0, -1.0}) out.push_back(sign * x);
  return out;
}
/// Equal, zeros and infinities with their signs, or as near as two good libraries are.
inline bool as_in_c(double ours, double theirs) {
  if (std::isnan(theirs)) return std::isnan(ours);
  return std::signbit(ours) == std::signbit(theirs) &&
         (ours == theirs || std::abs(ours - theirs) <= 1e-15 * std::abs(theirs));
}
template <class F, class C>
void expect_as_in_c(C standard) {
  for (const double x : edges())
    EXPECT_TRUE(as_in_c(value_of<F>(x), standard(x))) << value_of<F>(x) << ", not " << standard(x) << ", at " << x;
}

/// Lane i of a pack must hold what the plain number gives, whatever its neighbours are.
template <class F, int W>
void expect_same_bits(const std::vector<double>& points) {
  for (std::size_t at = 0; at + W <= points.size(); at += W) {
    Pack<double, W> x;
    for (int i = 0; i < W; ++i) x.set_lane(i, points[at + i]);
    const Pack<double, W> out = F()(x);
    for (int i = 0; i < W; ++i)
      ASSERT_TRUE(same(out.lane(i), value_of<F>(points[at + i]))) << points[at + i] << " in lane " << i << " of " << W;
  }
}

template <class F>
void expect_same_bits_at_every_width() {
  std::vector<double> points = across_magnitudes(-1074, 1024);
  points.resize(20'000);
  for (const double x : evenly(-50, 50)) points.push_back(x);
  for (const double x : {0.0, -0.0, kInfinity, -kInfinity, kNan, kSmallest, 1.0, 0.625, 1e5, 709.9})
    points.push_back(x);
  std::shuffle(points.begin(), points.end(), std::mt19937(4));  // edges next to ordinary numbers
  expect_same_bits<F, 2>(points);
  expect_same_bits<F, 4>(points);
  expect_same_bits<F, 8>(points);
  expect_same_bits<F, 16>(points);
}

}  // namespace twoscale::elementary_testing
