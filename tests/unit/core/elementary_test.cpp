// exp, log, sin, cos, tanh against the 64-bit mantissas of long double, in units in the last place (ulp).
// Largest errors measured on 4 10^6 points, and asserted a little above: exp 0.86, log 0.83, tanh 1.36, sin and
// cos 1.56 for angles up to 10^3 and 2.39 beyond, where the third part of the reduction adds a rounding.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <twoscale/core/elementary.hpp>
#include <vector>

namespace twoscale {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min(),
                 kLeastNormal = std::numeric_limits<double>::min();
constexpr double kLargest = std::numeric_limits<double>::max();

template <int W>
using P = Pack<double, W>;

// The functions as objects that work at every width.
struct Exp {
  auto operator()(auto x) const { return exp(x); }
  static long double exact(long double x) { return std::exp(x); }
};
struct Log {
  auto operator()(auto x) const { return log(x); }
  static long double exact(long double x) { return std::log(x); }
};
struct Sin {
  auto operator()(auto x) const { return sin(x); }
  static long double exact(long double x) { return std::sin(x); }
};
struct Cos {
  auto operator()(auto x) const { return cos(x); }
  static long double exact(long double x) { return std::cos(x); }
};
struct Tanh {
  auto operator()(auto x) const { return tanh(x); }
  static long double exact(long double x) { return std::tanh(x); }
};

/// |value - exact| in units in the last place of exact's double, which do not shrink below the least one.
double ulps(double value, long double exact) {
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
    else worst = std::max(worst, ulps(value_of<F>(x), exact));
  }
  return worst;
}

constexpr int kPoints = 300'000;

std::vector<double> evenly(double low, double high) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> pick(low, high);
  std::vector<double> out(kPoints);
  for (double& x : out) x = pick(random);
  return out;
}

/// Every binary order of magnitude from 2^low to 2^high alike.
std::vector<double> across_magnitudes(int low, int high, bool both_signs = true) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> mantissa(1, 2);
  std::uniform_int_distribution<int> exponent(low, high - 1);
  std::vector<double> out(kPoints);
  for (double& x : out) x = std::ldexp(mantissa(random), exponent(random)) * (both_signs && random() % 2 ? -1 : 1);
  return out;
}

/// The doubles around every multiple of pi/2 up to `largest`: where the reduction of angles cancels most.
std::vector<double> around_quarter_turns(double largest) {
  std::vector<double> out;
  for (int k = 1; k * M_PI_2 < largest; ++k) {
    const double turn = static_cast<double>(k * 1.57079632679489661923132169163975144L);
    for (const double x : {std::nextafter(turn, 0.0), turn, std::nextafter(turn, 2 * turn)}) out.push_back(x);
  }
  return out;
}

TEST(Elementary, ExpIsWithinOneUlp) {
  EXPECT_LT(worst_ulps<Exp>(evenly(-1, 1)), 0.95);
  EXPECT_LT(worst_ulps<Exp>(evenly(-708, 709.78)), 0.95);
  EXPECT_LT(worst_ulps<Exp>(evenly(-745.1, -708)), 0.95);  // results below the least normal number
  EXPECT_LT(worst_ulps<Exp>(across_magnitudes(-1074, 0)), 0.95);
}

TEST(Elementary, LogIsWithinOneUlp) {
  EXPECT_LT(worst_ulps<Log>(across_magnitudes(-1022, 1024, false)), 0.95);
  EXPECT_LT(worst_ulps<Log>(across_magnitudes(-1074, -1022, false)), 0.95);
  EXPECT_LT(worst_ulps<Log>(evenly(0.5, 2)), 0.95);
  EXPECT_LT(worst_ulps<Log>(evenly(1 - 1e-6, 1 + 1e-6)), 0.95);
}

TEST(Elementary, SineAndCosineAreWithinTwoUlpsUpToAThousand) {
  for (const double largest : {1.0, 10.0, 1000.0}) {
    EXPECT_LT(worst_ulps<Sin>(evenly(-largest, largest)), 1.7);
    EXPECT_LT(worst_ulps<Cos>(evenly(-largest, largest)), 1.7);
  }
  EXPECT_LT(worst_ulps<Sin>(across_magnitudes(-1074, 9)), 1.7);
  EXPECT_LT(worst_ulps<Cos>(across_magnitudes(-1074, 9)), 1.7);
}

TEST(Elementary, SineAndCosineAreWithinTwoAndAHalfUlpsEverywhere) {
  EXPECT_LT(worst_ulps<Sin>(evenly(-1.1e5, 1.1e5)), 2.5);
  EXPECT_LT(worst_ulps<Cos>(evenly(-1.1e5, 1.1e5)), 2.5);
  EXPECT_LT(worst_ulps<Sin>(across_magnitudes(16, 1024)), 2.5);
  EXPECT_LT(worst_ulps<Cos>(across_magnitudes(16, 1024)), 2.5);
}

TEST(Elementary, SineAndCosineKeepTheirDigitsNextToTheirZeros) {
  EXPECT_LT(worst_ulps<Sin>(around_quarter_turns(1.1e5)), 1.0);
  EXPECT_LT(worst_ulps<Cos>(around_quarter_turns(1.1e5)), 1.0);
}

