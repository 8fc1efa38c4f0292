// Runs a method with the rule that run.py has added: alone and in packs, and killed after every few checkpoints and
// resumed from its store. The states must be the same to the bit.

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <twoscale/method/presets.hpp>
#include <twoscale/run/run.hpp>
#include <twoscale/store/recorder.hpp>

#include "bits/problem.hpp"
#include "temporary_directory.hpp"

namespace twoscale {
namespace {

constexpr std::uint32_t kReplicas = 9;  // a pack, and one alone
using Problem = bits::Wavy<Law::normal>;

void expect(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::exit(1);
}

Plan plan() {
  Method method = make_method("raw");
  set_option(method, "outer", "heavy-ball");  // the list alone makes it an option
  return Plan::for_iterations(method, 2000);
}

template <int W>
RunResult run_rule(const RunOptions& options) {
  const Plan whole = plan();
  return run<Problem, W, Only<OneStep, RawOracle, NoPreconditioner, HeavyBall, LastIterate>>(Problem{}, whole, options);
}

/// Goes on from what the store holds, and is killed after its third checkpoint. Returns when nothing is left.
void session(const std::string& path, bool killed) {
  Store store = Store::open(path);
  const int id = store.add(describe_job("1", "wavy", "", {}, plan(), {}), {0, kReplicas});
  Recorder recorder(store, id);
  Progress progress;
  RunOptions options{.replicas = 0, .progress = &progress};
  std::vector<ReplicaRange> underway;
  for (const Snapshot& from : store.underway(id)) underway.push_back({from.replica, 1}), options.resume.push_back(from);
  options.fresh = minus(minus({{0, kReplicas}}, store.finished(id)), underway);
  int checkpoints = 0;
  const Observer every{log_spaced(2000, 40), [&](const Snapshot&) {
                         ++progress.checkpoints;
                         return std::vector<double>{};
                       }};
  options.observer = &every;
  options.sink = [&](ReplicaResult&& r) {
    const Snapshot& last = r.last;
    recorder.put({last.replica, r.status, last.iteration, last.counts, last.fast, last.slow, {}, {}, {}, last}, {});
  };
  options.checkpoint = [&](std::span<const ReplicaResult> states) {
    for (const ReplicaResult& r : states) recorder.keep(r.last, {});
    recorder.commit();
    if (killed && ++checkpoints == 3) std::raise(SIGKILL);
  };
  run_rule<8>(options);
  recorder.commit();
}

/// In a process of its own; true when it was killed.
bool killed_session(const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    session(path, true);
    std::_Exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  expect(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 0), "a session");
  return WIFSIGNALED(status);
}

std::vector<Snapshot> states(const RunResult& result) {
  std::vector<Snapshot> out;
  for (const ReplicaResult& r : result.replicas) out.push_back(r.last);
  return out;
}

}  // namespace
}  // namespace twoscale

int main() {
  using namespace twoscale;
  const std::vector<Snapshot> whole = states(run_rule<1>({.replicas = kReplicas}));
  expect(whole[0].kept_as("count") == std::vector<double>{2000} && whole[0].kept_as("velocity")[0] != 0, "its state");
  expect(states(run_rule<8>({.replicas = kReplicas})) == whole, "packs");
  const testing::TemporaryDirectory directory;
  const std::string path = (directory / "killed.db").string();
  int kills = 0;
  while (killed_session(path)) expect(++kills < 100, "a session that gets on");
  std::vector<Snapshot> resumed;
  Store::read(path).for_each(1, {0, kReplicas}, [&](const Record& r) { resumed.push_back(r.state.value()); });
  expect(kills > 2, "too few kills");
  expect(resumed == whole, "the bits of a run that was killed and resumed");
  std::printf("%d kills, %zu replicas: the same bits\n", kills, resumed.size());
}
