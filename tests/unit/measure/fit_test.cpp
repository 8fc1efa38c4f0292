// Fits of known power laws: values, weights, families, bends, data without noise, what is refused.

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include <twoscale/core/error.hpp>

#include "unit/measure/power_data.hpp"

namespace twoscale {
namespace {

using testing::draw;
using testing::exact;
using testing::Noise;
using testing::PowerLaw;

const std::vector<double> kScales = {1e4, 4e4, 1.6e5, 6.4e5, 2.56e6};

TEST(Fit, ExactDataGiveTheExponentItself) {
  for (int replicas : {1, 4, 64}) {
    const PowerFit fit = fit_power(exact(kScales, replicas, [](double t) { return 3 * std::pow(t, -0.5); }));
    EXPECT_EQ(fit.how, PowerFit::How::exact);
    EXPECT_NEAR(fit.exponent.value, -0.5, 1e-14);
    EXPECT_NEAR(fit.prefactor, 3, 1e-12);
    EXPECT_EQ(fit.exponent.standard_error, 0);
    EXPECT_EQ(fit.exponent.lower, fit.exponent.value);
    EXPECT_EQ(fit.exponent.upper, fit.exponent.value);
    EXPECT_NEAR(fit.curvature, 0, 1e-13);
    EXPECT_FALSE(fit.bent);
    ASSERT_EQ(fit.points.size(), kScales.size());
    EXPECT_EQ(fit.points[0].lower, fit.points[0].upper);
  }
}

TEST(Fit, AParabolaIsFoundAsItIs) {
  // log value = 1 - 0.2 x - 0.01 x^2: slope -0.2 - 0.02 x.
  const auto points = exact(kScales, 1, [](double t) {
    const double x = std::log(t);
    return std::exp(1 - 0.2 * x - 0.01 * x * x);
  });
  const PowerFit fit = fit_power(points);
  EXPECT_NEAR(fit.curvature, -0.02, 1e-12);
  EXPECT_NEAR(fit.first_slope, -0.2 - 0.02 * std::log(kScales.front()), 1e-11);
  EXPECT_NEAR(fit.last_slope, -0.2 - 0.02 * std::log(kScales.back()), 1e-11);
  EXPECT_TRUE(fit.bent);
}

TEST(Fit, ExactDataAreBentBeyondTheResolutionOnly) {
  const auto law = [](double curvature) {
    return [curvature](double t) { return std::exp(-0.5 * std::log(t) + curvature / 2 * std::pow(std::log(t), 2)); };
  };
  const double e_folds = std::log(kScales.back() / kScales.front());
  EXPECT_FALSE(fit_power(exact(kScales, 1, law(0.019 / e_folds))).bent);
  EXPECT_TRUE(fit_power(exact(kScales, 1, law(0.021 / e_folds))).bent);
  EXPECT_TRUE(fit_power(exact(kScales, 1, law(-0.021 / e_folds))).bent);
}

TEST(Fit, TwoPointsHaveNoCurvature) {
  const PowerFit fit = fit_power(draw({.horizons = 2}, 5));
  EXPECT_EQ(fit.curvature, 0);
  EXPECT_EQ(fit.first_slope, fit.exponent.value);
  EXPECT_EQ(fit.last_slope, fit.exponent.value);
  EXPECT_FALSE(fit.bent);
}

TEST(Fit, ABentPowerLawIsFlagged) {
  // A lower-order term: T^-1/2 (1 + 300 T^-1/2). Its slope goes from -0.88 to -0.58.
  int bent = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto points = draw({.replicas = 256, .noise = Noise::lognormal}, seed);
    for (FitPoint& p : points)
      for (double& value : p.values[0]) value *= 1 + 300 / std::sqrt(p.scale);
    const PowerFit fit = fit_power(points, {.resamples = 100});
    bent += fit.bent;
    EXPECT_LT(fit.first_slope, fit.last_slope);
  }
  EXPECT_EQ(bent, 20);
}

TEST(Fit, SameInputSameBits) {
  const auto points = draw({.members = 3}, 9);
  const PowerFit a = fit_power(points), b = fit_power(points), other = fit_power(points, {.seed = 2});
  EXPECT_EQ(a.exponent.lower, b.exponent.lower);
  EXPECT_EQ(a.exponent.upper, b.exponent.upper);
  EXPECT_EQ(a.points[3].upper, b.points[3].upper);
  EXPECT_EQ(a.exponent.value, other.exponent.value);
  EXPECT_NE(a.exponent.lower, other.exponent.lower);
  EXPECT_NEAR(a.exponent.lower, other.exponent.lower, 0.2 * a.exponent.standard_error);
}

TEST(Fit, AnotherUnitChangesThePrefactorAlone) {
  auto points = draw({}, 3);
  const PowerFit before = fit_power(points);
  for (FitPoint& p : points) {
    p.scale *= 1024;
    for (double& value : p.values[0]) value *= 0x1p-40;
  }
  const PowerFit after = fit_power(points);
  EXPECT_NEAR(after.exponent.value, before.exponent.value, 1e-12);
  EXPECT_NEAR(after.exponent.lower, before.exponent.lower, 1e-12);
  EXPECT_NEAR(after.exponent.upper, before.exponent.upper, 1e-12);
  EXPECT_NEAR(after.prefactor / before.prefactor, 0x1p-40 * std::pow(1024, -before.exponent.value), 1e-20);
}

TEST(Fit, TheNoisyPointCountsLess) {
  // Four points on a line and a last one far off it: with noise of its own hundred times larger it hardly matters.
  auto points = draw({.replicas = 64, .noise = Noise::lognormal}, 4);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (double& value : points[i].values[0]) {
      const double truth = PowerLaw{}.value(points[i].scale);
      value = i == 4 ? truth * (1.5 + 4 * (value / truth - 1)) : truth * (1 + 0.04 * (value / truth - 1));
    }
  const double weighted = fit_power(points).exponent.value;
  for (double& value : points[4].values[0]) value = PowerLaw{}.value(points[4].scale) * 1.5;
  for (std::size_t i = 0; i < 4; ++i) points[i].values[0].assign(64, PowerLaw{}.value(points[i].scale));
  const double alike = fit_power(points).exponent.value;  // no noise: all weights alike
  EXPECT_LT(std::abs(weighted + 0.5), 0.5 * std::abs(alike + 0.5));
}

TEST(Fit, AFamilyByItsWorstOrItsMean) {
  // Member 1 is worse early, member 0 late.
  const auto values = [](double t, int replicas) {
    const auto n = static_cast<std::size_t>(replicas);
    return std::vector<std::vector<double>>{std::vector<double>(n, std::pow(t, -0.25)),
                                            std::vector<double>(n, 1000 * std::pow(t, -0.75))};
  };
  std::vector<FitPoint> points;
  for (double t : kScales) points.push_back({t, values(t, 4)});
  const PowerFit worst = fit_power(points, {.over = Over::worst}), mean = fit_power(points, {.over = Over::mean});
  EXPECT_EQ(worst.worst, (std::vector<int>{1, 1, 1, 1, 0}));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double a = points[i].values[0][0], b = points[i].values[1][0];
    EXPECT_DOUBLE_EQ(worst.points[i].value, std::max(a, b));
    EXPECT_DOUBLE_EQ(mean.points[i].value, (a + b) / 2);
  }
  EXPECT_EQ(mean.worst, worst.worst);
}

