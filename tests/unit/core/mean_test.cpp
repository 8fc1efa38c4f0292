// A running mean and its standard error against two passes in long double.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <twoscale/measure/mean.hpp>
#include <vector>

namespace twoscale {
namespace {

TEST(Mean, AgreesWithTwoPasses) {
  std::mt19937_64 random(6);
  std::normal_distribution<double> pick(3, 2);
  Mean mean;
  std::vector<double> values(1000);
  long double sum = 0, squares = 0;
  for (double& value : values) mean.add(value = pick(random)), sum += value;
  for (double value : values) squares += (value - sum / 1000) * (value - sum / 1000);
  EXPECT_EQ(mean.count(), 1000U);
  EXPECT_NEAR(mean.value(), static_cast<double>(sum / 1000), 1e-14);
  EXPECT_NEAR(mean.variance(), static_cast<double>(squares / 999), 1e-13);
  EXPECT_NEAR(mean.standard_error(), std::sqrt(static_cast<double>(squares / 999 / 1000)), 1e-14);
}

TEST(Mean, KeepsASmallVarianceOfLargeValues) {
  // The textbook sum of squares less the squared sum would lose all of it.
  Mean mean;
  for (int i = 0; i < 1000; ++i) mean.add(1e9 + i % 2);
  EXPECT_EQ(mean.value(), 1e9 + 0.5);
  EXPECT_NEAR(mean.variance(), 0.25 * 1000 / 999, 1e-7);
}

TEST(Mean, SaysNothingOfTheErrorOfOneValue) {
  Mean mean;
  EXPECT_EQ(mean.count(), 0U);
  mean.add(5);
  EXPECT_EQ(mean.value(), 5.0);
  EXPECT_EQ(mean.variance(), 0.0);
  EXPECT_EQ(mean.standard_error(), 0.0);
}

}  // namespace
}  // namespace twoscale
