// What is stored comes back bit by bit; a job is the same job wherever it was described.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <limits>
#include <set>

#include <twoscale/store/merge.hpp>
#include <twoscale/store/recorder.hpp>

#include "temporary_directory.hpp"
#include "testing.hpp"

namespace twoscale {
namespace {

Job example_job(std::uint64_t seed = 1) {
  const Plan plan = Plan::for_budget(testing::method_with("single-loop", {{"slow_scale", "0.1"}}), 100'000);
  RunOptions options{.seed = seed};
  options.slow_start = {0.1, -1.0 / 3};
  Job job = describe_job("0.1.0", "rotor", "", make_problem("rotor")->parameters(), plan, options);
  job.observed = {"residual", "tracking_error"};
  job.observations = 7;
  return job;
}

Record example_record(std::uint32_t replica) {
  Record out;
  out.replica = replica;
  out.iteration = 20'000;
  for (int role = 0; role < kRoles; ++role) out.counts.drawn[role] = std::uint64_t{1} << (9 * role);
  out.counts.preconditioner = 3;
  out.fast = {1.0 / 3, -0.0, 5e-324};
  out.slow = {std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()};
  out.squared_residual = 0.1 + replica;
  return out;
}

void expect_equal(const Record& a, const Record& b) {
  EXPECT_EQ(a.replica, b.replica);
  EXPECT_EQ(a.status.ending, b.status.ending);
  EXPECT_EQ(a.status.message, b.status.message);
  EXPECT_EQ(a.iteration, b.iteration);
  EXPECT_EQ(a.counts, b.counts);
  EXPECT_EQ(a.fast, b.fast);
  EXPECT_EQ(std::signbit(a.fast[1]), std::signbit(b.fast[1]));
  EXPECT_EQ(a.slow, b.slow);
  EXPECT_EQ(a.squared_residual, b.squared_residual);
  EXPECT_EQ(a.tracking_error, b.tracking_error);
  EXPECT_EQ(a.state, b.state);
}

TEST(Job, IsReadBackFromItsDescription) {
  Job job = example_job();
  job.problem = "a\\b\nc d";
  job.path = "/a place/with blanks\nand lines.cpp";
  job.digest = "abc";
  job.parameters.push_back({"data", "", "/data of mine.csv", "123"});
  const Job back = Job::parse(job.description(), job.places());
  EXPECT_EQ(back.description(), job.description());
  EXPECT_EQ(back.places(), job.places());
  EXPECT_EQ(back.problem, job.problem);
  EXPECT_EQ(back.path, job.path);
  EXPECT_EQ(back.parameters.back().path, "/data of mine.csv");
  EXPECT_EQ(back.slow_start, job.slow_start);
}

TEST(Job, GivesThePlanItWasMadeFrom) {
  for (const Preset& preset : presets())
    for (const char* anytime : {"0", "1"}) {
      if (*anytime == '1' && std::holds_alternative<Tuned>(preset.make().schedule)) continue;  // has epochs of its own
      const Plan plan = Plan::for_budget(testing::method_with(preset.name, {{"anytime", anytime}}), 1'000'000);
      const Plan back = plan_of(describe_job("1", "rotor", "", {}, plan, {}));
      EXPECT_EQ(back.iterations(), plan.iterations());
      EXPECT_EQ(back.samples(), plan.samples());
      for (const std::uint64_t k : {std::uint64_t{0}, plan.iterations() - 1})
        EXPECT_EQ(back.steps(k).slow, plan.steps(k).slow) << preset.name;
    }
}

TEST(Job, KeyFollowsWhatTheBitsDependOnAndNotThePlaces) {
  const Job job = example_job();
  std::set<std::string> keys = {job.key()};
  auto expect_another = [&](auto change) {
    Job other = job;
    change(other);
    EXPECT_TRUE(keys.insert(other.key()).second);
  };
  expect_another([](Job& j) { j.seed = 2; });
  expect_another([](Job& j) { j.version = "0.2.0"; });
  expect_another([](Job& j) { j.digest = "1"; });
  expect_another([](Job& j) { j.parameters[0].value = "0.31"; });
  expect_another([](Job& j) { j.options[5].second += "1"; });
  expect_another([](Job& j) { ++j.iterations; });
  expect_another([](Job& j) { j.anchor = {0, 0}; });
  expect_another([](Job& j) { j.observations = 8; });
  Job moved = job;
  moved.path = "/elsewhere.cpp";
  EXPECT_EQ(moved.key(), job.key());
}

TEST(Job, NoticesThatItsFilesHaveChanged) {
  const testing::TemporaryDirectory directory;
  const std::string path = (directory / "mine.cpp").string();
  std::ofstream(path) << "one";
  const Plan plan = Plan::for_iterations(make_method("km"), 100);
  const Job job = describe_job("1", "mine", path, {}, plan, {});
  EXPECT_NO_THROW(require_unchanged(job));
  std::ofstream(path) << "two";
  EXPECT_THROW(require_unchanged(job), Error);
  std::filesystem::remove(path);
  EXPECT_THROW(require_unchanged(job), Error);
}

TEST(Store, KeepsRecordsObservationsAndCheckpoints) {
  const testing::TemporaryDirectory directory;
  const std::string path = (directory / "deep/run.db").string();
  Record diverged = example_record(7);
  diverged.status = {Ending::diverged, "stopped at iteration 3"};
  Snapshot state;
  state.replica = 9, state.fast = {1, 2};
  diverged.state = state;
  {
    Store store = Store::open(path);
    const int id = store.add(example_job(), {5, 10});
    EXPECT_EQ(store.add(example_job(), {0, 5}), id);
    EXPECT_NE(store.add(example_job(2), {0, 5}), id);
    Recorder recorder(store, id);
    recorder.keep(state, std::vector<Observation>{{1, 5, {0.5, 1}}});
    recorder.keep(diverged.state.value(), std::vector<Observation>{{1, 5, {0.5, 1}}, {2, 10, {0.25, 2}}});
    recorder.put(example_record(6), {});
    recorder.put(diverged, {});
    Record again = diverged;
    again.iteration = 1;
    recorder.put(again, {});  // written once
  }
  const Store store = Store::read(path);
  ASSERT_EQ(store.jobs().size(), 2U);
  EXPECT_EQ(store.jobs()[0].job.key(), example_job().key());
  EXPECT_EQ(store.jobs()[0].asked, (std::vector<ReplicaRange>{{0, 15}}));
  EXPECT_EQ(store.finished(1), (std::vector<ReplicaRange>{{6, 2}}));
  EXPECT_EQ(store.underway(1), (std::vector<Snapshot>{state}));
  std::vector<Record> records;
  store.for_each(1, {0, 100}, [&](const Record& r) { records.push_back(r); });
  ASSERT_EQ(records.size(), 2U);
  expect_equal(records[0], example_record(6));
  expect_equal(records[1], diverged);
  std::vector<Observation> seen;
  store.for_each_observation(1, {9, 1}, [&](std::uint32_t, const Observation& o) { seen.push_back(o); });
  EXPECT_EQ(seen, (std::vector<Observation>{{1, 5, {0.5, 1}}, {2, 10, {0.25, 2}}}));
}

TEST(Store, ACheckpointGoesWithTheRecord) {
  const testing::TemporaryDirectory directory;
  Store store = Store::open((directory / "run.db").string());
  Recorder recorder(store, store.add(example_job(), {0, 5}));
  Snapshot state;
  state.replica = 3;
  recorder.keep(state, {});
  EXPECT_EQ(store.underway(1).size(), 1U);
  recorder.put(example_record(3), {});
  EXPECT_TRUE(store.underway(1).empty());
}

TEST(Store, OneRunAtATimeButReadersLookOn) {
  const testing::TemporaryDirectory directory;
  const std::string path = (directory / "run.db").string();
  Store store = Store::open(path);
  Recorder recorder(store, store.add(example_job(), {0, 5}));
  recorder.put(example_record(0), {});
  recorder.commit();
  EXPECT_THROW(Store::open(path), Error);
  EXPECT_EQ(Store::read(path).count(1, {0, 5}), 1U);
  recorder.put(example_record(1), {});
  EXPECT_EQ(Store::read(path).count(1, {0, 5}), 1U);  // not committed yet
  recorder.commit();
  EXPECT_EQ(Store::read(path).count(1, {0, 5}), 2U);
}

/// As a set of numbers, which is easy to get right.
std::set<std::uint32_t> as_set(const std::vector<ReplicaRange>& ranges) {
  std::set<std::uint32_t> out;
  for (const ReplicaRange& range : ranges)
    for (std::uint64_t i = range.first; i < range.end(); ++i) out.insert(static_cast<std::uint32_t>(i));
  return out;
}

std::vector<ReplicaRange> some_ranges() {
  std::vector<ReplicaRange> out(*rc::gen::inRange(0, 6));
  for (ReplicaRange& range : out)
    range = {*rc::gen::inRange<std::uint32_t>(0, 40), *rc::gen::inRange<std::uint32_t>(0, 12)};
  return out;
}

RC_GTEST_PROP(Ranges, AreSetsOfReplicas, ()) {
  const std::vector<ReplicaRange> raw = some_ranges();
  const std::vector<ReplicaRange> asked = joined(raw), without = joined(some_ranges());
  RC_ASSERT(as_set(asked) == as_set(raw));
  for (std::size_t i = 1; i < asked.size(); ++i) RC_ASSERT(asked[i].first > asked[i - 1].end());
  std::set<std::uint32_t> expected = as_set(asked);
  for (const std::uint32_t gone : as_set(without)) expected.erase(gone);
  RC_ASSERT(as_set(minus(asked, without)) == expected);
}

TEST(Merge, JoinsPartsAndRefusesOtherBits) {
  const testing::TemporaryDirectory directory;
  auto path = [&](const char* name) { return (directory / name).string(); };
  auto write = [&](const char* name, std::vector<std::uint32_t> replicas, double shift) {
    Store store = Store::open(path(name));
    Recorder recorder(store, store.add(example_job(), {replicas.front(), 2}));
    for (const std::uint32_t replica : replicas) {
      Record record = example_record(replica);
      record.slow[0] += shift;
      recorder.put(record, std::vector<Observation>{{1, 5, {0.5, 1}}});
    }
    Snapshot state;
    state.replica = 40, state.iteration = replicas.front();
    recorder.keep(state, {});
  };
  write("a.db", {0, 1}, 0);
  write("b.db", {1, 2}, 0);
  const Merged merged = merge_stores({path("a.db"), path("b.db")}, path("all.db"));
  EXPECT_EQ(merged.jobs, 1U);
  EXPECT_EQ(merged.replicas, 3U);
  EXPECT_EQ(merged.duplicates, 1U);
  const Store all = Store::read(path("all.db"));
  EXPECT_EQ(all.finished(1), (std::vector<ReplicaRange>{{0, 3}}));
  EXPECT_EQ(all.underway(1)[0].iteration, 1U);  // the one that is further
  EXPECT_THROW(merge_stores({path("a.db")}, path("all.db")), Error);
  write("other.db", {1}, -1e300);
  EXPECT_THROW(merge_stores({path("a.db"), path("other.db")}, path("bad.db")), Error);
  EXPECT_THROW(merge_stores({path("a.db"), path("missing.db")}, path("bad.db")), Error);
  EXPECT_FALSE(std::filesystem::exists(path("bad.db")));
  EXPECT_FALSE(std::filesystem::exists(path("bad.db.part")));
}

}  // namespace
}  // namespace twoscale
