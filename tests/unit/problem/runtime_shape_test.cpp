// A problem with sizes known only at run time gives the numbers of its twin of fixed size.

#include <gtest/gtest.h>

#include <cmath>

#include "testing.hpp"
#include "unit/problem/noisy_problem.hpp"

namespace {

using namespace twoscale;
using namespace noisy_problem;
using twoscale::testing::run_only;
using SingleLoop = Only<OneStep, CorrectedOracle, LearnedPreconditioner, Tikhonov, LastIterate>;

TEST(RuntimeShape, SizesAreThoseTheProblemSays) {
  const Sized problem;
  const Samples<Sized, 1> samples(problem, 1, 0);
  EXPECT_EQ(samples.shape().fast, 2);
  EXPECT_EQ(samples.shape().slow, 3);
  EXPECT_EQ(shape_of(problem).slow_noise, 2);
}

/// Of a size known when compiling, and large.
struct Many {
  static constexpr Shape shape{.fast = 200, .slow = 300, .fast_noise = 200, .slow_noise = 0};
  auto fast(const auto& x, const auto&, const auto& xi) const { return 0.5 * x + xi; }
  auto slow(const auto&, const auto& y, const auto&) const { return 0.5 * y; }
};

TEST(LargeShape, AMethodWithoutPHasNoMemoryForIt) {
  const auto rows = [](const Preconditioner& choice) {
    return empty_state<Many, 1>(Many::shape, choice).preconditioner.rows();
  };
  EXPECT_EQ(rows(NoPreconditioner{}), 0);
  EXPECT_EQ(rows(LazyFollowedPreconditioner{}), 1);
  EXPECT_EQ(rows(LearnedPreconditioner{}), 300);
}

TEST(RuntimeShape, EverySampleHasTheBitsOfTheFixedTwin) {
  const Fixed fixed;
  const Sized sized;
  Samples<Fixed, 1> a(fixed, 7, 5);
  Samples<Sized, 1> b(sized, 7, 5);
  const FastVector<Fixed> x{0.7, -0.4};
  const SlowVector<Fixed> y{0.2, -0.1, 0.5};
  const FastVector<Sized> vx{0.7, -0.4};
  const SlowVector<Sized> vy{0.2, -0.1, 0.5};
  Samples<Fixed, 1>::Sensitivity matrix;
  Samples<Sized, 1>::Sensitivity sized_matrix(3, 2);
  for (int i = 0; i < 6; ++i) sized_matrix.entries()[i] = matrix.entries()[i] = 0.3 * i - 0.8;
  for (int k = 0; k < 30; ++k) {
    expect_same(a.fast(x, y), b.fast(vx, vy));
    expect_same(a.fast_for_oracle(x, y), b.fast_for_oracle(vx, vy));
    expect_same(a.slow(x, y), b.slow(vx, vy));
    expect_same(a.fast_derivative(x, y).entries(), b.fast_derivative(vx, vy).entries());
    expect_same(a.slow_derivative(x, y).entries(), b.slow_derivative(vx, vy).entries());
    expect_same(a.drift(matrix, x, y).entries(), b.drift(sized_matrix, vx, vy).entries());
  }
  EXPECT_EQ(a.counts(), b.counts());
}

TEST(RuntimeShape, AWholeRunHasTheBitsOfTheFixedTwin) {
  const Plan plan = Plan::for_iterations(make_method("single-loop"), 300);
  RunOptions options;
  options.replicas = 3;
  options.fast_start = {0.1, 0.2};
  options.slow_start = {0.3, 0.2, 0.1};
  const RunResult fixed = run_only<SingleLoop>(Fixed{}, plan, options),
                  sized = run_only<SingleLoop>(Sized{}, plan, options);
  ASSERT_EQ(fixed.replicas.size(), 3);
  ASSERT_EQ(sized.replicas.size(), 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(fixed.replicas[i].last.fast, sized.replicas[i].last.fast);
    EXPECT_EQ(fixed.replicas[i].last.slow, sized.replicas[i].last.slow);
    EXPECT_EQ(fixed.replicas[i].last.preconditioner, sized.replicas[i].last.preconditioner);
    EXPECT_EQ(fixed.replicas[i].last.counts, sized.replicas[i].last.counts);
    EXPECT_EQ(fixed.replicas[i].status.message, sized.replicas[i].status.message);
    EXPECT_TRUE(std::isfinite(fixed.replicas[i].last.slow[0]));
    EXPECT_GT(sized.replicas[i].last.counts.derivative(), 0);
  }
}

}  // namespace
