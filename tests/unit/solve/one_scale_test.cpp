// A problem of one time scale: no fast(), and a slow() of y and its noise.
#include <gtest/gtest.h>

#include <twoscale/twoscale.hpp>

namespace twoscale {
namespace {

/// Half a quarter turn about (1, 2).
struct Turn {
  static constexpr Shape shape{.slow = 2, .slow_noise = 2};
  template <class Y>
  auto mean_slow(const Y& y) const {
    return Y{1 + 0.5 * (y[0] - 1) - 0.5 * (y[1] - 2), 2 + 0.5 * (y[0] - 1) + 0.5 * (y[1] - 2)};
  }
  auto slow(const auto& y, const auto& zeta) const { return mean_slow(y) + 0.1 * zeta; }
};
/// The same, its size known at run time, with closed form instead of a mean.
struct SizedTurn {
  Shape shape() const { return {.slow = 2, .slow_noise = 2}; }
  template <class Y>
  auto reduced(const Y& y) const {
    return Y{1 + 0.5 * (y[0] - 1) - 0.5 * (y[1] - 2), 2 + 0.5 * (y[0] - 1) + 0.5 * (y[1] - 2)};
  }
  auto slow(const auto& y, const auto& zeta) const { return reduced(y) + 0.1 * zeta; }
};
/// The same with an x that nothing looks at.
struct Twin : Turn {
  static constexpr Shape shape{.fast = 1, .slow = 2, .fast_noise = 0, .slow_noise = 2};
  auto fast(const auto& x, const auto&, const auto&) const { return 0.0 * x; }
  auto slow(const auto&, const auto& y, const auto& zeta) const { return Turn::slow(y, zeta); }
  auto mean_fast(const auto& x, const auto&) const { return 0.0 * x; }
  auto mean_slow(const auto&, const auto& y) const { return Turn::mean_slow(y); }
  template <class Y>
  auto fast_solution(const Y&) const {
    return Vector<typename Y::Element, 1>();
  }
  auto reduced(const auto& y) const { return Turn::mean_slow(y); }
};

TEST(OneScale, IsSolvedAndCountsItsOwnSamplesAlone) {
  const SolveReport report = solve(Turn{}, {.budget = 100'000});
  EXPECT_TRUE(report.settled());
  EXPECT_EQ(report.shape.fast, 0);
  EXPECT_TRUE(report.x.empty());
  EXPECT_EQ(report.counts.fast() + report.counts.derivative(), 0U);
  EXPECT_GT(report.counts.slow(), 90'000U);
  ASSERT_TRUE(report.residual && report.limit);
  EXPECT_LT(report.residual->mean_square, 20 * report.limit->value);
  EXPECT_NEAR(report.y[0], 1, 0.02);
  EXPECT_NEAR(report.y[1], 2, 0.02);
}

TEST(OneScale, EveryMethodThatRunsHasTheBitsOfTheTwinWithAnX) {
  for (const char* method : {"auto", "raw", "anchored-raw", "halpern", "optimistic", "recursive", "averaged", "nested",
                             "single-loop", "km"}) {
    const SolveOptions options{.method = method, .budget = 5'000};
    const SolveReport one = solve(Turn{}, options), two = solve(Twin{}, options), sized = solve(SizedTurn{}, options);
    EXPECT_EQ(one.y, two.y) << method;
    EXPECT_EQ(one.y, sized.y) << method;
    EXPECT_EQ(one.counts, two.counts) << method;
    ASSERT_TRUE(one.residual && sized.residual) << method;
    EXPECT_EQ(one.residual->mean_square, sized.residual->mean_square) << method;
  }
}

TEST(OneScale, HasNoXToObserve) {
  EXPECT_THROW(solve(Turn{}, {.budget = 5'000, .observe = {"x"}}), Error);
  EXPECT_THROW(solve(Turn{}, {.budget = 5'000, .observe = {"x0"}}), Error);
  EXPECT_EQ(solve(Turn{}, {.budget = 5'000, .observe = {"y"}}).observed.size(), 2U);
}

}  // namespace
}  // namespace twoscale
