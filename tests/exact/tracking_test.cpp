// The two terms of the fast tracking scale alpha + (beta/alpha)^2, each against its closed form.
#include <gtest/gtest.h>

#include <complex>

#include "testing.hpp"

namespace twoscale {
namespace {

using testing::method_with;

Method constant_steps(double fast, double slow) {
  return method_with("raw", {{"fast_scale", std::to_string(fast)},
                             {"fast_exponent", "0"},
                             {"slow_scale", std::to_string(slow)},
                             {"slow_exponent", "0"}});
}

/// [P] eq. (exact-moving-lag): e_k = (1 - m)(m^k - a^k)/(m - a).
std::complex<long double> closed_lag(double theta, double rho, double alpha, double beta, std::uint64_t k) {
  using C = std::complex<long double>;
  const C m = 1.0L + static_cast<long double>(beta) * (std::exp(C(0, theta)) - 1.0L);
  const C a = 1.0L - static_cast<long double>(rho) * alpha;
  return (1.0L - m) * (std::pow(m, static_cast<long double>(k)) - std::pow(a, static_cast<long double>(k))) / (m - a);
}

TEST(MovingTarget, LagsByTheClosedForm) {
  const double alpha = 0.125, beta = 0.015625;
  for (const double theta : {0.3, 1.0, 3.0})
    for (const double rho : {0.25, 1.0}) {
      const auto problem = testing::problem_with("moving-target", {{"theta", theta}, {"rho", rho}});
      for (const std::uint64_t k : {1, 2, 3, 10, 64, 65, 500, 3000}) {
        const auto end = problem->run(Plan::for_iterations(constant_steps(alpha, beta), k), {}).replicas[0].last;
        const std::complex<long double> expected = closed_lag(theta, rho, alpha, beta, k);
        EXPECT_NEAR(end.fast[0] - end.slow[0], expected.real(), 1e-12) << "k = " << k;
        EXPECT_NEAR(end.fast[1] - end.slow[1], expected.imag(), 1e-12) << "k = " << k;
      }
    }
}

TEST(MovingTarget, LagScalesAsSlowStepOverFastStep) {
  // After a time of order 1/alpha, at beta/alpha fixed to small values ([P] Prop. raw-separation-source).
  const auto problem = testing::problem_with("moving-target", {{"theta", 1.0}});
  std::vector<double> ratio, lag;
  for (const double beta_over_alpha : {1.0 / 64, 1.0 / 256, 1.0 / 1024}) {
    const double alpha = 1.0 / 16;
    const auto plan = Plan::for_iterations(constant_steps(alpha, alpha * beta_over_alpha), 256);
    ratio.push_back(beta_over_alpha);
    lag.push_back(*problem->tracking_error(problem->run(plan, {}).replicas[0].last));
  }
  EXPECT_NEAR(testing::exact_slope(ratio, lag), 1.0, 0.05);
}

TEST(ScalarFloor, StationaryVarianceIsTheClosedForm) {
  for (const double alpha : {0.03125, 0.25, 1.0})
    for (const double rho : {0.5, 1.0}) {
      const double sigma = 0.7;
      const auto problem = testing::problem_with("scalar-floor", {{"rho", rho}, {"sigma", sigma}});
      RunOptions options;
      options.replicas = 8192;
      options.seed = 11;
      const auto iterations = static_cast<std::uint64_t>(40 / (rho * alpha));  // e^-80 of the start is left
      Mean square;
      for (const auto& replica :
           problem->run(Plan::for_iterations(constant_steps(alpha, 0.5), iterations), options).replicas)
        square.add(replica.last.fast[0] * replica.last.fast[0]);
      EXPECT_NEAR(square.value(), alpha * sigma * sigma / (2 * rho - rho * rho * alpha), 4 * square.standard_error())
          << "alpha " << alpha << " rho " << rho;
    }
}

}  // namespace
}  // namespace twoscale
