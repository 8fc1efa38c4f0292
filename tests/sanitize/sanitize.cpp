// A reduced set of everything, for the sanitizers: packs and replicas alone, threads with a sink, observers,
// checkpoints asked for from another thread, stopped runs taken up again from a store, tables, divergence.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <twoscale/method/presets.hpp>
#include <twoscale/run/run.hpp>
#include <twoscale/store/merge.hpp>
#include <twoscale/store/recorder.hpp>

#include "bits/problem.hpp"
#include "temporary_directory.hpp"

namespace twoscale {
namespace {

constexpr int kWidth = 4;                // of packs: narrow ones take less time to compile
constexpr std::uint32_t kReplicas = 17;  // four of them, and one alone

void expect(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  std::exit(1);
}

/// Rows of a table as noise.
struct Fit {
  Table data;
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  static constexpr Law law = Law::index;
  std::size_t index_count() const { return static_cast<std::size_t>(data.rows()); }
  Ball fast_set{4.0}, slow_set{1.0};

  template <class X>
  auto fast(const X& x, const auto& y, const auto& row) const {
    const auto t = pick(data.column(0), row[0]), d = pick(data.column(1), row[0]);
    return x - 0.1 * X{t * (t * x[0] - d)} + 0.1 * y;
  }
  auto slow(const auto& x, const auto& y, const auto& row) const {
    auto out = 0.5 * x + 0.3 * y;
    out[0] = out[0] + 0.01 * pick(data.column(1), row[0]);
    return out;
  }
};

/// The general kernel, and no special ones besides.
struct Everything {
  template <class A>
  static constexpr bool has = true;
};
template <class P>
RunResult run_single_loop(const P& problem, const Plan& plan, const RunOptions& options) {
  using Choices = Only<OneStep, CorrectedOracle, LearnedPreconditioner, Tikhonov, LastIterate>;
  return run<P, kWidth, Choices>(problem, plan, options);
}

Plan single_loop_plan(std::uint64_t iterations) { return Plan::for_iterations(make_method("single-loop"), iterations); }

void every_method() {
  Rotor rotor;
  prepare(rotor);
  for (const Preset& preset : presets()) {
    const Plan plan = Plan::for_iterations(preset.make(), 150);
    const RunResult result = run<Rotor, kWidth, Everything>(rotor, plan, {.replicas = kReplicas, .threads = 2});
    expect(result.replicas.size() == kReplicas, preset.name);
  }
}

/// A sink, an observer, and a second thread that asks for checkpoints and then for an end.
void watched_from_another_thread() {
  const Plan plan = single_loop_plan(1'000'000'000);
  Progress progress;
  std::atomic<int> checkpoints = 0, seen = 0;
  std::uint32_t next = 0;
  const Observer observer{{1, 64, 129}, [&](const Snapshot& s) {
                            ++seen;
                            return s.slow;
                          }};
  RunOptions options{.replicas = kReplicas, .threads = 3, .progress = &progress, .observer = &observer};
  options.sink = [&](ReplicaResult&& r) { expect(r.last.replica == next++, "the order of results"); };
  options.checkpoint = [&](std::span<const ReplicaResult>) { ++checkpoints; };
  std::jthread other([&] {
    while (checkpoints < 20) {
      ++progress.checkpoints;
      expect(progress.iterations < plan.iterations() * kReplicas, "progress");
      std::this_thread::yield();
    }
    progress.stop = true;
  });
  run_single_loop(bits::Wavy<Law::normal>{}, plan, options);
  expect(next > 0 && seen > 0, "nothing was seen");
}

void diverging() {
  Method method = make_method("single-loop");
  set_option(method, "slow_scale", "1");
  const RunResult result =
      run_single_loop(bits::Explosive{}, Plan::for_iterations(method, 500), {.replicas = kReplicas, .threads = 2});
  for (const ReplicaResult& r : result.replicas) expect(r.status.ending == Ending::diverged, "an explosion");
}

void failing() {
  RunOptions options{.replicas = kReplicas, .threads = 2};
  options.sink = [](ReplicaResult&&) { throw Error("a full disk"); };
  try {
    run_single_loop(bits::Explosive{}, single_loop_plan(100), options);
    expect(false, "an exception that is kept");
  } catch (const Error& error) {
    expect(std::string(error.what()) == "a full disk", error.what());
  }
}

Record record_of(const ReplicaResult& r) {
  return {r.last.replica, r.status, r.last.iteration, r.last.counts, r.last.fast, r.last.slow, 0.5, {}, {}, r.last};
}

/// Goes on from what the store holds until so many checkpoints were written; true when nothing is left.
bool session(const Plan& plan, const std::string& path, int stop_after) {
  Store store = Store::open(path);
  const int id = store.add(describe_job("1", "wavy", "", {}, plan, {}), {0, kReplicas});
  const auto left = minus({{0, kReplicas}}, store.finished(id));
  if (left.empty()) return true;
  Recorder recorder(store, id);
  Progress progress;
  RunOptions options{.replicas = 0, .threads = 3, .progress = &progress};
  std::vector<ReplicaRange> underway;
  for (const Snapshot& from : store.underway(id)) underway.push_back({from.replica, 1}), options.resume.push_back(from);
  options.fresh = minus(left, underway);
  std::atomic<int> checkpoints = 0;
  const Observer observer{{50, 333}, [&](const Snapshot& s) {
                            ++progress.checkpoints;
                            return s.fast;
                          }};
  options.observer = &observer;
  options.sink = [&](ReplicaResult&& r) {
    if (r.status.ending == Ending::interrupted) recorder.keep(r.last, r.observations);
    else recorder.put(record_of(r), r.observations);
  };
  options.checkpoint = [&](std::span<const ReplicaResult> states) {
    for (const ReplicaResult& r : states) recorder.keep(r.last, r.observations);
    recorder.commit();
    if (++checkpoints >= stop_after) progress.stop = true;
  };
  run_single_loop(bits::Wavy<Law::normal>{}, plan, options);
  recorder.commit();
  return !progress.stop;
}

std::vector<Snapshot> states_in(const std::string& path) {
  std::vector<Snapshot> out;
  Store::read(path).for_each(1, {0, kReplicas}, [&](const Record& r) { out.push_back(r.state.value()); });
  return out;
}

void stored_and_resumed() {
  const testing::TemporaryDirectory directory;
  const std::string calm = (directory / "calm.db").string(), stopped = (directory / "stopped.db").string();
  const Plan plan = single_loop_plan(700);
  expect(session(plan, calm, 1 << 30), "an undisturbed run");
  for (int sessions = 0; !session(plan, stopped, 1); ++sessions) expect(sessions < 1000, "too many sessions");
  expect(states_in(calm).size() == kReplicas && states_in(calm) == states_in(stopped), "the bits of a resumed run");
  expect(merge_stores({calm, stopped}, (directory / "all.db").string()).duplicates == kReplicas, "a merged store");
}

void tables() {
  const testing::TemporaryDirectory directory;
  const std::string path = (directory / "data.csv").string();
  std::ofstream(path) << "t,d\n0.5,1\n-1,0.3\n2,-0.5\n0.1,0.2\n1,1\n";
  const Fit fit{Table::read(path)};
  expect(fit.data.column_named("d") == 1, "a column's name");
  const RunResult result = run_single_loop(fit, single_loop_plan(300), {.replicas = kReplicas, .threads = 2});
  expect(result.replicas.size() == kReplicas && result.replicas[0].status.ok(), "a fit");
  for (const char* wrong : {"1,2\n3\n", "a,b\n", "\x93NUMPY\x01", ""}) {
    try {
      if (*wrong == '\x93') Table::parse_npy(wrong, "wrong");
      else Table::parse_csv(wrong, "wrong");
      expect(false, "a table that is none");
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace twoscale

int main() {
  using namespace twoscale;
  every_method();
  watched_from_another_thread();
  diverging();
  failing();
  stored_and_resumed();
  tables();
  std::puts("done");
}
