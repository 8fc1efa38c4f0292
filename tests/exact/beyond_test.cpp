// The outer rules and outputs beyond the paper against their recursions written out by hand, and against closed forms
// where there is no noise: complex numbers for the plane, the streams read directly.
#include <gtest/gtest.h>

#include <complex>

#include "testing.hpp"

namespace twoscale {
namespace {

using C = std::complex<double>;
using testing::method_with;
using testing::Options;

constexpr std::uint64_t kSeed = 23;

C disk(C v) { return std::abs(v) > 1 ? v / std::abs(v) : v; }
C plane(const std::vector<double>& v) { return {v[0], v[1]}; }

/// With h as it is told: no noise, no x.
Options told(Options options) {
  options.insert(options.begin(), {{"tracker", "exact"}, {"oracle", "exact"}, {"preconditioner", "none"}});
  return options;
}
/// With samples of h and nothing else.
Options sampled(Options options) {
  options.insert(options.begin(), {{"oracle", "raw"}, {"preconditioner", "none"}});
  return options;
}

Snapshot end_of(const Plan& plan, double theta, double sigma, std::vector<double> start = {1, 0}) {
  return testing::problem_with("rotation", {{"theta", theta}, {"sigma", sigma}})
      ->run(plan, {.seed = kSeed, .slow_start = std::move(start)})
      .replicas[0]
      .last;
}

void expect_near(const std::vector<double>& got, C expected, double tolerance = 1e-12) {
  EXPECT_NEAR(got[0], expected.real(), tolerance);
  EXPECT_NEAR(got[1], expected.imag(), tolerance);
}

/// Samples of a rotation, in the order a method draws them.
class HandRotation {
 public:
  HandRotation(double theta, double sigma) : turn_(std::polar(1.0, theta)), sigma_(sigma) {}
  C operator()(C y) {
    const auto w = zeta_.draw<2>(drawn_++);
    return turn_ * y + sigma_ * C(w[0].lane(0), w[1].lane(0));
  }