TEST(Elementary, TanhIsWithinTwoUlps) {
  EXPECT_LT(worst_ulps<Tanh>(across_magnitudes(-1074, 10)), 1.5);
  EXPECT_LT(worst_ulps<Tanh>(evenly(-25, 25)), 1.5);
  EXPECT_LT(worst_ulps<Tanh>(evenly(0.6, 0.65)), 1.5);  // where its two formulas meet
}

TEST(Elementary, PowerErrsByTheSizeOfTheExponentOfE) {
  // exp(e log b) turns the rounding of e log b into a relative error; one unit of it per unit of |e log b|.
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> log_base(0, 34.6), pick(-4.0 / 3, 4.0 / 3);
  for (int i = 0; i < kPoints; ++i) {
    const double base = std::exp(log_base(random)), exponent = pick(random);
    const long double exact = std::pow(static_cast<long double>(base), static_cast<long double>(exponent));
    ASSERT_LT(ulps(power(base, exponent), exact), 2 + std::abs(exponent * std::log(base))) << base << "^" << exponent;
  }
}

TEST(Elementary, PowerIsExactAtZeroAndOne) {
  EXPECT_EQ(power(12345.0, 0.0), 1.0);
  EXPECT_EQ(power(1.0, -0.75), 1.0);
  EXPECT_EQ(power(0.0, 0.0), 1.0);
  EXPECT_EQ(power(0.0, 0.5), 0.0);
  EXPECT_EQ(power(0.0, -0.5), kInfinity);
}

TEST(Elementary, ExpAtItsEdges) {
  for (const double x : {0.0, -0.0, kSmallest}) EXPECT_EQ(value_of<Exp>(x), 1.0);
  EXPECT_EQ(value_of<Exp>(kInfinity), kInfinity);
  EXPECT_EQ(value_of<Exp>(-kInfinity), 0.0);
  EXPECT_TRUE(std::isnan(value_of<Exp>(kNan)));
  const double last = std::log(kLargest);
  EXPECT_TRUE(std::isfinite(value_of<Exp>(last)));
  EXPECT_EQ(value_of<Exp>(std::nextafter(last, 1000.0)), kInfinity);
  EXPECT_EQ(value_of<Exp>(kLargest), kInfinity);
  EXPECT_EQ(value_of<Exp>(-745.13), kSmallest);
  EXPECT_EQ(value_of<Exp>(-745.14), 0.0);
  EXPECT_EQ(value_of<Exp>(-kLargest), 0.0);
}

TEST(Elementary, LogAtItsEdges) {
  EXPECT_EQ(value_of<Log>(1.0), 0.0);
  EXPECT_EQ(value_of<Log>(0.0), -kInfinity);
  EXPECT_EQ(value_of<Log>(-0.0), -kInfinity);
  EXPECT_EQ(value_of<Log>(kInfinity), kInfinity);
  for (const double outside : {-1.0, -kSmallest, -kLargest, -kInfinity, kNan})
    EXPECT_TRUE(std::isnan(value_of<Log>(outside))) << outside;
  for (const double x : {kSmallest, kLeastNormal, std::nextafter(kLeastNormal, 0.0), kLargest})
    EXPECT_LT(ulps(value_of<Log>(x), std::log(static_cast<long double>(x))), 1.0) << x;
}

TEST(Elementary, AnglesAtTheirEdges) {
  EXPECT_EQ(value_of<Sin>(0.0), 0.0);
  EXPECT_EQ(value_of<Cos>(0.0), 1.0);
  for (const double x : {kSmallest, -kSmallest, kLeastNormal}) {
    EXPECT_EQ(value_of<Sin>(x), x);
    EXPECT_EQ(value_of<Cos>(x), 1.0);
  }
  for (const double x : {kInfinity, -kInfinity, kNan}) {
    EXPECT_TRUE(std::isnan(value_of<Sin>(x))) << x;
    EXPECT_TRUE(std::isnan(value_of<Cos>(x))) << x;
  }
  EXPECT_LT(worst_ulps<Sin>({1e5, std::nextafter(1e5, 1e6), -1e5, 1e22, kLargest}), 2.5);
  EXPECT_LT(worst_ulps<Cos>({1e5, std::nextafter(1e5, 1e6), -1e5, 1e22, kLargest}), 2.5);
}

TEST(Elementary, TanhAtItsEdges) {
  for (const double x : {0.0, kSmallest, -kLeastNormal}) EXPECT_EQ(value_of<Tanh>(x), x);
  for (const double x : {20.0, 400.0, kLargest, kInfinity}) {
    EXPECT_EQ(value_of<Tanh>(x), 1.0);
    EXPECT_EQ(value_of<Tanh>(-x), -1.0);
  }
  EXPECT_TRUE(std::isnan(value_of<Tanh>(kNan)));
}

bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Lane i of a pack must hold what the plain number gives, whatever its neighbours are.
template <class F, int W>
void expect_same_bits(const std::vector<double>& points) {
  for (std::size_t at = 0; at + W <= points.size(); at += W) {
    P<W> x;
    for (int i = 0; i < W; ++i) x.set_lane(i, points[at + i]);
    const P<W> out = F()(x);
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

TEST(Elementary, BitsDoNotDependOnTheWidthOfThePack) {
  expect_same_bits_at_every_width<Exp>();
  expect_same_bits_at_every_width<Log>();
  expect_same_bits_at_every_width<Sin>();
  expect_same_bits_at_every_width<Cos>();
  expect_same_bits_at_every_width<Tanh>();
}

}  // namespace
}  // namespace twoscale
