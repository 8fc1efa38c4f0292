// The paper's exponent arithmetic and scales, by formula and by search.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <twoscale/measure/exponent.hpp>
#include <twoscale/measure/scale.hpp>

namespace twoscale {
namespace {

TEST(Exponent, LagIsTheSmallerOfTheTwo) {
  for (double a = 0.5; a < 1; a += 0.03)
    for (double b = a; b <= 1; b += 0.01) {
      EXPECT_EQ(exponent::lag(a, b), std::min(1 - b, b - a));
      EXPECT_EQ(exponent::km(b), 1 - b);
      EXPECT_EQ(exponent::fast_tracking(a, b), std::min(a, 2 * (b - a)));
    }
}

TEST(Exponent, BestSlowExponentIsWhatAGridSearchFinds) {
  for (const double a : {0.5, 0.51, 0.6, 0.75, 0.9}) {
    double best = -1, at = 0;
    for (int i = 0; i <= 100'000; ++i) {
      const double b = a + (1 - a) * i / 100'000;
      if (exponent::lag(a, b) > best) best = exponent::lag(a, b), at = b;
    }
    EXPECT_NEAR(exponent::best_slow_exponent(a), at, 1e-5);
    EXPECT_NEAR(exponent::best_raw(a), best, 1e-5);
    EXPECT_NEAR(exponent::best_raw(a), (1 - a) / 2, 1e-15);
  }
}

TEST(Exponent, RawLoopApproachesAQuarterFromBelow) {
  double last = 0;
  for (const double excess : {0.2, 0.1, 0.01, 1e-4, 1e-8}) {
    const double rate = exponent::best_raw(0.5 + excess);
    EXPECT_LT(rate, 0.25);
    EXPECT_GT(rate, last);
    EXPECT_NEAR(rate, 0.25, excess / 2 + 1e-15);
    last = rate;
  }
}

TEST(Exponent, NestedMethodsApproachAQuarterAndAThird) {
  EXPECT_NEAR(exponent::nested(0.75), 1.0 / 4, 1e-15);
  EXPECT_NEAR(exponent::nested_corrected(0.75), 1.0 / 3, 1e-15);
  for (const double b : {0.3, 0.6, 0.74}) {
    EXPECT_LT(exponent::nested(b), 1.0 / 4);
    EXPECT_LT(exponent::nested_corrected(b), 1.0 / 3);
    EXPECT_GT(exponent::nested_corrected(b), exponent::nested(b));
    // N^(-2b/3) in samples T = N^(1 + r b).
    EXPECT_NEAR(exponent::nested(b), (2 * b / 3) / (1 + 4 * b / 3), 1e-15);
    EXPECT_NEAR(exponent::nested_corrected(b), (2 * b / 3) / (1 + 2 * b / 3), 1e-15);
  }
}

TEST(Exponent, SingleLoopIsAHalfLessSixEpsilon) {
  EXPECT_EQ(exponent::single_loop(0), 0.5);
  EXPECT_NEAR(exponent::single_loop(1.0 / 12), 0, 1e-15);
  EXPECT_NEAR(exponent::single_loop(0.01), 0.44, 1e-15);
}

TEST(Exponent, StepsAreSeparatedFromThreeHalvesOn) {
  for (const double a : {0.5, 0.5625, 0.625}) {  // binary fractions, so that the edge itself is exact
    EXPECT_TRUE(exponent::is_separated(a, 1.5 * a));
    EXPECT_TRUE(exponent::is_separated(a, 1));
    EXPECT_FALSE(exponent::is_separated(a, std::nextafter(1.5 * a, 0.0)));
    EXPECT_EQ(exponent::separated_slow_exponent(a), 1.5 * a);
    // There the lag (beta/alpha)^2 falls as fast as the noise floor alpha.
    EXPECT_EQ(exponent::fast_tracking(a, 1.5 * a), a);
    EXPECT_LT(exponent::fast_tracking(a, 1.49 * a), a);
  }
}

TEST(Scale, TrackingPreconditionerAndBiasAreTheFormulas) {
  const Steps steps{.fast = 0.25, .preconditioner = 0.5, .slow = 0.125, .anchor = 0.3};
  const double Lambda = 0.25 + 0.5 * 0.5, Theta = 0.5 + Lambda + 0.25 * 0.25;
  EXPECT_EQ(scale::tracking(steps), Lambda);
  EXPECT_EQ(scale::preconditioner(steps), Theta);
  EXPECT_EQ(scale::online_bias(steps), Lambda * Lambda + Theta * Lambda);
}

TEST(Scale, SingleLoopPowersBalanceTheTrackingScale) {
  // alpha = N^-1/2, beta = N^-3/4: both terms of Lambda are N^-1/2, and the bias is N^-1.
  for (const double N : {256.0, 65536.0}) {
    const Steps steps{.fast = std::pow(N, -0.5), .preconditioner = std::pow(N, -0.5), .slow = std::pow(N, -0.75)};
    EXPECT_NEAR(scale::tracking(steps) * std::sqrt(N), 2, 1e-13);
    EXPECT_NEAR(scale::preconditioner(steps) * std::sqrt(N), 4, 1e-13);
    EXPECT_NEAR(scale::online_bias(steps) * N, 12, 1e-12);
  }
}

TEST(Scale, KmBoundsAreInverseToTheSum) {
  EXPECT_EQ(scale::km_lower(25), 0.01);
  EXPECT_NEAR(scale::km_upper(2, 25), 4 / (std::numbers::pi * 25), 1e-17);
  // On the unit ball the worst case lies between the two: 1/4 <= 4/pi.
  EXPECT_LT(scale::km_lower(10), scale::km_upper(2, 10));
}

}  // namespace
}  // namespace twoscale
