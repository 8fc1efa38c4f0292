// Problems that are too large for a learned P: auto looks with the raw oracle, and the limit is measured by products.
#include <gtest/gtest.h>

#include <twoscale/twoscale.hpp>

namespace twoscale {
namespace {

/// Each slow number has copies in x, and moves by a gradient step. x*(y)_i = y_i, solution 1 everywhere.
struct Copies {
  int nx = 120, ny = 40;
  double step = 0.5, sigma = 0.1;
  static constexpr std::array<Setting<Copies>, 2> settings = {{
      {"nx", &Copies::nx, Range{.low = 2, .high = 1e6, .whole = true}, "fast numbers"},
      {"ny", &Copies::ny, Range{.low = 2, .high = 1e6, .whole = true}, "slow numbers"},
  }};
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx, .slow_noise = ny}; }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }
  template <class X>
  auto mean_fast(const X& x, const auto& y) const {
    X out(nx);
    for (int i = 0; i < nx; ++i) out[i] = 0.5 * (x[i] + y[i % ny]);
    return out;
  }
  template <class X>
  auto mean_slow(const X& x, const auto& y) const {
    Vector<typename X::Element> out(ny);
    for (int j = 0; j < ny; ++j) out[j] = y[j] - step * (x[j] - 1.0);
    return out;
  }
  /// A = I/2 and C = -step on the copies that are looked at: P* = -2 step there.
  double trace() const { return ny * sigma * sigma * (1 + 4 * step * step); }
};

/// Every slow number is held below its solution: no noise moves the answer.
struct Held : Copies {
  TWOSCALE_PARAMETERS(Held, sigma)
  Box slow_set{-5.0, 0.5};
};

TEST(Large, NoiseAcrossAFaceThatHoldsYIsNotInTheLimit) {
  auto any = any_problem(Held{});
  const auto limit = statistical_limit(any.evaluator());
  ASSERT_TRUE(limit && limit->whole);
  EXPECT_EQ(limit->trace, 0) << limit->how;
}

TEST(Large, AutoLooksWithTheRawOracleAndComesNearTheLimit) {
  const SolveReport report = solve(Copies{}, {.budget = 100'000, .certify = 0});
  EXPECT_FALSE(is_corrected(report.method));
  EXPECT_TRUE(report.settled()) << report.status.message;
  ASSERT_TRUE(report.tuning && report.limit && report.residual);
  EXPECT_NE(report.tuning->why_raw.find("40 by 120"), std::string::npos) << report.tuning->why_raw;
  const double least = std::get<Tuned>(report.method.schedule).separation;
  for (const LegRecord& epoch : report.tuning->epochs) EXPECT_GE(epoch.fast, 0.99 * least * epoch.slow);
  EXPECT_LT(report.residual->mean_square, 3 * report.limit->at_equal_split);
}

TEST(Large, WhatIsAskedForIsTaken) {
  const SolveReport report = solve(
      Copies{.nx = 70, .ny = 6}, {.method_options = {{"oracle", "lazy-corrected"}, {"preconditioner", "lazy-learned"}},
                                  .budget = 2'000,
                                  .certify = 0});
  EXPECT_TRUE(is_corrected(report.method));
  const SolveReport apart = solve(Copies{}, {.method_options = {{"separation", "4"}}, .budget = 2'000, .certify = 0});
  EXPECT_EQ(std::get<Tuned>(apart.method.schedule).separation, 4);
}

/// Each slow number sees its own motion come back through x, against it: M = -gain/rho on all of them.
struct Leaking : Copies {
  double gain = 200, rho = 0.4;
  TWOSCALE_PARAMETERS(Leaking, gain, rho)
  template <class X>
  auto mean_fast(const X& x, const auto& y) const {
    X out(nx);
    for (int i = 0; i < nx; ++i) out[i] = x[i] + rho * (y[i % ny] - x[i]);
    return out;
  }
  template <class X>
  auto mean_slow(const X& x, const auto& y) const {
    Vector<typename X::Element> out(ny);
    for (int j = 0; j < ny; ++j) out[j] = y[j] - 0.5 * (y[j] - 1.0) - gain * (x[j] - y[j]);
    return out;
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }
};

TEST(Large, TheLagGainIsMeasuredByProducts) {
  for (const double gain : {0.0, 0.5, 200.0}) {
    const Leaking problem{.gain = gain};
    auto any = any_problem(problem);
    for (const std::uint64_t evaluations : {64, 1000, 100'000}) {
      const auto lag = lag_gain(any.evaluator(), evaluations);
      ASSERT_TRUE(lag);
      EXPECT_NEAR(lag->gain, gain / problem.rho, 0.02 * gain / problem.rho) << evaluations;
      EXPECT_LE(lag->evaluations, evaluations + evaluations / 2);
    }
    EXPECT_FALSE(lag_gain(any.evaluator(), 63));
  }
}

/// F has no value outside of the sets; y starts in a corner.
struct Cornered : Leaking {
  TWOSCALE_PARAMETERS(Cornered, gain)
  Box slow_set{0.0, 2.0};
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    for (int j = 0; j < ny; ++j)
      if (any(y[j] < 0.0)) throw Error("y is outside of its set");
    return Leaking::fast(x, y, xi);
  }
};

TEST(Large, TheLagGainAsksForNothingOutsideOfTheSets) {
  auto any = any_problem(Cornered{});
  const auto lag = lag_gain(any.evaluator(), 1000);
  ASSERT_TRUE(lag);
  EXPECT_GT(lag->gain, 100);
}

TEST(Large, AutoKeepsAsMuchSeparationAsTheLagAsksFor) {
  const SolveReport report = solve(Leaking{}, {.budget = 400'000, .certify = 0});
  EXPECT_EQ(std::get<Tuned>(report.method.schedule).separation, 1500);  // three times 200/0.4
  EXPECT_TRUE(report.settled()) << report.status.message;
  EXPECT_EQ(report.tuning->cuts, 0);
  EXPECT_LT(report.residual->mean_square, 3 * report.limit->at_equal_split);
  const SolveReport less =
      solve(Leaking{}, {.method_options = {{"oracle", "raw"}, {"preconditioner", "none"}, {"separation", "16"}},
                        .budget = 20'000,
                        .certify = 0});
  EXPECT_EQ(std::get<Tuned>(less.method.schedule).separation, 16);
  EXPECT_GT(less.tuning->cuts, 0);
}

TEST(Large, TheSizeIsThatOfTheParameters) {
  for (const auto& [size, corrected] : {std::pair{"16", true}, {"300", false}}) {
    const SolveReport report = solve(Copies{.ny = 10}, {.parameters = {{"nx", size}}, .budget = 100'000, .certify = 0});
    EXPECT_EQ(is_corrected(report.method), corrected) << size;
  }
}

TEST(Large, TheLimitIsMeasuredByProducts) {
  for (const std::uint64_t evaluations : {std::uint64_t{0}, std::uint64_t{1'000}, std::uint64_t{100'000}}) {
    const Copies problem{.nx = 3000, .ny = 1000};
    auto any = any_problem(problem);
    const auto limit = statistical_limit(any.evaluator(), {.evaluations = evaluations});
    ASSERT_TRUE(limit && limit->whole);
    EXPECT_NEAR(limit->trace, problem.trace(), 4 * limit->standard_error) << limit->how;
    EXPECT_NEAR(limit->fast_trace, 0.5 * problem.trace(), 0.05 * problem.trace());
    EXPECT_LT(limit->standard_error, 0.03 * limit->trace);
  }
}

}  // namespace
}  // namespace twoscale
