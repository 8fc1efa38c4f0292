// The paper's sample counts, exactly: N(n+1), N(n+2) and 5N; structured calls counted apart.
#include <gtest/gtest.h>

#include <set>

#include "variants.hpp"

namespace twoscale {
namespace {

using testing::method_with;

Counts counts_of(const std::string& method, const testing::Options& options, std::uint64_t iterations) {
  const auto problem = make_problem("rotor");
  return problem->run(Plan::for_iterations(method_with(method, options), iterations), {}).counts();
}

TEST(Counts, NestedIsNTimesInnerPlusOne) {
  const std::uint64_t N = 64, n = 61;  // ceil(64^(4/3 * 0.74)) = ceil(60.55)
  const Counts counts = counts_of("nested", {}, N);
  EXPECT_EQ(counts.total(), N * (n + 1));
  EXPECT_EQ(counts.fast(), N * n);
  EXPECT_EQ(counts.slow(), N);
  EXPECT_EQ(counts.preconditioner, 0U);
}

TEST(Counts, NestedCorrectedIsNTimesInnerPlusTwo) {
  const std::uint64_t N = 64, n = 8;  // ceil(64^(2/3 * 0.74)) = ceil(7.78)
  const Counts counts = counts_of("nested-corrected", {}, N);
  EXPECT_EQ(counts.total(), N * (n + 2));
  EXPECT_EQ(counts.preconditioner, N);
}

TEST(Counts, NewtonCountsItsBatchOrItsStructuredCalls) {
  const std::uint64_t N = 64, n = 8;
  const Counts exact = counts_of("nested-newton", {}, N);
  EXPECT_EQ(exact.total(), N * (n + 1));
  EXPECT_EQ(exact.preconditioner, N);
  const Counts batch = counts_of("nested-newton", {{"newton_batch", "3"}}, N);
  EXPECT_EQ(batch.total(), N * (n + 1 + 2 * 3));
  EXPECT_EQ(batch.derivative(), N * 3);
  EXPECT_EQ(batch.preconditioner, 0U);
}

TEST(Counts, SingleLoopIsFivePerIteration) {
  const Counts counts = counts_of("single-loop", {}, 300);
  EXPECT_EQ(counts.total(), 5U * 300);
  EXPECT_EQ(counts.fast(), 2U * 300);
  EXPECT_EQ(counts.slow(), 300U);
  EXPECT_EQ(counts.derivative(), 2U * 300);
}

TEST(Counts, RawIsTwoPerIterationAndKmOne) {
  EXPECT_EQ(counts_of("raw", {}, 300).total(), 2U * 300);
  EXPECT_EQ(counts_of("km", {}, 300).total(), 300U);
}

TEST(Counts, SharedSamplesAreTwoPerIteration) {
  for (const char* method : {"raw", "single-loop", "averaged", "recursive", "halpern", "optimistic"}) {
    const Counts counts = counts_of(method, {{"samples", "shared"}}, 300);
    EXPECT_EQ(counts.total(), 2U * 300) << method;
    EXPECT_EQ(counts.fast(), 300U);
    EXPECT_EQ(counts.slow(), 300U);
  }
}

TEST(Counts, BatchesAreAsManyAsTheyAverage) {
  for (const char* method : {"raw", "single-loop", "auto"}) {
    const Counts counts = counts_of(method, {{"samples", "shared"}, {"fast_batch", "3"}, {"slow_batch", "2"}}, 300);
    EXPECT_EQ(counts.total(), 5U * 300) << method;
    EXPECT_EQ(counts.fast(), 3U * 300);
    EXPECT_EQ(counts.slow(), 2U * 300);
  }
}

/// As rotor, but nothing is random in G.
struct KnownG {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 0};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * (x + y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto&) const { return 0.5 * (x + y); }
  auto reduced(const auto& y) const { return y; }
  auto fast_solution(const auto& y) const { return y; }
};

TEST(Counts, WhatTakesNoNoiseIsNoSample) {
  const auto problem = any_problem(KnownG{});
  const auto run = [&](const std::string& method, const testing::Options& options) {
    const Method counted = counting_for(method_with(method, options), problem.abilities(), problem.shape());
    const Plan plan = Plan::for_iterations(counted, 300);
    const Counts counts = problem.run(plan, {}).counts();
    EXPECT_EQ(counts.total(), plan.samples()) << method;
    return counts;
  };
  const Counts raw = run("raw", {});
  EXPECT_EQ(raw.fast(), 300U);
  EXPECT_EQ(raw.slow(), 0U);
  EXPECT_EQ(raw.noiseless, 300U);
  const Counts loop = run("single-loop", {});  // dF/dx is drawn with xi, dG/dx takes none
  EXPECT_EQ(loop.total(), 3U * 300);
  EXPECT_EQ(loop.noiseless, 2U * 300);
  const Counts shared = run("auto", {});
  EXPECT_EQ(shared.total(), 300U);
  EXPECT_EQ(shared.noiseless, 300U);
  EXPECT_EQ(run("km", {}).total(), 300U);  // it is told h(y), which is counted all the same
}

TEST(Counts, TheMethodsBeyondThePaperAreFivePerIteration) {
  for (const char* method : {"averaged", "recursive", "halpern", "optimistic"})
    EXPECT_EQ(counts_of(method, {}, 300).total(), 5U * 300) << method;
}

TEST(Counts, AnEstimatedPreconditionerIsCountedAsDerivativeSamples) {
  const std::uint64_t N = 64, n = 8;
  const Counts counts = counts_of("nested-corrected", {{"preconditioner", "averaged"}}, N);
  EXPECT_EQ(counts.derivative(), N * 2 * n);
  EXPECT_EQ(counts.total(), N * (n + 2 + 2 * n));
  EXPECT_EQ(counts.preconditioner, 0U);
}

TEST(Counts, AnytimeRunsAreTheSumOfTheirEpochs) {
  for (const char* method : {"nested", "nested-corrected", "single-loop"}) {
    const Plan plan = Plan::for_iterations(method_with(method, {{"anytime", "1"}}), 1000);
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < 1000;) {
      const Epoch epoch = plan.epoch(k);
      EXPECT_EQ(epoch.start, k);
      const std::uint64_t length = std::min(epoch.length, 1000 - k);
      // Alone, the epoch is a run of that method tuned to its length.
      const Plan alone = Plan::for_iterations(make_method(method), epoch.length);
      sum += alone.samples_before(length);
      k += length;
    }
    EXPECT_EQ(make_problem("rotor")->run(plan, {}).counts().total(), sum) << method;
  }
}

