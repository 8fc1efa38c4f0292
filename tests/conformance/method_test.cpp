// Rows that every registered method must pass, each with its variants: anytime, warm starts, every way to P.
#include <gtest/gtest.h>

#include "conformance/test_problems.hpp"
#include "conformance/variants.hpp"
#include "general_choices.hpp"

namespace twoscale {
namespace {

using testing::Explosive;
using testing::explosive_options;
using testing::method_with;
using testing::Options;
using testing::RuntimeRotor;
using testing::Variant;

class EveryMethod : public ::testing::TestWithParam<Variant> {
 protected:
  static Plan plan(std::uint64_t iterations) {
    return Plan::for_iterations(method_with(GetParam().method, GetParam().options), iterations);
  }
  static Plan plan() { return plan(GetParam().horizon); }
  static RotorCurved problem() {
    RotorCurved p;
    prepare(p);
    return p;
  }
};

std::vector<Snapshot> states(const RunResult& result) {
  std::vector<Snapshot> out;
  for (const ReplicaResult& r : result.replicas) out.push_back(r.last);
  return out;
}

TEST_P(EveryMethod, SameSeedSameBitsAndAnotherSeedOthers) {
  RunOptions options{.seed = 5, .replicas = 3};
  const auto once = states(run(problem(), plan(), options));
  EXPECT_EQ(once, states(run(problem(), plan(), options)));
  options.seed = 6;
  const bool noiseless = GetParam().method == "km";
  EXPECT_EQ(once == states(run(problem(), plan(), options)), noiseless);
}

TEST_P(EveryMethod, BitsDoNotDependOnPackWidthGroupingOrThreads) {
  const RunOptions options{.seed = 5, .replicas = 19};
  const auto at_width = [&]<int W>(std::integral_constant<int, W>) {
    return states(run<RotorCurved, W, testing::ChoicesAt<W>>(problem(), plan(), options));
  };
  const auto reference = at_width(std::integral_constant<int, 1>());
  EXPECT_EQ(reference, at_width(std::integral_constant<int, 2>()));
  EXPECT_EQ(reference, at_width(std::integral_constant<int, 4>()));
  EXPECT_EQ(reference, at_width(std::integral_constant<int, 8>()));
  EXPECT_EQ(reference, at_width(std::integral_constant<int, 16>()));
  RunOptions threads = options;
  threads.threads = 3;
  EXPECT_EQ(reference, states(run(problem(), plan(), threads)));
  RunOptions shifted = options;  // replica 7 is replica 7, whoever runs beside it
  shifted.first_replica = 7;
  shifted.replicas = 5;
  const auto some = states(run(problem(), plan(), shifted));
  EXPECT_TRUE(std::equal(some.begin(), some.end(), reference.begin() + 7));
}

TEST_P(EveryMethod, RunTimeSizesWorkAtAnyWidth) {
  const RunOptions options{.seed = 9, .replicas = 9};
  const RuntimeRotor problem;
  const auto reference = states(run<RuntimeRotor, 1>(problem, plan(), options));
  EXPECT_EQ(reference, states((run<RuntimeRotor, 8>(problem, plan(), options))));
}

TEST_P(EveryMethod, NoIterationsIsANoOp) {
  const auto result = run(problem(), plan(0), {});
  EXPECT_EQ(result.replicas[0].last.slow, (std::vector<double>{1, 0}));
  EXPECT_EQ(result.counts().total(), 0U);
  EXPECT_EQ(result.replicas[0].status.ending, Ending::still_moving);
  EXPECT_EQ(result.replicas[0].status.message, "no iteration was run: the answer is the start");
}

TEST_P(EveryMethod, SplitAndResumedEqualsUnsplit) {
  const Plan whole = plan();
  const auto p = problem();
  const auto unsplit = states(run(p, whole, {.seed = 5, .replicas = 8}));
  for (const std::uint64_t cut : {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{64}, whole.iterations() - 1}) {
    std::vector<Snapshot> starts(8, detail::initial_snapshot(p, {}));
    for (std::uint32_t i = 0; i < 8; ++i) starts[i].replica = i;
    Batch first = batch_of<RotorCurved, 8>(p, whole, 5, starts);
    while (first.iteration() < cut) first.advance(cut);
    RunOptions rest{.seed = 5};
    for (int lane = 0; lane < 8; ++lane) rest.resume.push_back(deserialise(serialise(first.result(lane).last)));
    EXPECT_EQ(unsplit, states(run(p, whole, rest))) << "cut at " << cut;
  }
}

/// A snapshot taken before the first step goes on in one pack with replicas that start.
TEST_P(EveryMethod, AReplicaKeptAtItsStartRunsBesideFreshOnes) {
  const auto p = problem();
  const Plan whole = plan();
  const Snapshot start = detail::initial_snapshot(p, {});
  const Snapshot kept = batch_of<RotorCurved, 1>(p, whole, 5, std::span(&start, 1)).result(0).last;
  const RunResult mixed = run(p, whole, {.seed = 5, .replicas = 0, .resume = {kept}, .fresh = {{1, 7}}});
  EXPECT_EQ(states(run(p, whole, {.seed = 5, .replicas = 8})), states(mixed));
}

TEST_P(EveryMethod, ASnapshotWithoutItsPointsIsRefused) {
  Snapshot last = run(problem(), plan(), {}).replicas[0].last;
  last.iteration = 1;
  last.fast.clear();
  EXPECT_THROW(run(problem(), plan(), {.resume = {last}}), Error);
}

TEST_P(EveryMethod, CountsAreWhatThePlanSays) {
  const Plan whole = plan();
  const auto last = run(problem(), whole, {}).replicas[0].last;
  EXPECT_EQ(last.iteration, whole.iterations());
  EXPECT_EQ(last.counts.total(), whole.samples());
}

TEST_P(EveryMethod, DivergenceIsFoundAtItsIterationWithTheLastFiniteStateKept) {
  if (!testing::reports_divergence(GetParam())) return;
  const Options options = explosive_options(GetParam());
  const Explosive problem;
  const Plan whole = Plan::for_iterations(method_with(GetParam().method, options), 4000);
  const auto wide = run(problem, whole, {.seed = 2, .replicas = 9});
  const auto narrow = run<Explosive, 1>(problem, whole, {.seed = 2, .replicas = 9});
  for (int i = 0; i < 9; ++i) {
    const ReplicaResult& r = wide.replicas[i];
    ASSERT_EQ(r.status.ending, Ending::diverged) << GetParam().label;
    EXPECT_LT(r.last.iteration, whole.iterations());
    EXPECT_TRUE(std::isfinite(r.last.slow[0]));
    EXPECT_EQ(r.last, narrow.replicas[i].last);
    EXPECT_NE(r.status.message.find("iteration " + std::to_string(r.last.iteration)), std::string::npos);
    EXPECT_NE(r.status.message.find("Try"), std::string::npos);
    // One step from the kept state is where it breaks.
    Batch again = batch_of<Explosive, 1>(problem, whole, 2, std::span(&r.last, 1));
    again.advance(r.last.iteration + 1);
    EXPECT_EQ(again.result(0).status.ending, Ending::diverged);
  }
}

/// The kept state is the one an undisturbed run has at that iteration, across the ends of epochs too.
TEST_P(EveryMethod, TheLastFiniteStateIsTheOneARunStoppedThereHas) {
  if (!testing::reports_divergence(GetParam())) return;
  const Options options = explosive_options(GetParam());
  const Explosive problem;
  const Plan whole = Plan::for_iterations(method_with(GetParam().method, options), 4000);
  const Snapshot kept = run(problem, whole, {.seed = 2}).replicas[0].last;
  const Snapshot start = detail::initial_snapshot(problem, {});
  Batch stepped = batch_of<Explosive, 1>(problem, whole, 2, std::span(&start, 1));
  while (stepped.iteration() < kept.iteration) stepped.advance(stepped.iteration() + 1);
  EXPECT_EQ(stepped.result(0).last, kept);
}

TEST_P(EveryMethod, StopsWhenAskedTo) {
  Progress progress;
  progress.stop = true;
  const auto result = run(problem(), plan(), {.progress = &progress});
  const ReplicaResult& r = result.replicas[0];
  EXPECT_EQ(r.status.ending, Ending::interrupted);
  EXPECT_LT(r.last.iteration, plan().iterations());
  const auto rest = run(problem(), plan(), {.resume = {r.last}});
  EXPECT_EQ(states(rest), states(run(problem(), plan(), {})));
}

TEST_P(EveryMethod, BadOptionsAreRefusedByName) {
  Method method = method_with(GetParam().method, GetParam().options);
  for (const SettingInfo& info : settings_of(method)) {
    EXPECT_THROW(set_option(method, info.name, "nan"), Error) << info.name;
    EXPECT_THROW(set_option(method, info.name, "-1"), Error) << info.name;
    EXPECT_THROW(set_option(method, info.name, "12x"), Error) << info.name;
  }
  EXPECT_THROW(set_option(method, "no_such_option", "1"), Error);
  EXPECT_THROW(set_option(method, "tracker", "no-such-tracker"), Error);
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, ::testing::ValuesIn(testing::variants()), testing::label_of);

}  // namespace
}  // namespace twoscale
