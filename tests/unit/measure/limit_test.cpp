// The statistical limit against closed forms, from everything a problem may tell and from samples alone.
#include <gtest/gtest.h>

#include <twoscale/measure/limit.hpp>
#include <twoscale/measure/noise_parts.hpp>

#include "testing.hpp"
#include "unit/measure/certificate_problems.hpp"

namespace twoscale {
namespace {

using Numbers = std::vector<double>;
using testing::LambdaEvaluator;

StatisticalLimit limit_of_zoo(const std::string& name, const std::vector<std::pair<std::string, double>>& parameters) {
  return statistical_limit(testing::problem_with(name, parameters)->evaluator()).value();
}

void expect_near(const StatisticalLimit& limit, double trace) {
  EXPECT_NEAR(limit.trace, trace, 4 * limit.standard_error) << limit.how;
  EXPECT_LT(limit.standard_error, 0.03 * trace);
  EXPECT_NEAR(limit.trace, limit.slow_trace + limit.fast_trace, 1e-12 * trace);
}

TEST(Limit, OfTheRotorIsItsClosedForm) {
  // Cov G = sigma^2 I, P* = (gain/rho) J with J a quarter turn: Sigma = sigma^2 (1 + (gain/rho)^2) I.
  for (const auto& [gain, rho, sigma] : {std::tuple{4.0, 0.5, 0.3}, {1.0, 1.0, 0.1}, {0.0, 0.2, 2.0}}) {
    const StatisticalLimit limit = limit_of_zoo("rotor", {{"gain", gain}, {"rho", rho}, {"sigma", sigma}});
    const double slow = 2 * sigma * sigma, fast = slow * gain * gain / rho / rho;
    expect_near(limit, slow + fast);
    EXPECT_NEAR(limit.slow_trace, slow, 0.05 * slow);
    EXPECT_NEAR(limit.fast_trace, fast, 0.05 * fast);
    ASSERT_EQ(limit.covariance.size(), 4U);
    EXPECT_NEAR(limit.covariance[0] + limit.covariance[3], limit.trace, 1e-9 * limit.trace);
    EXPECT_NEAR(limit.covariance[1], 0, 0.03 * limit.trace);
    EXPECT_EQ(limit.covariance[1], limit.covariance[2]);
    EXPECT_LT(std::hypot(limit.y[0], limit.y[1]), 1e-6) << "the fixed point is zero";
    EXPECT_TRUE(limit.whole);
    EXPECT_DOUBLE_EQ(limit.at(1000), limit.trace / 500);
    const double both = std::sqrt(limit.slow_trace) + std::sqrt(limit.fast_trace);
    EXPECT_DOUBLE_EQ(limit.at_best_split(10), both * both / 10);
    EXPECT_LE(limit.at_best_split(10), limit.at(10));
  }
}

TEST(Limit, HasNothingOfANoiseThatDoesNotReachH) {
  // P* = 0: the noise of F costs samples and no more.
  expect_near(limit_of_zoo("moving-target", {{"sigma", 0.5}}), 0.5);
  expect_near(limit_of_zoo("rotation", {{"sigma", 0.5}, {"bias", 0.1}}), 0.5);
}

TEST(Limit, OfAProblemWithoutNoiseIsZeroToTheBit) {
  for (const char* name : {"rotation", "moving-target", "rotor", "scalar-floor"}) {
    const StatisticalLimit limit = limit_of_zoo(name, {{"sigma", 0}});
    EXPECT_EQ(limit.trace, 0) << name;
    EXPECT_EQ(limit.standard_error, 0) << name;
    EXPECT_EQ(limit.at(10), 0) << name;
  }
  EXPECT_EQ(limit_of_zoo("scalar-floor", {}).trace, 0) << "y has one place only";
}

TEST(Limit, SaysWhatIsMissingWithoutDerivatives) {
  const StatisticalLimit limit = limit_of_zoo("lipschitz-only", {});
  EXPECT_FALSE(limit.whole);
  expect_near(limit, 2 * 0.3 * 0.3);
  EXPECT_NE(limit.how.find("no derivatives in x"), std::string::npos) << limit.how;
  EXPECT_NE(limit.how.find("too low"), std::string::npos) << limit.how;
}

/// x* = 2 y, h(y) = y/2 + 1, y* = 2; the noise of G is y zeta, that of F x/2 xi: what it is depends on where it is
/// measured. C = 1.5, A = 0.8, P* = 1.875: tr Sigma = 4 + (1.875 * 2)^2 at y* = 2, x* = 4.
LambdaEvaluator moving() {
  LambdaEvaluator out;
  out.sizes = {.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  out.f = [](const Numbers& x, const Numbers& y, const Numbers& xi) {
    return Numbers{2 * y[0] + 0.2 * (x[0] - 2 * y[0]) + x[0] / 2 * xi[0]};
  };
  out.g = [](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    return Numbers{y[0] / 2 + 1 + 1.5 * (x[0] - 2 * y[0]) + y[0] * zeta[0]};
  };
  return out;
}
constexpr double kMovingTrace = 4 + 1.875 * 1.875 * 4;
void tell_means(LambdaEvaluator& problem) {
  problem.mean_f = [](const Numbers& x, const Numbers& y) { return Numbers{2 * y[0] + 0.2 * (x[0] - 2 * y[0])}; };
  problem.mean_g = [](const Numbers& x, const Numbers& y) { return Numbers{y[0] / 2 + 1 + 1.5 * (x[0] - 2 * y[0])}; };
}

TEST(Limit, IsMeasuredAtTheSolutionWhateverTheProblemTells) {
  LambdaEvaluator means = moving(), closed = moving(), reduced = moving(), solved = moving();
  tell_means(means);
  const auto h = [](const Numbers& y) { return Numbers{y[0] / 2 + 1}; };
  reduced.h = solved.h = closed.h = h;
  solved.solution = closed.solution = [](const Numbers& y) { return Numbers{2 * y[0]}; };
  closed.p_times = [](const Numbers&, const Numbers& r) { return Numbers{1.875 * r[0]}; };
  for (const auto& [problem, words] : {std::pair<const Evaluator&, const char*>(means, "differences of the means"),
                                       {closed, "as the problem gives"},
                                       {reduced, "x settled"},
                                       {solved, "derivative samples"}}) {
    const auto limit = statistical_limit(problem);
    ASSERT_TRUE(limit) << words;
    expect_near(*limit, kMovingTrace);
    EXPECT_NEAR(limit->y[0], 2, 1e-8) << words;
    EXPECT_NEAR(limit->x[0], 4, 0.5) << words;
    EXPECT_NE(limit->how.find(words), std::string::npos) << limit->how;
  }
  EXPECT_FALSE(statistical_limit(moving())) << "nothing says where the solution is";
}

TEST(Limit, FromSamplesAloneIsThatOfThePointGiven) {
  const LambdaEvaluator problem = moving();
  const auto at_solution = limit_at(problem, {0}, {2});
  ASSERT_TRUE(at_solution);
  expect_near(*at_solution, kMovingTrace);
  EXPECT_EQ(at_solution->y, Numbers{2});
  const auto elsewhere = limit_at(problem, {0}, {1});
  ASSERT_TRUE(elsewhere);
  expect_near(*elsewhere, kMovingTrace / 4);
  const auto rotor = make_problem("rotor");
  expect_near(limit_at(rotor->evaluator(), {1, 0}, {0.1, 0.2}).value(), 2 * 0.09 * 65);
}

TEST(Limit, StandardErrorsAreThoseSeenOverSeeds) {
  const auto rotor = make_problem("rotor");
  const double trace = 2 * 0.09 * 65;
  Mean told, sampled;  // squares of z
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const LimitOptions options{.samples = 2048, .seed = seed};
    const auto square = [&](const StatisticalLimit& limit) {
      const double z = (limit.trace - trace) / limit.standard_error;
      return z * z;
    };
    told.add(square(statistical_limit(rotor->evaluator(), options).value()));
    sampled.add(square(limit_at(rotor->evaluator(), {0, 0}, {0, 0}, options).value()));
  }
  // A mean of 60 squares has a standard error of 0.18; with 15 degrees of freedom its mean is 1.15, and P itself is
  // biased a little by so few derivatives.
  EXPECT_NEAR(told.value(), 1, 0.6);
  EXPECT_NEAR(sampled.value(), 1.15, 0.75);
}

TEST(Limit, IsWhatAveragingAttains) {
  // KM with x*(y) and P* told, steps k^-0.6, and the average of the last three quarters of y [polyak_juditsky_1992].
  const auto rotor = testing::problem_with("rotor", {{"theta", 1}});
  const Evaluator& problem = rotor->evaluator();
  const StatisticalLimit limit = statistical_limit(problem).value();
  constexpr std::uint64_t kSteps = 8000, kFirst = kSteps / 4;
  Mean residual;
  for (std::uint32_t replica = 0; replica < 100; ++replica) {
    Numbers y = {1, 0}, sum = {0, 0};
    for (std::uint64_t k = 0; k < kSteps; ++k) {
      const Numbers x = *problem.fast_solution(y);
      Numbers r = problem.fast(x, y, problem.noise(Role::zeta_f, 9, replica, k));
      const Numbers g = problem.slow(x, y, problem.noise(Role::zeta_g, 9, replica, k));
      for (int i = 0; i < 2; ++i) r[i] -= x[i];
      const Numbers correction = *problem.preconditioner_times(y, r);
      const double step = std::pow(static_cast<double>(k + 1), -0.6);
      for (int i = 0; i < 2; ++i) {
        y[i] += step * (g[i] + correction[i] - y[i]);
        if (k >= kFirst) sum[i] += y[i] / static_cast<double>(kSteps - kFirst);
      }
    }
    residual.add(*rotor->squared_residual(sum));
  }
  // Two samples a step. Higher-order terms add some; the mean of 100 squares in the plane is good to a tenth.
  const double ratio = residual.value() / limit.at(2 * (kSteps - kFirst));
  EXPECT_GT(ratio, 0.7);
  EXPECT_LT(ratio, 1.4);
  RecordProperty("ratio", std::to_string(ratio));
}

TEST(Limit, OfALargeFastVariableWithoutPIsTheNoiseOfGAlone) {
  testing::OffsetEvaluator problem({.offset = Numbers(70), .slow_noise = 0.2});
  const auto limit = limit_at(problem, Numbers(70), Numbers(70));
  ASSERT_TRUE(limit);
  EXPECT_FALSE(limit->whole);
  EXPECT_TRUE(limit->covariance.empty());
  expect_near(*limit, 70 * 0.04);
  EXPECT_NE(limit->how.find("x is too large"), std::string::npos) << limit->how;
}

TEST(Limit, KeepsToTheSlowSet) {
  LambdaEvaluator problem = moving();
  tell_means(problem);
  problem.slow_radius = 1;  // y* = 2 is out of reach: the projected map has its fixed point at 1
  const auto limit = statistical_limit(problem);
  ASSERT_TRUE(limit);
  EXPECT_NEAR(limit->y[0], 1, 1e-3);
  EXPECT_EQ(limit->trace, 0) << "y is held where it is, whatever the noise";
}

TEST(Limit, IsNotSaidWhereItIsNotFinite) {
  LambdaEvaluator problem = moving();
  tell_means(problem);
  problem.h = [](const Numbers&) { return Numbers{std::nan("")}; };
  EXPECT_FALSE(statistical_limit(problem));
  problem = moving();
  problem.g = [](const Numbers&, const Numbers&, const Numbers& zeta) { return Numbers{1e200 * zeta[0]}; };
  EXPECT_FALSE(limit_at(problem, {0}, {1}));
}

TEST(Limit, RefusesWhatItCannotUse) {
  const LambdaEvaluator problem = moving();
  const auto refuses = [](const auto& call, const std::string& words) {
    try {
      call();
      ADD_FAILURE() << words;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()), words);
    }
  };
  refuses([&] { limit_at(problem, {0, 0}, {1}); }, "size of x = 2 must be 1, as the problem's");
  refuses([&] { limit_at(problem, {0}, {}); }, "size of y = 0 must be 1, as the problem's");
  refuses([&] { statistical_limit(problem, {.samples = 100}); }, "samples = 100 must be at least 1024");
  const auto rotor = make_problem("rotor");
  EXPECT_EQ(statistical_limit(rotor->evaluator())->trace, statistical_limit(rotor->evaluator())->trace);
  EXPECT_NE(statistical_limit(rotor->evaluator())->trace, statistical_limit(rotor->evaluator(), {.seed = 2})->trace);
}

/// Of rotor at its solution tr Cov G = 2 sigma^2 and tr P Cov F P^T = 2 sigma^2 (gain/rho)^2: by P as a matrix, and by
/// solves with averages of derivative samples.
TEST(NoiseParts, AreThoseOfTheLimit) {
  const auto rotor = make_problem("rotor");
  const Numbers zero{0, 0};
  for (const Numbers& P : {Numbers{0, -8, 8, 0}, Numbers{}}) {
    const auto parts = noise_parts(rotor->evaluator(), zero, zero, zero, P, 20'000);
    ASSERT_TRUE(parts);
    const double allowed = P.empty() ? 0.8 : 0.06;  // 16 residuals: a trace of few directions is told to a third
    EXPECT_NEAR(parts->fast / (2 * 0.09 * 64), 1, allowed);
    EXPECT_NEAR(parts->slow / (2 * 0.09), 1, 0.15);
    EXPECT_LE(parts->samples, 20'000U);
  }
  EXPECT_FALSE(noise_parts(make_problem("lipschitz-only")->evaluator(), {0}, {0}, {0}, {}, 2000));
}

}  // namespace
}  // namespace twoscale
