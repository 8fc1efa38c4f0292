// Moments of the fast error and of the preconditioner error against the scales of the paper.
#include <gtest/gtest.h>

#include <cstdio>

#include "testing.hpp"

namespace twoscale {
namespace {

using testing::log_slope;
using testing::method_with;
using testing::Point;
using testing::Slope;

/// Second and fourth moments of the inner solver's error at a slow point that (almost) does not move.
struct Moments {
  std::vector<Point> second, fourth;
};

Moments inner_moments(const std::string& problem_name, const testing::Options& options, double start) {
  const auto problem = make_problem(problem_name);
  Moments out;
  for (const int n : {512, 2048, 8192}) {  // below, the start's own decay still shows
    testing::Options all = options;
    // Two outer steps of n inner ones: n = ceil(inner_scale 2^(4b/3)) with b tiny.
    all.insert(all.end(),
               {{"slow_exponent", "1e-9"}, {"slow_scale", "1e-12"}, {"inner_scale", std::to_string(n - 0.5)}});
    const Plan plan = Plan::for_iterations(method_with("nested", all), 2);
    EXPECT_EQ(plan.inner_length(0), static_cast<std::uint64_t>(n));
    RunOptions run_options{.seed = 8, .replicas = 4096, .threads = 2};
    run_options.fast_start.assign(problem->shape().fast, start);
    Point second{n + 4.0, {}}, fourth{n + 4.0, {}};  // t0 = 4: the bound is in n + t0
    for (const ReplicaResult& r : problem->run(plan, run_options).replicas) {
      const double error = *problem->tracking_error(r.last);
      second.mean.add(std::pow(error, 2));
      fourth.mean.add(std::pow(error, 4));
    }
    out.second.push_back(second);
    out.fourth.push_back(fourth);
  }
  return out;
}

void expect_inner_slopes(const Moments& moments) {
  const Slope second = log_slope(moments.second), fourth = log_slope(moments.fourth);
  EXPECT_NEAR(second.value, -1.0, 3 * second.standard_error);
  EXPECT_NEAR(fourth.value, -2.0, 3 * fourth.standard_error);
  EXPECT_LT(second.standard_error, 0.02);
  EXPECT_LT(fourth.standard_error, 0.04);
}

TEST(InnerSolve, SecondMomentFallsLikeOneOverNAndFourthLikeItsSquare) {
  expect_inner_slopes(inner_moments("scalar-floor", {}, 1.0));
  expect_inner_slopes(inner_moments("rotor-curved", {}, 0.5));
  expect_inner_slopes(inner_moments("rotor-curved", {{"warm_start", "1"}}, 0.5));
}

/// E|(P - P*)(f - X)|^2 is of order delta^2 when P averages as many samples as the inner solve takes, and only of
/// order delta when it averages a fixed few, however small |P - P*| is on its own.
TEST(ProductCondition, HoldsForABatchThatGrowsWithTheInnerSolveAndFailsForAFixedOne) {
  auto products = [](const char* batch) {
    std::vector<Point> points;
    const auto problem = make_problem("rotor-curved");
    for (const int n : {16, 64, 256, 1024}) {
      const Method method = method_with("nested-corrected", {{"preconditioner", "averaged"},
                                                             {"estimate_batch", batch},
                                                             {"slow_exponent", "1e-9"},
                                                             {"inner_scale", std::to_string(n - 0.5)}});
      const Plan plan = Plan::for_iterations(method, 2);
      std::vector<Snapshot> states;
      for (const auto& r : problem->run(plan, {.seed = 12, .replicas = 1024, .threads = 2}).replicas)
        states.push_back(r.last);
      const ProductCondition measured = *problem->product_condition(plan, states, 12);
      EXPECT_LT(measured.noise_product.value(), 10.0);
      points.push_back({measured.fast_error.value(), measured.residual_product});
    }
    return log_slope(points);
  };
  const Slope growing = products("0"), fixed = products("16");
  std::printf("product condition: delta^%.3f +- %.3f growing, delta^%.3f +- %.3f fixed\n", growing.value,
              growing.standard_error, fixed.value, fixed.standard_error);
  EXPECT_GT(growing.value, 2.0 - 3 * growing.standard_error);
  EXPECT_LT(fixed.value, 2.0 - 10 * fixed.standard_error);
}

/// After burn-in, E|X - x*|^2 <= C Lambda and E|P - P*|_F^2 <= C Theta, the fourth moments their squares, with one C
/// for all horizons ([P] Lemmas single-fast and precond-track).
TEST(SingleLoop, TrackingMomentsFollowLambdaAndTheta) {
  const auto problem = make_problem("rotor");
  std::vector<Point> fast2, fast4, precond2, precond4;
  for (const int power : {12, 14, 16, 18}) {
    const Plan plan = Plan::for_iterations(make_method("single-loop"), std::uint64_t{1} << power);
    EXPECT_LT(*plan.burn_in(), plan.iterations());
    const Steps steps = plan.steps(0);
    Point f2{scale::tracking(steps), {}}, f4 = f2, p2{scale::preconditioner(steps), {}}, p4 = p2;
    for (const auto& r : problem->run(plan, {.seed = 31, .replicas = 128, .threads = 2}).replicas) {
      const double e = *problem->tracking_error(r.last), E = *problem->preconditioner_error(r.last);
      f2.mean.add(e * e), f4.mean.add(e * e * e * e), p2.mean.add(E * E), p4.mean.add(E * E * E * E);
    }
    fast2.push_back(f2), fast4.push_back(f4), precond2.push_back(p2), precond4.push_back(p4);
  }
  // An upper bound: the slope in the scale is at least 1 (2 for fourth moments), up to its standard error.
  auto at_least = [](const Slope& slope, double bound) { EXPECT_GT(slope.value, bound - 3 * slope.standard_error); };
  at_least(log_slope(fast2), 1);
  at_least(log_slope(fast4), 2);
  at_least(log_slope(precond2), 1);
  at_least(log_slope(precond4), 2);
}

/// The kink of lipschitz-only keeps a first-order bias that shrinks like n^-1/2; on the smooth rotor the raw nested
/// oracle's mean bias is far smaller, because the fast error has mean near zero.
TEST(NestedBias, IsFirstOrderOnLipschitzOnlyAndAveragesOutOnRotor) {
  auto mean_bias = [](const std::string& name, int n) {
    const auto problem = testing::problem_with(name, {{"gain", 1.0}});
    const Method method = method_with(
        "nested", {{"slow_exponent", "1e-9"}, {"slow_scale", "1e-12"}, {"inner_scale", std::to_string(n - 0.5)}});
    Mean bias;
    for (const auto& r :
         problem->run(Plan::for_iterations(method, 2), {.seed = 4, .replicas = 4096, .threads = 2}).replicas) {
      const double e0 = r.last.fast[0] - r.last.slow[0], e1 = r.last.fast[1] - r.last.slow[1];
      bias.add(name == "rotor" ? -e1 : std::abs(e0));  // first coordinate of g(x, y) - h(y)
    }
    return bias;
  };
  std::vector<Point> kink;
  for (const int n : {64, 256, 1024}) kink.push_back({n + 4.0, mean_bias("lipschitz-only", n)});
  const Slope slope = log_slope(kink);
  EXPECT_NEAR(slope.value, -0.5, 3 * slope.standard_error);
  const Mean smooth = mean_bias("rotor", 256);
  EXPECT_LT(std::abs(smooth.value()), 4 * smooth.standard_error());
  EXPECT_GT(kink[1].mean.value(), 20 * smooth.standard_error());
}

}  // namespace
}  // namespace twoscale
