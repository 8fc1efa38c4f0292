// pow, erf and erfc. Largest errors measured on 4 10^6 points, and asserted a little above: pow 0.76, erf 0.97,
// erfc 2.25.

#include "unit/core/elementary_testing.hpp"

namespace twoscale {
namespace {

using namespace elementary_testing;  // NOLINT: the tests' own words

TWOSCALE_FUNCTION(Erf, erf);
TWOSCALE_FUNCTION(Erfc, erfc);

double pow_of(double x, double y) { return pow(Real(x), Real(y)).lane(0); }

/// Over all results that are numbers, not over all exponents: most powers overflow.
struct Cases {
  std::mt19937_64 random{6};
  double evenly(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }
  double magnitude(int low, int high) { return std::ldexp(evenly(1, 2), static_cast<int>(evenly(low, high))); }
  double exponent_for(double log_base) { return evenly(-745, 709.78) / log_base; }

  void expect_near(double x, double y) {
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    const auto rounded = static_cast<double>(exact);
    if (rounded == 0 || !std::isfinite(rounded)) return;
    ASSERT_LT(ulps(pow_of(x, y), exact), 0.95) << x << "^" << y;
  }
};

TEST(Elementary, PowIsWithinOneUlpWhereverItIsANumber) {
  Cases cases;
  for (int i = 0; i < kPoints; ++i) {
    const double x = cases.magnitude(-1074, 1024), near_one = cases.evenly(-1, 1) * cases.magnitude(-52, -2);
    cases.expect_near(x, cases.exponent_for(std::log(x)));
    cases.expect_near(1 + near_one, cases.exponent_for(std::log1p(near_one)));
    cases.expect_near(cases.evenly(0.5, 2), cases.evenly(-700, 700));
    cases.expect_near(-cases.magnitude(-60, 60), std::floor(cases.evenly(-20, 20)));
    if (HasFatalFailure()) return;
  }
}

TEST(Elementary, PowHasTheSpecialCasesOfC) {
  for (const double x : edges())
    for (const double y : edges()) EXPECT_TRUE(as_in_c(pow_of(x, y), std::pow(x, y))) << x << "^" << y;
}

TEST(Elementary, PowAtTheEndsOfTheRange) {
  EXPECT_EQ(pow_of(2, 1023), 0x1p1023);
  EXPECT_EQ(pow_of(2, 1024), kInfinity);
  EXPECT_EQ(pow_of(-2, 1025), -kInfinity);
  EXPECT_EQ(pow_of(2, -1074), kSmallest);
  EXPECT_EQ(pow_of(-2, -1075.0 - 2), -0.0);
  EXPECT_EQ(pow_of(kSmallest, -0.5), 0x1p537);
  EXPECT_EQ(pow_of(10, 308), 1e308);
  EXPECT_EQ(pow_of(1 - 0x1p-53, kLargest), 0.0);
  EXPECT_EQ(pow_of(1 + 0x1p-52, kLargest), kInfinity);
}

/// With a plain exponent: the same, but squares and cubes are multiplications.
TEST(Elementary, PowOfPlainNumbers) {
  Cases cases;
  for (int i = 0; i < 10'000; ++i) {
    const double x = cases.evenly(-3, 3);
    for (const int k : {-3, -1, 0, 1, 2, 3, 7})
      ASSERT_LT(ulps(pow(Real(x), k).lane(0), std::pow(static_cast<long double>(x), k)), 1.5) << x << "^" << k;
    ASSERT_EQ(pow(Real(x), 2.0).lane(0), x * x);
    ASSERT_EQ(pow(2, Real(x)).lane(0), pow_of(2.0, x));
    ASSERT_EQ(pow(Real(x), 7).lane(0), pow_of(x, 7.0));
  }
}

template <int W>
void expect_pow_same_bits() {
  std::vector<double> x = across_magnitudes(-40, 40), y = across_magnitudes(-10, 8);
  for (std::size_t i = 0; i < edges().size(); ++i) x[7 * i] = y[5 * i] = edges()[i];
  for (int at = 0; at + W <= 20'000; at += W) {
    Pack<double, W> base, exponent;
    for (int i = 0; i < W; ++i) base.set_lane(i, x[at + i]), exponent.set_lane(i, y[at + i]);
    const auto power = pow(base, exponent), angle = atan2(exponent, base);
    for (int i = 0; i < W; ++i) {
      ASSERT_TRUE(same(power.lane(i), pow_of(x[at + i], y[at + i]))) << x[at + i] << "^" << y[at + i];
      ASSERT_TRUE(same(angle.lane(i), atan2(Real(y[at + i]), Real(x[at + i])).lane(0)));
    }
  }
}
TEST(Elementary, BitsOfPowDoNotDependOnTheWidthOfThePack) {
  expect_pow_same_bits<2>();
  expect_pow_same_bits<4>();
  expect_pow_same_bits<8>();
  expect_pow_same_bits<16>();
}

TEST(Elementary, ErrorFunctionsAreWithinAFewUlps) {
  for (const auto& points : {evenly(-1, 1), evenly(-7, 7), across_magnitudes(-1074, 10)})
    EXPECT_LT(worst_ulps<Erf>(points), 1.1);
  EXPECT_LT(worst_ulps<Erfc>(across_magnitudes(-1074, -1)), 1.3);
  for (const auto& points : {evenly(-7, 0.5), evenly(0.4, 1.2), evenly(1, 26), evenly(26, 27.2)})
    EXPECT_LT(worst_ulps<Erfc>(points), 2.4);
}

TEST(Elementary, ErrorFunctionsAtTheirEdges) {
  expect_as_in_c<Erf>([](double x) { return std::erf(x); });
  expect_as_in_c<Erfc>([](double x) { return std::erfc(x); });
  EXPECT_EQ(value_of<Erfc>(27.3), 0.0);
  EXPECT_EQ(value_of<Erf>(6.0), 1.0);
}

TEST(Elementary, BitsOfErrorFunctionsDoNotDependOnTheWidthOfThePack) {
  expect_same_bits_at_every_width<Erf>();
  expect_same_bits_at_every_width<Erfc>();
}

}  // namespace
}  // namespace twoscale
