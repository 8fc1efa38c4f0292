// Every method, interrupted and taken up again through a store: the same bits, observations and endings.
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>

#include <twoscale/store/recorder.hpp>

#include "conformance/test_problems.hpp"
#include "conformance/variants.hpp"
#include "temporary_directory.hpp"

namespace twoscale {
namespace {

using testing::Explosive;
using testing::explosive_options;
using testing::method_with;
using testing::Variant;

constexpr std::uint32_t kReplicas = 11;

/// The whole state, number by number: an observer that sees everything.
std::vector<double> everything(const Snapshot& s) {
  std::vector<double> out;
  const auto add = [&](const std::vector<double>& part) { out.insert(out.end(), part.begin(), part.end()); };
  for_each_part([&](const StatePart& part, const auto&) { add(s.*part.stored); });
  for (const NamedNumbers& kept : s.kept) add(kept.numbers);
  return out;
}

struct Stored {
  std::vector<Record> records;
  std::vector<std::vector<Observation>> observations;
};

class ResumeTest : public ::testing::TestWithParam<Variant> {
 protected:
  /// One session on the store: goes on from what is there, checkpoints at every chunk, and is told to stop after so
  /// many checkpoints. True when nothing is left.
  template <class P>
  static bool session(const P& problem, const Plan& plan, const std::string& path, int stop_after) {
    Store store = Store::open(path);
    const int id = store.add(describe_job("1", "test", "", {}, plan, {.seed = 5}), {0, kReplicas});
    const auto left = minus({{0, kReplicas}}, store.finished(id));
    if (left.empty()) return true;
    Recorder recorder(store, id);
    Progress progress;
    const Observer observer{{1, 2, 63, 64, 65, 77, plan.iterations()}, [&](const Snapshot& seen) {
                              if (progress.checkpoints == 0)
                                ++progress.checkpoints;  // the first; each asks for the next
                              return everything(seen);
                            }};
    RunOptions options{.seed = 5, .replicas = 0, .threads = 2, .progress = &progress, .observer = &observer};
    std::vector<ReplicaRange> underway;
    for (const Snapshot& from : store.underway(id))
      underway.push_back({from.replica, 1}), options.resume.push_back(from);
    options.fresh = minus(left, underway);
    auto put = [&](const ReplicaResult& r) {
      recorder.put(
          {r.last.replica, r.status, r.last.iteration, r.last.counts, r.last.fast, r.last.slow, 0.5, {}, {}, r.last},
          r.observations);
    };
    options.sink = [&](ReplicaResult&& r) {
      if (r.status.ending == Ending::interrupted) recorder.keep(r.last, r.observations);
      else put(r);
    };
    std::mutex mutex;
    options.checkpoint = [&](std::span<const ReplicaResult> states) {
      const std::lock_guard lock(mutex);
      for (const ReplicaResult& r : states) {
        if (r.status.ok()) recorder.keep(r.last, r.observations);
        else put(r);
      }
      ++progress.checkpoints;
      if (--stop_after <= 0) progress.stop = true;
    };
    run(problem, plan, options);
    recorder.commit();
    return !progress.stop;
  }

  static Stored contents(const std::string& path) {
    const Store store = Store::read(path);
    Stored out;
    store.for_each(1, {0, kReplicas}, [&](const Record& r) { out.records.push_back(r); });
    out.observations.resize(kReplicas);
    store.for_each_observation(1, {0, kReplicas},
                               [&](std::uint32_t r, const Observation& seen) { out.observations[r].push_back(seen); });
    return out;
  }

