// Schedules: the powers they promise, the horizons they refuse, and the epochs of the anytime wrapper.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <twoscale/core/error.hpp>
#include <twoscale/schedule/anytime.hpp>
#include <twoscale/schedule/schedule.hpp>

namespace twoscale {
namespace {

const std::uint64_t kHorizons[] = {
    1, 2, 3, 10, 257, 1000, 65536, 1000003, std::uint64_t{1} << 40, std::uint64_t{1} << 50};

void expect_close(double value, double expected) { EXPECT_NEAR(value, expected, 1e-13 * std::abs(expected)); }

TEST(Polynomial, StepsArePowersOfTheIteration) {
  const Polynomial schedule{.fast_scale = 0.7,
                            .fast_exponent = 0.6,
                            .slow_scale = 0.3,
                            .slow_exponent = 0.9,
                            .anchor_scale = 2,
                            .anchor_exponent = 0.25};
  for (const std::uint64_t k : kHorizons) {
    const Steps steps = schedule.at(k - 1, 12345);
    expect_close(steps.fast, 0.7 * std::pow(k, -0.6));
    expect_close(steps.preconditioner, 0.7 * std::pow(k, -0.6));
    expect_close(steps.slow, 0.3 * std::pow(k, -0.9));
    expect_close(steps.anchor, 2 * std::pow(k, -0.25));
    EXPECT_EQ(schedule.at(k - 1, 1).slow, steps.slow);  // whatever the horizon
  }
  EXPECT_EQ(schedule.inner_length(1000), 1U);
}

TEST(Polynomial, ExponentZeroGivesConstantStepsExactly) {
  const Polynomial schedule{.fast_scale = 0.1, .fast_exponent = 0, .slow_scale = 0.5, .slow_exponent = 0};
  for (const std::uint64_t k : kHorizons) {
    EXPECT_EQ(schedule.at(k, 0).fast, 0.1);
    EXPECT_EQ(schedule.at(k, 0).slow, 0.5);
    EXPECT_EQ(schedule.at(k, 0).anchor, 0.0);
  }
}

TEST(NestedPowers, StepsArePowersOfTheHorizon) {
  const NestedPowers schedule{.slow_exponent = 0.7, .slow_scale = 0.5, .anchor_scale = 2, .preconditioner_scale = 3};
  for (const std::uint64_t N : kHorizons) {
    const Steps steps = schedule.at(N / 2, N);
    expect_close(steps.slow, 0.5 * std::pow(N, -0.7));
    expect_close(steps.anchor, 2 * std::pow(N, -0.7 / 3));
    expect_close(steps.preconditioner, 3 * std::pow(N, -1.4 / 3));
    EXPECT_EQ(schedule.at(0, N).slow, steps.slow);  // the same at every iteration
  }
}

TEST(SingleLoopPowers, StepsArePowersOfTheHorizon) {
  const double e = 0.05;
  const SingleLoopPowers schedule{
      .epsilon = e, .fast_scale = 0.5, .preconditioner_scale = 2, .slow_scale = 3, .anchor_scale = 0.25};
  for (const std::uint64_t N : kHorizons) {
    const Steps steps = schedule.at(N - 1, N);
    expect_close(steps.fast, 0.5 * std::pow(N, -0.5 + e));
    expect_close(steps.preconditioner, 2 * std::pow(N, -0.5 + e));
    expect_close(steps.slow, 3 * std::pow(N, -0.75 + 3 * e));
    expect_close(steps.anchor, 0.25 * std::pow(N, -0.25 + e));
    EXPECT_EQ(schedule.inner_length(N), 1U);
  }
}

std::uint64_t to_the(std::uint64_t base, int exponent) {
  std::uint64_t out = 1;
  for (int i = 0; i < exponent; ++i) out *= base;
  return out;
}

TEST(InnerLength, IsExactAtPerfectPowersAndOneMoreJustAbove) {
  // N^(1/2) of squares, N^(4/5) and N^(2/5) of fifth powers: rounding must not push the ceiling up.
  const NestedPowers root{.slow_exponent = 0.5, .inner_ratio = 1};
  const NestedPowers plain{.slow_exponent = 0.6, .inner_ratio = 4.0 / 3},
      corrected{.slow_exponent = 0.6, .inner_ratio = 2.0 / 3};
  for (std::uint64_t k = 1; k <= 1'000'000; k += 1 + k / 50) {
    ASSERT_EQ(root.inner_length(k * k), k);
    ASSERT_EQ(root.inner_length(k * k + 1), k + 1);
  }
  for (std::uint64_t k = 1; k <= 256; ++k) {
    ASSERT_EQ(plain.inner_length(to_the(k, 5)), to_the(k, 4)) << k;
    ASSERT_EQ(corrected.inner_length(to_the(k, 5)), to_the(k, 2)) << k;
  }
}

TEST(InnerLength, IsTheCeilingOfTheScaledPowerAndAtLeastOne) {
  const NestedPowers schedule{.inner_scale = 2.5};
  for (const std::uint64_t N : {2, 10, 100, 12345, 1000003})
    EXPECT_EQ(schedule.inner_length(N), std::ceil(2.5 * std::pow(N, 4.0 / 3 * 0.74))) << N;
  EXPECT_EQ((NestedPowers{.inner_scale = 1e-9}.inner_length(10)), 1U);
}

template <class S>
std::string refusal(const S& schedule, std::uint64_t horizon) {
  try {
    schedule.validate(horizon);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Refused with a message that names the horizon and the least that works; that one works, one less does not.
template <class S>
void expect_least_horizon(const S& schedule, std::uint64_t horizon, std::uint64_t least) {
  const std::string why = refusal(schedule, horizon);
  EXPECT_NE(why.find("horizon = " + std::to_string(horizon) + " is too small"), std::string::npos) << why;
  EXPECT_NE(why.find("take at least " + std::to_string(least) + " iterations"), std::string::npos) << why;
  EXPECT_EQ(refusal(schedule, least), "");
  EXPECT_NE(refusal(schedule, least - 1), "");
}

TEST(Validate, SingleLoopNamesTheLeastHorizon) {
  // 4 N^(-3/4) <= N^(-1/2) from N = 4^4 on; by default 2 stands for 4.
  for (const std::uint64_t horizon : {0, 1, 2, 3, 100, 128, 129, 255})
    expect_least_horizon(SingleLoopPowers{.slow_scale = 4}, horizon, 256);
  expect_least_horizon(SingleLoopPowers{}, 1, 16);
  expect_least_horizon(SingleLoopPowers{.slow_scale = 10}, 999, 10'000);
  expect_least_horizon(SingleLoopPowers{.fast_scale = 32}, 7, 1024);            // 32 N^(-1/2) <= 1
  expect_least_horizon(SingleLoopPowers{.preconditioner_scale = 33}, 7, 1089);  // 33^2
  expect_least_horizon(SingleLoopPowers{.anchor_scale = 6}, 300, 1296);         // 6^4
}

TEST(Validate, NestedNamesTheLeastHorizon) {
  expect_least_horizon(NestedPowers{}, 1, 2);
  expect_least_horizon(NestedPowers{.slow_exponent = 0.6, .slow_scale = 5}, 5,
                       56);  // 5 N^-0.6 <= N^-0.2: 5^(5/2) = 55.9
  expect_least_horizon(NestedPowers{.slow_exponent = 0.5, .preconditioner_scale = 5}, 3, 125);
}

TEST(Validate, NamesTheStepThatIsTooLarge) {
  EXPECT_NE(refusal(SingleLoopPowers{}, 10).find("slow step"), std::string::npos);
  EXPECT_NE(refusal(SingleLoopPowers{.fast_scale = 32}, 7).find("fast step"), std::string::npos);
  EXPECT_NE(refusal(SingleLoopPowers{.anchor_scale = 6}, 300).find("anchor weight"), std::string::npos);
}

TEST(Validate, AcceptsStepsThatAreExactlyAsLargeAsAllowed) {
  EXPECT_EQ(refusal(SingleLoopPowers{.fast_scale = 7, .slow_scale = 1}, 49), "");
  EXPECT_EQ(refusal(NestedPowers{.slow_exponent = 0.6, .slow_scale = 4}, 32), "");
}

TEST(Validate, SaysToChangeTheScalesWhenNoHorizonWorks) {
  const std::string why = refusal(NestedPowers{.slow_scale = 1e30}, 1000);
  EXPECT_NE(why.find("change the scales"), std::string::npos);
  EXPECT_EQ(why.find("take at least"), std::string::npos);
}

TEST(Validate, PolynomialRefusesAFirstStepAboveOne) {
  EXPECT_EQ(refusal(Polynomial{}, 1), "");
  EXPECT_NE(refusal(Polynomial{.fast_scale = 1.5}, 1000).find("fast step 1.5"), std::string::npos);
  EXPECT_NE(refusal(Polynomial{.slow_scale = 2}, 1000).find("slow step 2"), std::string::npos);
}

TEST(Validate, EveryLongerHorizonWorksToo) {
  for (std::uint64_t N = 256; N < 5000; ++N) ASSERT_EQ(refusal(SingleLoopPowers{}, N), "") << N;
  for (std::uint64_t N = 2; N < 5000; ++N) ASSERT_EQ(refusal(NestedPowers{}, N), "") << N;
}

TEST(BurnIn, IsLogNOverTheSmallerOfTheTwoSteps) {
  for (const std::uint64_t N : {256, 1000, 1000003}) {
    const double alpha = std::pow(N, -0.5);
    EXPECT_EQ(SingleLoopPowers{}.burn_in(N), std::ceil(std::log(N) / alpha));
    EXPECT_EQ((SingleLoopPowers{.preconditioner_scale = 0.5}.burn_in(N)), std::ceil(std::log(N) / (0.5 * alpha)));
    EXPECT_EQ((SingleLoopPowers{.fast_scale = 0.25, .burn_in_scale = 3}.burn_in(N)),
              std::ceil(3 * std::log(N) / (0.25 * alpha)));
  }
}

TEST(EpochOf, CoversAllIterationsContiguouslyWithLengthsThatDouble) {
  for (const int first : {0, 1, 3, 8}) {
    std::uint64_t start = 0, length = std::uint64_t{1} << first;
    for (std::uint64_t k = 0; k < 20'000; ++k) {
      if (k == start + length) start = k, length *= 2;
      const Epoch epoch = epoch_of(k, first);
      ASSERT_EQ(epoch.start, start) << "iteration " << k << ", first 2^" << first;
      ASSERT_EQ(epoch.length, length) << "iteration " << k << ", first 2^" << first;
    }
  }
}

TEST(EpochOf, FindsFarEpochsAtTheirEdges) {
  for (int j = 5; j < 60; ++j) {
    const std::uint64_t start = (std::uint64_t{1} << j) - 4;  // epochs 4 + 8 + ... + 2^(j-1) before it
    EXPECT_EQ(epoch_of(start, 2).start, start);
    EXPECT_EQ(epoch_of(start, 2).length, std::uint64_t{1} << j);
    EXPECT_EQ(epoch_of(start - 1, 2).length, std::uint64_t{1} << (j - 1));
  }
}

}  // namespace
}  // namespace twoscale