TEST(Fit, MembersOfAPointAreResampledTogether) {
  // Two members whose sum is constant: their mean has no noise, if replicas keep their members.
  auto points = draw({.replicas = 32}, 8);
  for (FitPoint& p : points) {
    p.values.push_back(p.values[0]);
    for (double& value : p.values[1]) value = 20 * PowerLaw{}.value(p.scale) - value;
  }
  const PowerFit fit = fit_power(points, {.over = Over::mean});
  EXPECT_NEAR(fit.exponent.value, -0.5, 1e-12);
  EXPECT_LT(fit.exponent.upper - fit.exponent.lower, 1e-12);
}

TEST(Fit, PointsAreResampledOnTheirOwn) {
  // The same replicas at both scales: drawn alike, they would leave the slope no spread at all.
  auto points = draw({.horizons = 2}, 8);
  points[1].values = points[0].values;
  const PowerFit fit = fit_power(points);
  EXPECT_NEAR(fit.exponent.value, 0, 1e-14);
  EXPECT_GT(fit.exponent.upper - fit.exponent.lower, 3 * fit.exponent.standard_error);
}

TEST(Fit, TheLogOfAMeanIsCorrected) {
  // E log of the mean of 4 exponentials is low by 0.130, of 256 by 0.002: a slope between the two would show it.
  constexpr int kTrials = 2000;
  double error = 0;  // of the slope times the distance in log scale; its own standard error is 0.012
  for (std::uint64_t seed = 1; seed <= kTrials; ++seed) {
    const PowerLaw few{.horizons = 2, .replicas = 4}, many{.horizons = 2, .replicas = 256};
    const std::vector<FitPoint> points = {draw(few, seed)[0], draw(many, seed + kTrials)[1]};
    error += (fit_power(points).exponent.value + 0.5) * std::log(4.0) / kTrials;
  }
  EXPECT_LT(std::abs(error), 0.05);
}