  template <class P>
  static void expect_same_bits(const P& problem, const Plan& plan, int least_sessions) {
    const testing::TemporaryDirectory directory;
    const std::string calm = (directory / "calm.db").string();
    ASSERT_TRUE(session(problem, plan, calm, 1 << 30));
    const Stored expected = contents(calm);
    ASSERT_EQ(expected.records.size(), kReplicas);
    for (const int stop_after : {1, 3}) {
      const std::string path = (directory / (std::to_string(stop_after) + ".db")).string();
      int sessions = 1;
      while (!session(problem, plan, path, stop_after)) ASSERT_LT(++sessions, 10'000);
      EXPECT_GE(sessions, least_sessions);
      const Stored got = contents(path);
      ASSERT_EQ(got.records.size(), kReplicas) << stop_after;
      for (std::uint32_t i = 0; i < kReplicas; ++i) {
        EXPECT_EQ(got.records[i].state, expected.records[i].state) << "replica " << i << ", every " << stop_after;
        EXPECT_EQ(got.records[i].status.message, expected.records[i].status.message);
        EXPECT_EQ(got.observations[i], expected.observations[i]) << "replica " << i;
      }
    }
  }
};

TEST_P(ResumeTest, ThroughAStoreGivesTheBitsOfAnUndisturbedRun) {
  RotorCurved problem;
  prepare(problem);
  const Method method = method_with(GetParam().method, GetParam().options);
  expect_same_bits(problem, Plan::for_iterations(method, GetParam().horizon), 2);
}

TEST_P(ResumeTest, DivergedReplicasStayDiverged) {
  if (!testing::reports_divergence(GetParam())) return;
  const Plan plan = Plan::for_iterations(method_with(GetParam().method, explosive_options(GetParam())), 500);
  expect_same_bits(Explosive{}, plan, 1);
}

/// What an observer sees is the state of a run stepped there by hand; who looks on does not change the end.
TEST_P(ResumeTest, ObserversSeeTheStatesOnTheWay) {
  RotorCurved problem;
  prepare(problem);
  const Plan plan = Plan::for_iterations(method_with(GetParam().method, GetParam().options), GetParam().horizon);
  const Observer observer{{1, 63, 64, 65, plan.iterations() - 1, plan.iterations()}, everything};
  const RunResult watched = run(problem, plan, {.seed = 3, .replicas = 3, .observer = &observer});
  const RunResult alone = run(problem, plan, {.seed = 3, .replicas = 3});
  for (std::uint32_t replica = 0; replica < 3; ++replica) {
    EXPECT_EQ(watched.replicas[replica].last, alone.replicas[replica].last);
    EXPECT_TRUE(alone.replicas[replica].observations.empty());
    Snapshot start = detail::initial_snapshot(problem, {});
    start.replica = replica;
    Batch stepped = batch_of<RotorCurved, 1>(problem, plan, 3, std::span(&start, 1));
    ASSERT_EQ(watched.replicas[replica].observations.size(), observer.at.size());
    for (const Observation& seen : watched.replicas[replica].observations) {
      while (stepped.iteration() < seen.iteration) stepped.advance(stepped.iteration() + 1);
      EXPECT_EQ(seen.values, everything(stepped.result(0).last)) << "iteration " << seen.iteration;
      EXPECT_EQ(seen.samples, stepped.counts().total());
    }
  }
}

/// Large enough for P to move now and then only, and for colours: one number of F and one of G see each of x.
struct Sparse {
  Shape shape() const { return {.fast = 24, .slow = 3, .fast_noise = 24, .slow_noise = 3}; }
  std::vector<double> slow_start = {1.0, -1.0, 0.5};
  template <class X>
  X fast(const X& x, const auto& y, const auto& xi) const {
    X out(24);
    for (int i = 0; i < 24; ++i) out[i] = 0.5 * sin(x[i]) + 0.3 * y[i % 3] + 0.1 * xi[i] * (1.0 + x[i]);
    return out;
  }
  template <class X>
  auto slow(const X& x, const auto& y, const auto& zeta) const {
    Vector<typename X::Element> out(3);
    for (int j = 0; j < 3; ++j) out[j] = 0.5 * y[j] + 0.3 * x[j] * x[j + 3] + 0.1 * zeta[j];
    return out;
  }
};
const testing::Options kNowAndThen = {{"learn_every", "3"}, {"jacobian", "coloured"}, {"fast_batch", "2"}};

struct LargeResume : ResumeTest {
  using ResumeTest::expect_same_bits;
};
TEST(LargeResume, APThatMovesNowAndThenGoesOnWhereItStopped) {
  LargeResume::expect_same_bits(Sparse{}, Plan::for_iterations(method_with("auto", kNowAndThen), 500), 2);
}

TEST(LargeResume, PMovesInOneIterationOfSoMany) {
  const Plan plan = Plan::for_iterations(method_with("auto", kNowAndThen), 500);
  Observer every{{}, [](const Snapshot& seen) { return seen.preconditioner; }};
  for (std::uint64_t k = 300; k < 330; ++k) every.at.push_back(k);
  const auto seen = run(Sparse{}, plan, {.replicas = 1, .observer = &every}).replicas[0].observations;
  ASSERT_EQ(seen.size(), 30U);
  for (std::size_t i = 1; i < seen.size(); ++i)
    EXPECT_EQ(seen[i].values != seen[i - 1].values, seen[i].iteration % 3 == 0) << seen[i].iteration;
}

INSTANTIATE_TEST_SUITE_P(Methods, ResumeTest, ::testing::ValuesIn(testing::variants()), testing::label_of);

}  // namespace
}  // namespace twoscale
