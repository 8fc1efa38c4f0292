// The gamma law against closed forms: whole shapes are sums, half shapes the error function.

#include <gtest/gtest.h>

#include <cmath>

#include <twoscale/core/error.hpp>
#include <twoscale/measure/chi_square.hpp>

namespace twoscale {
namespace {

/// P(X > x) for a whole shape: the chance that a Poisson number of mean x is below it.
double above_whole(double x, int shape) {
  double term = std::exp(-x), sum = term;
  for (int j = 1; j < shape; ++j) sum += term *= x / j;
  return sum;
}

TEST(ChiSquare, WholeShapesAreSums) {
  for (int shape : {1, 2, 5, 20, 100})
    for (double factor : {0.01, 0.3, 0.9, 1.0, 1.1, 2.0, 4.0}) {
      const double x = factor * shape, above = above_whole(x, shape);
      EXPECT_NEAR(gamma_above(x, shape), above, 1e-12 + 1e-11 * above);
      EXPECT_NEAR(gamma_below(x, shape), 1 - above, 1e-12);
    }
}

TEST(ChiSquare, OneDegreeIsASquaredNormal) {
  for (double z : {0.01, 0.5, 1.0, 1.959964, 3.0, 6.0})
    EXPECT_NEAR(chi_square_below(z * z, 1), std::erf(z / std::sqrt(2.0)), 1e-12);
  EXPECT_NEAR(gamma_above(18, 0.5), std::erfc(6 / std::sqrt(2.0)), 1e-20);  // precise where it is small
}

TEST(ChiSquare, ShapesJoin) {
  for (double z : {-3.0, -1.0, 0.0, 2.0, 4.0}) {
    const double x = 1000 + z * std::sqrt(1000.0);
    EXPECT_NEAR(gamma_below(x, 1000), gamma_below(x, 1000 + 1e-9), 1e-5);
    EXPECT_NEAR(gamma_below(x, 1000 + 1e-9) + gamma_above(x, 1000 + 1e-9), 1, 1e-12);
  }
}

TEST(ChiSquare, NothingBelowZeroAndNoShapeZero) {
  EXPECT_EQ(gamma_below(-1, 2), 0);
  EXPECT_EQ(gamma_above(0, 2), 1);
  EXPECT_THROW(gamma_below(1, 0), Error);
  EXPECT_THROW(gamma_above(1, -2), Error);
}

}  // namespace
}  // namespace twoscale
