// exp, log, tanh, expm1, log1p, sinh, cosh. Largest errors measured on 2 10^6 points a range, and asserted a little
// above: exp 0.86, log 0.83, tanh 1.36, expm1 1.28, log1p 1.44, sinh 1.77, cosh 1.07.

#include "unit/core/elementary_testing.hpp"

namespace twoscale {
namespace {

using namespace elementary_testing;  // NOLINT: the tests' own words

TWOSCALE_FUNCTION(Exp, exp);
TWOSCALE_FUNCTION(Log, log);
TWOSCALE_FUNCTION(Tanh, tanh);
TWOSCALE_FUNCTION(Expm1, expm1);
TWOSCALE_FUNCTION(Log1p, log1p);
TWOSCALE_FUNCTION(Sinh, sinh);
TWOSCALE_FUNCTION(Cosh, cosh);

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

TEST(Elementary, TanhAtItsEdges) {
  for (const double x : {0.0, kSmallest, -kLeastNormal}) EXPECT_EQ(value_of<Tanh>(x), x);
  for (const double x : {20.0, 400.0, kLargest, kInfinity}) {
    EXPECT_EQ(value_of<Tanh>(x), 1.0);
    EXPECT_EQ(value_of<Tanh>(-x), -1.0);
  }
  EXPECT_TRUE(std::isnan(value_of<Tanh>(kNan)));
}

TEST(Elementary, Expm1AndLog1pKeepTheDigitsOfSmallArguments) {
  for (const auto& points : {evenly(-2, 2), evenly(-745, 709), across_magnitudes(-1074, 5)})
    EXPECT_LT(worst_ulps<Expm1>(points), 1.4);
  EXPECT_LT(worst_ulps<Log1p>(evenly(-1, 1)), 1.6);
  EXPECT_LT(worst_ulps<Log1p>(across_magnitudes(-1074, 0)), 1.6);
  EXPECT_LT(worst_ulps<Log1p>(across_magnitudes(0, 1024, false)), 1.6);
}

TEST(Elementary, HyperbolicSineAndCosineAreWithinTwoUlps) {
  for (const auto& points : {evenly(-2, 2), evenly(-710.4, 710.4), across_magnitudes(-1074, 8)}) {
    EXPECT_LT(worst_ulps<Sinh>(points), 1.9);
    EXPECT_LT(worst_ulps<Cosh>(points), 1.2);
  }
}

TEST(Elementary, GrowthAtItsEdges) {
  expect_as_in_c<Expm1>([](double x) { return std::expm1(x); });
  expect_as_in_c<Log1p>([](double x) { return std::log1p(x); });
  expect_as_in_c<Sinh>([](double x) { return std::sinh(x); });
  expect_as_in_c<Cosh>([](double x) { return std::cosh(x); });
  expect_as_in_c<Tanh>([](double x) { return std::tanh(x); });
  EXPECT_EQ(value_of<Log1p>(-1.0), -kInfinity);
  EXPECT_TRUE(std::isfinite(value_of<Sinh>(710.47)) && std::isfinite(value_of<Cosh>(-710.47)));
  EXPECT_EQ(value_of<Sinh>(-710.48), -kInfinity);
  EXPECT_EQ(value_of<Cosh>(710.48), kInfinity);
}

TEST(Elementary, BitsDoNotDependOnTheWidthOfThePack) {
  expect_same_bits_at_every_width<Exp>();
  expect_same_bits_at_every_width<Log>();
  expect_same_bits_at_every_width<Tanh>();
  expect_same_bits_at_every_width<Expm1>();
  expect_same_bits_at_every_width<Log1p>();
  expect_same_bits_at_every_width<Sinh>();
  expect_same_bits_at_every_width<Cosh>();
}

}  // namespace
}  // namespace twoscale
