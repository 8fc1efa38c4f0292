// Quantiles of Student's law against closed forms, a table and the law itself integrated.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <twoscale/core/error.hpp>
#include <twoscale/measure/student.hpp>

namespace twoscale {
namespace {

TEST(Student, ClosedForms) {
  for (double tail : {0.4, 0.1, 0.025, 1e-3, 1e-6, 1e-9}) {
    const double one = 1 / std::tan(std::numbers::pi * tail);
    EXPECT_NEAR(student_quantile(tail, 1), one, 1e-12 * one) << tail;
    const double two = (1 - 2 * tail) * std::sqrt(2 / (4 * tail * (1 - tail)));
    EXPECT_NEAR(student_quantile(tail, 2), two, 1e-12 * two) << tail;
  }
}

TEST(Student, KnownNumbers) {
  // With 40 digits (mpmath).
  EXPECT_NEAR(student_two_sided(0.95, 7), 2.3646242515927853, 1e-12);
  EXPECT_NEAR(student_two_sided(0.95, 63), 1.9983405425207416, 1e-12);
  EXPECT_NEAR(student_two_sided(0.99, 3.7), 4.8692522532278294, 1e-12);
  EXPECT_NEAR(student_two_sided(0.95, 1e5), 1.9599877075346096, 1e-11);
  EXPECT_NEAR(student_two_sided(0.95, std::numeric_limits<double>::infinity()), 1.9599639845400545, 1e-12);
}

/// P(T > t) by Simpson's rule in u = 1/(1 + x), from the density up to its constant.
double integrated_tail(double t, double degrees) {
  const auto mass = [degrees](double from) {
    constexpr int kSteps = 20000;
    const double end = 1 / (1 + from);
    double sum = 0;
    for (int i = 0; i <= kSteps; ++i) {
      const double u = end * i / kSteps, x = u > 0 ? 1 / u - 1 : 0;
      const double value = u > 0 ? std::pow(1 + x * x / degrees, -(degrees + 1) / 2) / (u * u) : 0;
      sum += value * (i == 0 || i == kSteps ? 1 : i % 2 ? 4 : 2);
    }
    return sum * end / kSteps / 3;
  };
  return mass(t) / (2 * mass(0));
}

TEST(Student, RealDegrees) {
  for (double degrees : {2.5, 3.7, 11.3, 40.5})
    for (double tail : {0.3, 0.025, 1e-4})
      EXPECT_NEAR(integrated_tail(student_quantile(tail, degrees), degrees), tail, 1e-8 * tail) << degrees;
}

TEST(Student, FallsWithDegreesTowardsTheNormalLaw) {
  double before = std::numeric_limits<double>::infinity();
  for (double degrees = 0.5; degrees < 1e12; degrees *= 1.7) {
    const double t = student_two_sided(0.95, degrees);
    EXPECT_LT(t, before + 1e-7) << degrees;
    before = t;
  }
  EXPECT_NEAR(before, 1.9599639845400545, 1e-7);
  EXPECT_NEAR(student_two_sided(0, 5), 0, 1e-15);
}

TEST(Student, RefusesWhatIsNoQuantile) {
  EXPECT_THROW(student_quantile(0, 5), Error);
  EXPECT_THROW(student_quantile(0.6, 5), Error);
  EXPECT_THROW(student_quantile(std::nan(""), 5), Error);
  EXPECT_THROW(student_quantile(0.1, 0), Error);
  EXPECT_THROW(student_two_sided(1, 5), Error);
  EXPECT_THROW(student_two_sided(0.95, std::nan("")), Error);
}

}  // namespace
}  // namespace twoscale