/// At the library's own optimisation, which may not fuse what is written apart: one replica alone (one lane) and the
/// same replica in a pack of eight.
TEST(Bits, OfTheBuiltLibraryDoNotDependOnTheCompany) {
  for (const std::string& name : zoo_names()) {
    const auto problem = make_problem(name);
    for (const Preset& preset : presets()) {
      try {
        require(preset.make(), problem->abilities());
      } catch (const Error&) {
        continue;  // not for this problem
      }
      const Plan plan = Plan::for_iterations(preset.make(), 200);
      const auto together = problem->run(plan, {.seed = 5, .replicas = 8});
      for (std::uint32_t i = 0; i < 8; ++i) {
        const auto alone = problem->run(plan, {.seed = 5, .first_replica = i}).replicas[0].last;
        EXPECT_EQ(alone, together.replicas[i].last) << preset.name << " on " << name << ", replica " << i;
      }
    }
  }
}

TEST(Anytime, AnEpochIsTheHorizonTunedMethodStartedFromTheLastOnesEnd) {
  const auto problem = make_problem("rotor");
  const Plan anytime =
      Plan::for_iterations(method_with("single-loop", {{"anytime", "1"}, {"slow_scale", "4"}}), 256 + 512);
  EXPECT_EQ(anytime.epoch(0).length, 256U);
  const Method tuned = method_with("single-loop", {{"slow_scale", "4"}});
  const auto first = problem->run(Plan::for_iterations(tuned, 256), {}).replicas[0].last;
  Snapshot second_start = first;
  second_start.iteration = 0;
  const auto second = problem->run(Plan::for_iterations(tuned, 512), {.resume = {second_start}}).replicas[0].last;
  const auto whole = problem->run(anytime, {}).replicas[0].last;
  EXPECT_EQ(whole.slow, second.slow);
  EXPECT_EQ(whole.counts, second.counts);
}

/// What is in a list is in a variant: an alternative that nobody runs is not conformant.
TEST(Variants, RunEveryAlternativeOfEveryList) {
  std::set<std::pair<std::string, std::string>> run;
  for (const testing::Variant& variant : testing::variants())
    for (const auto& [choice, name] : choices_of(method_with(variant.method, variant.options)))
      run.insert({choice, name});
  for (const char* choice : {"tracker", "oracle", "preconditioner", "outer", "schedule", "output", "samples"})
    for (const std::string& name : alternatives_of(choice)) EXPECT_TRUE(run.contains({choice, name})) << choice << name;
}

/// A second draw of anything cannot pass for shared: the number of draws says so, and a test above counts them.
TEST(Variants, WhatDrawsTwiceDoesNotShare) {
  for (const std::string& name : alternatives_of("preconditioner")) {
    const testing::Options options = {{"preconditioner", name}};
    if (!testing::goes_together("single-loop", options)) continue;
    const Method method = method_with("single-loop", options);
    const std::uint64_t draws = samples_per_iteration(method, 300);  // 3 without derivatives
    const bool shares = testing::goes_together("single-loop", {{"preconditioner", name}, {"samples", "shared"}});
    if (draws > 5) {
      EXPECT_FALSE(shares) << name;
    }
  }
}

}  // namespace
}  // namespace twoscale