TEST(Fit, FewReplicasAreStudents) {
  EXPECT_EQ(fit_power(draw({.replicas = 15}, 2)).how, PowerFit::How::student);
  EXPECT_EQ(fit_power(draw({.replicas = 16}, 2)).how, PowerFit::How::bootstrap);
  EXPECT_EQ(fit_power(draw({.replicas = 16}, 2), {.few = 17}).how, PowerFit::How::student);
  const PowerFit two = fit_power(draw({.replicas = 2}, 2));
  EXPECT_EQ(two.how, PowerFit::How::student);
  EXPECT_GT(two.exponent.upper - two.exponent.lower, 4 * two.exponent.standard_error);
}

TEST(Fit, ResamplesWithoutALogarithmMakeItStudents) {
  // One replica of 32 is not zero: every third resample of a point is zero.
  std::vector<FitPoint> points = exact(kScales, 32, [](double) { return 0.0; });
  for (FitPoint& p : points) p.values[0][3] = 1 / p.scale;
  const PowerFit fit = fit_power(points);
  EXPECT_EQ(fit.how, PowerFit::How::student);
  EXPECT_NEAR(fit.exponent.value, -1, 1e-12);
  EXPECT_TRUE(std::isfinite(fit.exponent.lower) && std::isfinite(fit.exponent.upper));
  EXPECT_GE(fit.points[0].lower, 0);
}

TEST(Fit, AnEstimateOfOnePoint) {
  const FitPoint skewed = draw({}, 6)[0];
  const Estimate boot = estimate(skewed);
  EXPECT_LT(boot.lower, boot.value);
  // A skewed law makes a skewed interval: its long side is above.
  EXPECT_GT(boot.upper - boot.value, 1.1 * (boot.value - boot.lower));
  EXPECT_EQ(boot.value, fit_power(draw({}, 6)).points[0].value);

  const Estimate either_sign = estimate({1, {{-1, 1, 2, -2}}});
  EXPECT_EQ(either_sign.value, 0);
  EXPECT_NEAR(either_sign.upper, 3.182446 * std::sqrt(10.0 / 3 / 4), 1e-5);
  EXPECT_NEAR(either_sign.lower, -either_sign.upper, 1e-12);

  const Estimate one = estimate({1, {{0.25}}});
  EXPECT_EQ(one.lower, 0.25);
  EXPECT_EQ(one.upper, 0.25);
  EXPECT_EQ(one.standard_error, 0);
}

void expect_refused(const std::vector<FitPoint>& points, const std::string& words, const FitOptions& options = {}) {
  try {
    fit_power(points, options);
    ADD_FAILURE() << "accepted; expected: " << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Fit, RefusesWhatIsNoPowerLaw) {
  const FitPoint one{1, {{1.0, 2.0}}}, two{2, {{1.0, 2.0}}};
  expect_refused({}, "points = 0 must be at least 2");
  expect_refused({one}, "points = 1 must be at least 2");
  expect_refused({{0, {{1.0}}}, two}, "scale = 0 must be positive and finite");
  expect_refused({one, {std::numeric_limits<double>::infinity(), {{1.0}}}}, "scale = inf must be positive and finite");
  expect_refused({two, one}, "scale = 1 must be larger than the one before, 2");
  expect_refused({one, one}, "scale = 1 must be larger than the one before, 1");
  expect_refused({one, {2, {}}}, "the point at scale 2 has no replicas; every point must have at least one");
  expect_refused({one, {2, {{}}}}, "the point at scale 2 has no replicas");
  expect_refused({one, {2, {{1.0, 2.0}, {1.0}}}}, "all members of a point must have the same number");
  expect_refused({one, {2, {{1.0, std::nan("")}}}}, "a value of the point at scale 2 = nan must be finite");
  expect_refused({one, {2, {{1.0, -1.0}}}}, "the value at scale 2 = 0 must be positive");
  expect_refused({one, {2, {{1.0}}}}, "either all points must have one replica, or all must have at least two");
  expect_refused({one, two}, "resamples = 99 must be at least 100", {.resamples = 99});
  expect_refused({one, two}, "few = 1 must be at least 2", {.few = 1});
  EXPECT_THROW(estimate({1, {}}), Error);
}

}  // namespace
}  // namespace twoscale
