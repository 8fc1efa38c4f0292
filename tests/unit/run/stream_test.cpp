// Results of a run as a stream: in replica order, whatever is finished first, and never many at a time.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include <twoscale/run/watch.hpp>

#include "testing.hpp"

namespace twoscale {
namespace {

Plan short_plan() { return Plan::for_iterations(make_method("single-loop"), 200); }

TEST(Stream, HasTheReplicasOfTheVectorInTheirOrder) {
  const auto problem = make_problem("rotor");
  const RunResult all = problem->run(short_plan(), {.seed = 4, .first_replica = 3, .replicas = 77});
  ASSERT_EQ(all.replicas.size(), 77U);
  for (const int threads : {1, 2, 16}) {
    std::vector<Snapshot> streamed;
    RunOptions options{.seed = 4, .first_replica = 3, .replicas = 77, .threads = threads};
    options.sink = [&](ReplicaResult&& r) { streamed.push_back(std::move(r.last)); };
    EXPECT_TRUE(problem->run(short_plan(), options).replicas.empty());
    ASSERT_EQ(streamed.size(), 77U);
    for (std::size_t i = 0; i < 77; ++i) EXPECT_EQ(streamed[i], all.replicas[i].last) << i << " of " << threads;
  }
}

/// A kernel without a problem, which takes `work` for each group.
Kernels fake_kernels(const std::function<void(std::span<const Snapshot>)>& work) {
  const Kernel kernel = [work](std::span<const Snapshot> starts, std::span<ReplicaResult> results) {
    work(starts);
    for (std::size_t i = 0; i < starts.size(); ++i) results[i].last = starts[i];
  };
  return {kernel, kernel, 8};
}

TEST(Stream, KeepsFewResultsHoweverManyAreAskedFor) {
  for (const int threads : {1, 2, 16}) {
    std::atomic<int> started{0};
    int delivered = 0, most = 0;
    std::uint32_t next = 0;
    const Kernels kernels = fake_kernels([&](auto starts) {
      if (starts[0].replica % 256 == 0)
        std::this_thread::sleep_for(std::chrono::microseconds(300));  // one falls behind
      started += static_cast<int>(starts.size());
    });
    RunOptions options{.replicas = 100'000, .threads = threads};
    options.sink = [&](ReplicaResult&& r) {
      EXPECT_EQ(r.last.replica, next++);
      most = std::max(most, started - delivered);
      ++delivered;
    };
    run_replicas(options, {}, kernels);
    EXPECT_EQ(delivered, 100'000);
    EXPECT_LE(most, 8 * (4 * threads + 1)) << threads << " threads";
  }
}

TEST(Stream, ResumedAndFreshReplicasComeInOneOrder) {
  std::vector<Snapshot> resumed(3);
  resumed[0].replica = 11, resumed[0].iteration = 5;
  resumed[1].replica = 12, resumed[1].iteration = 5;
  resumed[2].replica = 4, resumed[2].iteration = 9;
  RunOptions options{.threads = 3, .resume = resumed, .fresh = {{20, 2}, {0, 4}, {5, 6}}};
  std::vector<std::uint32_t> order;
  std::vector<std::uint64_t> iterations;
  std::atomic<bool> mixed{false};
  const Kernels kernels = fake_kernels([&](auto starts) {
    for (const Snapshot& s : starts)
      if (s.iteration != starts[0].iteration) mixed = true;
  });
  options.sink = [&](ReplicaResult&& r) { order.push_back(r.last.replica), iterations.push_back(r.last.iteration); };
  run_replicas(options, {}, kernels);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 21}));
  EXPECT_EQ(iterations, (std::vector<std::uint64_t>{0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0}));
  EXPECT_FALSE(mixed);
}

TEST(Stream, AReplicaAskedForTwiceIsRefused) {
  const Kernels kernels = fake_kernels([](auto) {});
  EXPECT_THROW(run_replicas({.fresh = {{0, 4}, {3, 2}}}, {}, kernels), Error);
  EXPECT_THROW(run_replicas({.fresh = {{4294967295U, 2}}}, {}, kernels), Error);
}

TEST(Stream, AFailureOfTheKernelOrTheSinkEndsTheRun) {
  for (const int threads : {1, 4}) {
    const Kernels failing = fake_kernels([](auto starts) {
      if (starts[0].replica >= 400) throw Error("no more");
    });
    RunOptions options{.replicas = 100'000, .threads = threads, .sink = [](ReplicaResult&&) {}};
    EXPECT_THROW(run_replicas(options, {}, failing), Error);
    int seen = 0;
    options.sink = [&](ReplicaResult&&) {
      if (++seen > 100) throw Error("disk full");
    };
    EXPECT_THROW(run_replicas(options, {}, fake_kernels([](auto) {})), Error);
    EXPECT_EQ(seen, 101);  // nobody is called again after it failed
  }
}

TEST(Stream, WhenToldToStopNoGroupIsStartedButTheFirst) {
  Progress progress;
  progress.stop = true;
  int delivered = 0;
  RunOptions options{
      .replicas = 1'000'000, .threads = 2, .instruction_set = InstructionSet::avx2, .progress = &progress};
  options.sink = [&](ReplicaResult&& r) {
    EXPECT_EQ(r.status.ending, Ending::interrupted);
    ++delivered;
  };
  const Plan several_chunks = Plan::for_iterations(make_method("single-loop"), 1024);
  make_problem("rotor")->run(several_chunks, options);
  EXPECT_EQ(delivered, 8);  // a pack of AVX2
}

TEST(Stream, NoReplicasIsALookAtTheProblem) {
  const auto problem = make_problem("rotor");
  EXPECT_TRUE(problem->run(short_plan(), {.replicas = 0}).replicas.empty());
  RunOptions outside{.replicas = 0};
  outside.slow_start = {2, 0};
  EXPECT_THROW(problem->run(short_plan(), outside), Error);
}

TEST(Stream, CheckpointsAreHandedOverWhenAskedFor) {
  const auto problem = make_problem("rotor");
  const Plan plan = Plan::for_iterations(make_method("single-loop"), 1024);  // four chunks
  Progress progress;
  std::vector<Snapshot> states;
  RunOptions options{.replicas = 3, .progress = &progress};
  options.checkpoint = [&](std::span<const ReplicaResult> group) {
    ASSERT_EQ(group.size(), 3U);
    states.push_back(group[1].last);
    if (states.size() < 3) ++progress.checkpoints;
  };
  problem->run(plan, options);
  EXPECT_TRUE(states.empty());  // nobody asked
  const Observer ask{{1}, [&](const Snapshot&) {
                       if (progress.checkpoints == 0) ++progress.checkpoints;
                       return std::vector<double>{};
                     }};
  options.observer = &ask;
  const RunResult end = problem->run(plan, options);
  ASSERT_EQ(states.size(), 3U);
  EXPECT_EQ(states[0].iteration, 1U);
  EXPECT_EQ(states[1].iteration, 257U);
  EXPECT_EQ(problem->run(plan, {.resume = {states[2]}}).replicas[0].last, end.replicas[1].last);
}

TEST(GroupWatch, ALaneThatDivergedStaysDivergedAndUnobservedWhenTheOthersAreStopped) {
  Progress progress;
  const Observer observer{{64, 100}, [](const Snapshot&) { return std::vector<double>{1}; }};
  std::vector<Ending> checkpointed;
  RunOptions options{.progress = &progress, .observer = &observer};
  options.checkpoint = [&](std::span<const ReplicaResult> states) {
    for (const ReplicaResult& state : states) checkpointed.push_back(state.status.ending);
  };
  const std::vector<Snapshot> starts(2);
  const GroupWatch::Lanes lanes = [](int lane) {
    ReplicaResult out;
    if (lane == 0) out.status = {Ending::diverged, "stopped at iteration 3"};
    return out;
  };
  GroupWatch watch(options, 200, starts);
  EXPECT_EQ(watch.until(), 64U);
  ++progress.checkpoints;
  watch.after_chunk(64, lanes);
  EXPECT_EQ(watch.until(), 100U);
  EXPECT_EQ(checkpointed, (std::vector<Ending>{Ending::diverged, Ending::settled}));
  progress.stop = true;
  watch.after_chunk(90, lanes);
  EXPECT_TRUE(watch.stopped());
  EXPECT_EQ(progress.iterations, 180U);
  EXPECT_EQ(watch.result(0, lanes).status.message, "stopped at iteration 3");
  EXPECT_TRUE(watch.result(0, lanes).observations.empty());
  EXPECT_EQ(watch.result(1, lanes).status.message, "interrupted at iteration 90 of 200");
  EXPECT_EQ(watch.result(1, lanes).observations.size(), 1U);
}

}  // namespace
}  // namespace twoscale
