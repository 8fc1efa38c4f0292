// What awaits a run at its start: how noisy h is seen, how slowly x goes, how far curvature takes H off.
#include <gtest/gtest.h>

#include <cmath>

#include <twoscale/twoscale.hpp>

namespace twoscale {
namespace {

/// Every number of y has its own number of x. A = rho, C = -step: P* = -step/rho on each pair; x*(y) = y.
struct Pairs {
  int n = 100;
  double rho = 0.5, step = 0.5, curve = 0, sigma = 0.2;
  Shape shape() const { return {.fast = n, .slow = n, .fast_noise = n, .slow_noise = n}; }
  template <class X>
  auto fast(const X& x, const auto& y, const auto& xi) const {
    X out(n);
    for (int i = 0; i < n; ++i)
      out[i] = y[i] + (1 - rho) * (x[i] - y[i]) + curve * (1.0 - cos(x[i] - y[i])) + sigma * xi[i];
    return out;
  }
  template <class X>
  auto slow(const X& x, const auto& y, const auto& zeta) const {
    Vector<typename X::Element> out(n);
    for (int i = 0; i < n; ++i) out[i] = y[i] - step * (x[i] - 1.0) + sigma * zeta[i];
    return out;
  }
};

TEST(Outlook, KnowsTheNoiseOfTheReducedMap) {
  const Pairs problem;
  auto any = any_problem(problem);
  const auto ahead = outlook(any.evaluator(), 20'000);
  ASSERT_TRUE(ahead);
  const double of_slow = problem.n * problem.sigma * problem.sigma;  // and P* = -1
  EXPECT_NEAR(ahead->slow_noise, of_slow, 0.05 * of_slow);
  EXPECT_NEAR(ahead->fast_noise, of_slow, 0.15 * of_slow);  // of 16 draws of 100 numbers
  EXPECT_NEAR(ahead->widest, 1 / std::sqrt(problem.n), 0.05) << "a hundred directions, all alike: sqrt(tr S^2) / tr S";
  EXPECT_LT(ahead->bend, 1e-9) << "nothing bends";
  EXPECT_LE(ahead->evaluations, 20'000);
  EXPECT_FALSE(outlook(any.evaluator(), 100)) << "too few to tell";
}

/// x with steps alpha has variance alpha sigma^2 / (2 rho); f is then off by curve/2 of that, and h by step/rho of it.
TEST(Outlook, KnowsHowFarCurvatureTakesHOff) {
  const Pairs problem{.curve = 0.3};
  auto any = any_problem(problem);
  const auto ahead = outlook(any.evaluator(), 200'000);
  ASSERT_TRUE(ahead);
  const double each =
      problem.step / problem.rho * problem.curve / 2 * problem.sigma * problem.sigma / (2 * problem.rho);
  EXPECT_NEAR(ahead->bend, std::sqrt(problem.n) * each, 0.15 * std::sqrt(problem.n) * each);
}

/// A = rho (1 + shake times a normal number) in every direction.
struct Shaken : Pairs {
  double factor = 0;
  Shape shape() const { return {.fast = n, .slow = n, .fast_noise = n + 1, .slow_noise = n}; }
  template <class X>
  auto fast(const X& x, const auto& y, const auto& xi) const {
    X out(n);
    for (int i = 0; i < n; ++i) out[i] = x[i] - rho * (1.0 + factor * xi[n]) * (x[i] - y[i]) + sigma * xi[i];
    return out;
  }
};
TEST(Outlook, KnowsHowNoisyDerivativesAre) {
  for (const double factor : {0.0, 0.3}) {
    Shaken problem;
    problem.factor = factor;
    auto any = any_problem(problem);
    const auto ahead = outlook(any.evaluator(), 20'000);
    ASSERT_TRUE(ahead);
    EXPECT_NEAR(ahead->shake, factor, factor * 3 / std::sqrt(2.0 * 16) + 1e-9) << "of 16 draws, three standard errors";
  }
}

TEST(Outlook, KnowsHowSlowlyXGoes) {
  for (const double rho : {0.5, 0.02}) {
    auto any = any_problem(Pairs{.rho = rho});
    const auto lag = lag_gain(any.evaluator(), 5'000);
    ASSERT_TRUE(lag);
    EXPECT_TRUE(lag->solved);
    EXPECT_NEAR(lag->slowness, 1 / rho, 0.01 / rho);
    EXPECT_NEAR(lag->gain, 0.5 / rho, 0.01 / rho);  // C A^-1 x*' = -step/rho
  }
}

}  // namespace
}  // namespace twoscale