 private:
  C turn_;
  double sigma_;
  Stream<1> zeta_{kSeed, 0, 1, Law::normal, 2};
  std::uint64_t drawn_ = 0;
};

/// (k+1) Y_k = u + r u + ... + r^k u, so that |h(Y_k) - Y_k| = 2 |sin((k+1) theta/2)| / (k+1).
double halpern_law(double theta, std::uint64_t k) {
  const double n = static_cast<double>(k) + 1;
  return 2 * std::abs(std::sin(n * theta / 2)) / n;
}

TEST(HalpernOnARotation, FollowsItsLaw) {
  for (const double theta : {0.005, 0.3, 1.7, 3.1})
    for (const std::uint64_t k : {1, 2, 10, 1000, 54321}) {
      const Plan plan = Plan::for_iterations(method_with("halpern", told({{"batch_scale", "0"}})), k);
      const C y = plane(end_of(plan, theta, 0).slow);
      EXPECT_NEAR(std::abs((std::polar(1.0, theta) - 1.0) * y), halpern_law(theta, k), 1e-12) << theta << " " << k;
    }
}

TEST(HalpernOnARotation, MovesOnceForEachBatchThatEnds) {
  const HalpernBatches schedule;
  for (const std::uint64_t N : {22, 23, 300, 4096, 5000}) {
    const Plan plan = Plan::for_iterations(method_with("halpern", told({})), N);
    const C y = plane(end_of(plan, 0.4, 0).slow);
    EXPECT_NEAR(std::abs((std::polar(1.0, 0.4) - 1.0) * y), halpern_law(0.4, schedule.batch_of(N)), 1e-12) << N;
  }
}

TEST(Recursion, HalpernAveragesABatchAndReturnsToTheAnchor) {
  const std::uint64_t N = 700;
  const HalpernBatches schedule{.batch_scale = 2, .batch_power = 2};
  HandRotation H(1.1, 0.5);
  C Y = 1;
  for (std::uint64_t k = 0; schedule.start(k + 1) <= N; ++k) {
    const std::uint64_t length = schedule.start(k + 1) - schedule.start(k);
    C sum = 0;
    for (std::uint64_t j = 0; j < length; ++j) sum += H(Y);
    const double lambda = 1 / (static_cast<double>(k) + 2);
    Y = disk(lambda * C(1) + (1 - lambda) * sum / static_cast<double>(length));
  }
  const Plan plan =
      Plan::for_iterations(method_with("halpern", sampled({{"batch_scale", "2"}, {"batch_power", "2"}})), N);
  expect_near(end_of(plan, 1.1, 0.5).slow, Y);
}

/// Epochs of RecursiveEpochs by hand: growth 2 and 4096 iterations make round numbers.
void expect_recursive(double theta, double sigma, bool told_h) {
  const double N = 4096, beta = 3 / std::sqrt(N);
  double Lambda = 0.5 / std::sqrt(N);  // 1/128, 1/64, ..., 1/4: six epochs of 4096 (2^e / 63) iterations
  HandRotation H(theta, sigma);
  C Y = 1, U = 1;
  std::uint64_t start = 0;
  double ended = 0;
  for (int e = 0; e < 6; ++e, Lambda *= 2) {
    ended += std::pow(2, e);
    const auto end = static_cast<std::uint64_t>(N * (ended / 63));
    C sum = 0;
    for (std::uint64_t k = start; k < end; ++k) sum += Y = disk(Y + beta * (H(Y) - Y + Lambda * (U - Y)));
    const C mean = sum / static_cast<double>(end - start);
    U = (U + mean) / 2.0;
    Y = mean;
    start = end;
  }
  ASSERT_EQ(start, 4096U);
  const Options options = {
      {"anchor_scale", "0.5"}, {"last_anchor", "0.25"}, {"epoch_growth", "2"}, {"slow_scale", "3"}};
  const Plan plan = Plan::for_iterations(method_with("recursive", told_h ? told(options) : sampled(options)), 4096);
  const Snapshot end = end_of(plan, theta, sigma);
  expect_near(end.slow, Y, 1e-11);
  expect_near(end.kept_as("centre"), U, 1e-11);
}

TEST(Recursion, RecursiveAnchorsAreItsEpochs) {
  for (const double theta : {0.005, 0.1, 1.7, 3.1}) {
    expect_recursive(theta, 0, true);
    expect_recursive(theta, 0.5, false);
  }
}

TEST(Recursion, OptimisticIsPopovsTwoLines) {
  const Plan plan =
      Plan::for_iterations(method_with("optimistic", sampled({{"slow_scale", "0.6"}, {"slow_exponent", "0.3"}})), 500);
  HandRotation H(0.7, 0.5);
  C Y = 1, B = 1;
  for (int k = 0; k < 500; ++k) {
    const C move = 0.6 * std::pow(k + 1, -0.3) * (H(Y) - Y);
    B = disk(B + move);
    Y = disk(B + move);
  }
  const Snapshot end = end_of(plan, 0.7, 0.5);
  expect_near(end.slow, Y);
  expect_near(end.kept_as("base"), B);
}

/// Away from the rim of the disk, at a constant step, it is the optimistic step, with D_{-1} = 0.
TEST(Recursion, OptimisticExtrapolatesByTheLastDirection) {
  const Plan plan =
      Plan::for_iterations(method_with("optimistic", told({{"slow_scale", "0.2"}, {"slow_exponent", "0"}})), 300);
  const C turn = std::polar(1.0, 0.9);
  C Y = 0.5, before = 0;
  for (int k = 0; k < 300; ++k) {
    const C D = turn * Y - Y;
    Y += 0.2 * (2.0 * D - before);
    before = D;
  }
  expect_near(end_of(plan, 0.9, 0, {0.5, 0}).slow, Y);
}

/// y after every iteration of a run, and the run's end.
struct Trajectory {
  std::vector<C> y;  // y[k] after k + 1 iterations
  Snapshot end;
};
Trajectory follow(const Plan& plan) {
  std::vector<std::uint64_t> every;
  for (std::uint64_t k = 1; k <= plan.iterations(); ++k) every.push_back(k);
  const Observer observer{every, [](const Snapshot& seen) { return seen.slow; }};
  const auto result = testing::problem_with("rotation", {{"theta", 0.3}, {"sigma", 0.4}})
                          ->run(plan, {.seed = kSeed, .observer = &observer});
  Trajectory out;
  for (const Observation& seen : result.replicas[0].observations) out.y.push_back(plane(seen.values));
  out.end = result.replicas[0].last;
  return out;
}

TEST(Output, TheLastIterateIsY) {
  const Trajectory run = follow(Plan::for_iterations(method_with("raw", {}), 100));
  EXPECT_TRUE(run.end.average.empty());
  EXPECT_EQ(run.end.answer(), run.end.slow);
}

TEST(Output, ATailAverageIsTheMeanOfTheLastPart) {
  for (const char* tail : {"0.5", "0.3", "1", "0.001"})
    for (const std::uint64_t N : {1, 2, 7, 64, 501}) {
      const Plan plan = Plan::for_iterations(method_with("raw", {{"output", "tail-average"}, {"tail", tail}}), N);
      const Trajectory run = follow(plan);
      const auto skipped = static_cast<std::size_t>((1 - std::stod(tail)) * static_cast<double>(N));
      C sum = 0;
      for (std::size_t k = skipped; k < run.y.size(); ++k) sum += run.y[k];
      expect_near(run.end.answer(), sum / static_cast<double>(N - skipped));
    }
}

TEST(Output, AWeightedAverageWeighsByRisingFactorials) {
  const std::uint64_t N = 300;
  const Trajectory run = follow(Plan::for_iterations(method_with("raw", {{"output", "weighted-average"}}), N));
  C sum = 0;
  double weights = 0;
  for (std::size_t i = 0; i < run.y.size(); ++i) {
    const auto k = static_cast<double>(i) + 1;
    const double weight = k * (k + 1) * (k + 2);  // p = 3
    sum += weight * run.y[i], weights += weight;
  }
  expect_near(run.end.answer(), sum / weights);
  const Trajectory plain =
      follow(Plan::for_iterations(method_with("raw", {{"output", "weighted-average"}, {"weight_power", "0"}}), N));
  C all = 0;
  for (const C y : plain.y) all += y;
  expect_near(plain.end.answer(), all / static_cast<double>(N));
}

TEST(Output, DoesNotChangeTheRun) {
  const Trajectory bare = follow(Plan::for_iterations(method_with("raw", {}), 200));
  for (const char* output : {"tail-average", "weighted-average"}) {
    const Trajectory with = follow(Plan::for_iterations(method_with("raw", {{"output", output}}), 200));
    EXPECT_EQ(with.y, bare.y) << output;
    EXPECT_EQ(with.end.slow, bare.end.slow);
    EXPECT_NE(with.end.answer(), bare.end.slow);
  }
}

TEST(Output, AnytimeEachEpochHasItsOwnTail) {
  const std::uint64_t start = 127, skipped = 96;  // epochs 1 + 2 + ... + 64 before it; three quarters of 128
  for (const std::uint64_t seen : {120, 97, 50}) {
    const Plan plan = Plan::for_iterations(
        method_with("raw", {{"output", "tail-average"}, {"anytime", "1"}, {"tail", "0.25"}}), start + seen);
    ASSERT_EQ(plan.epoch(start).start, start);
    const Trajectory run = follow(plan);
    C sum = 0;
    for (std::size_t k = start + skipped; k < run.y.size(); ++k) sum += run.y[k];
    if (seen > skipped) expect_near(run.end.answer(), sum / static_cast<double>(seen - skipped));
    else expect_near(run.end.answer(), plane(run.end.slow));  // the epoch's tail has not begun
  }
}

/// What is measured, reported and stored is the answer, not y.
TEST(Output, TheResidualIsTheAnswers) {
  const auto problem = testing::problem_with("rotation", {{"theta", 0.3}, {"sigma", 0.4}});
  const Plan plan = Plan::for_iterations(method_with("raw", {{"output", "tail-average"}}), 500);
  const Snapshot end = problem->run(plan, {.seed = kSeed}).replicas[0].last;
  EXPECT_EQ(*problem->measure(Quantity::residual, end), *problem->squared_residual(end.answer()));
  EXPECT_NE(*problem->measure(Quantity::residual, end), *problem->squared_residual(end.slow));
}

}  // namespace
}  // namespace twoscale
