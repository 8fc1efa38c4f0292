// Prints a hash of every bit of all final states, a line for each way of computing the same: pack width, threads, whole
// or split by a checkpoint. run.py compiles this for each compiler and instruction set, and compares the lines.
//
//   PROBLEM METHOD W THREADS whole|split HASH
//
// BITS_WIDTHS is a list of pack widths. What takes longer to compile has two of them, one lane and the kernel's own,
// and is left out with BITS_REDUCED.

#include <bit>
#include <cstdio>
#include <mutex>

#include <twoscale/method/presets.hpp>
#include <twoscale/run/run.hpp>

#include "../general_choices.hpp"
#include "problem.hpp"

namespace twoscale::bits {
namespace {

constexpr std::uint32_t kReplicas = 19;  // no multiple of any pack width but one

class Fnv {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ (word >> (8 * byte) & 0xff)) * 0x100000001b3;
  }
  void add(const std::vector<double>& values) {
    add(values.size());
    for (const double value : values) add(std::bit_cast<std::uint64_t>(value));
  }
  void add(const ReplicaResult& result) {
    const Snapshot& s = result.last;
    add(s.replica), add(s.iteration), add(static_cast<std::uint64_t>(result.status.ending));
    for (const std::uint64_t count : s.counts.drawn) add(count);
    add(s.counts.preconditioner);
    for_each_part([&](const StatePart& part, const auto&) { add(s.*part.stored); });
    for (const NamedNumbers& kept : s.kept) add(kept.numbers);
    add(s.controller);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

using Run = std::function<RunResult(const RunOptions&)>;

/// Iterations of a checkpoint: inside a chunk, and inside a draw's block.
constexpr std::uint64_t kSplit = 77;

/// The states of all replicas on their way, written and read back; empty where a run is over before.
std::vector<Snapshot> states_on_the_way(const Run& run, RunOptions options) {
  Progress progress;
  std::mutex mutex;
  std::map<std::uint32_t, std::string> kept;
  const Observer observer{{kSplit}, [&](const Snapshot&) {
                            ++progress.checkpoints;
                            return std::vector<double>{};
                          }};
  options.progress = &progress;
  options.observer = &observer;
  options.checkpoint = [&](std::span<const ReplicaResult> states) {
    const std::lock_guard lock(mutex);
    for (const ReplicaResult& r : states)
      if (r.status.ok()) kept.try_emplace(r.last.replica, serialise(r.last));
  };
  run(options);
  std::vector<Snapshot> out;
  for (const auto& [replica, text] : kept) out.push_back(deserialise(text));
  return out;
}

void print_row(const std::string& row, int width, int threads, const char* how, const RunResult& result) {
  Fnv fnv;
  for (const ReplicaResult& r : result.replicas) fnv.add(r);
  std::printf("%s %d %d %s %016llx\n", row.c_str(), width, threads, how, static_cast<unsigned long long>(fnv.value()));
}

void print_rows(const std::string& row, int width, const Run& run) {
  for (const int threads : {1, 2, 16}) {
    RunOptions options{.seed = 20261115, .first_replica = 3, .replicas = kReplicas, .threads = threads};
    print_row(row, width, threads, "whole", run(options));
    options.resume = states_on_the_way(run, options);
    options.replicas = 0;
    if (options.resume.size() == kReplicas) print_row(row, width, threads, "split", run(options));
  }
}

struct Variant {
  const char *label, *method;
  std::vector<std::pair<std::string, std::string>> options = {};

  Plan plan() const {
    Method m = make_method(method);
    for (const auto& [name, value] : options) set_option(m, name, value);
    return Plan::for_iterations(m, std::string_view(method).starts_with("nested") ? 101 : 301);
  }
};

/// Every preset, anytime, and every way to P, output and samples that no preset has.
std::vector<Variant> variants() {
  std::vector<Variant> out;
  for (const Preset& preset : presets()) out.push_back({preset.name, preset.name});
  out.push_back({"anytime", "single-loop", {{"anytime", "1"}}});
  out.push_back({"nested-anytime", "nested", {{"anytime", "1"}, {"warm_start", "1"}}});
  out.push_back({"averaged-P", "nested-corrected", {{"preconditioner", "averaged"}}});
  out.push_back({"neumann", "single-loop", {{"preconditioner", "neumann"}, {"neumann_terms", "4"}}});
  out.push_back({"low-rank", "single-loop", {{"preconditioner", "low-rank"}, {"rank", "2"}}});
  out.push_back({"weighted", "single-loop", {{"output", "weighted-average"}}});
  out.push_back({"shared", "single-loop", {{"samples", "shared"}, {"output", "tail-average"}}});
  for (const char* probe : {"rademacher", "gaussian", "coordinate"})
    out.push_back({probe, "single-loop", {{"preconditioner", "probed"}, {"probe", probe}}});
  return out;
}

bool applies(const Method& method, Abilities problem) {
  try {
    require(method, problem);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Every method that applies, with every width in turn.
template <int... W, class P>
void every_method(const char* name, const P& problem) {
  for (const Variant& variant : variants()) {
    const Plan plan = variant.plan();
    if (!applies(plan.method(), abilities_of<P>())) continue;
    const std::string row = std::string(name) + " " + variant.label;
    (print_rows(row, W,
                [&](const RunOptions& options) { return run<P, W, testing::ChoicesAt<W>>(problem, plan, options); }),
     ...);
  }
}

/// The single-loop method alone, which takes a fraction of the time to compile.
template <int... W, class P>
void single_loop(const char* name, const P& problem, const Plan& plan) {
  using Choices = Only<OneStep, CorrectedOracle, LearnedPreconditioner, Tikhonov, LastIterate>;
  (print_rows(std::string(name) + " single-loop", W,
              [&](const RunOptions& options) { return run<P, W, Choices>(problem, plan, options); }),
   ...);
}

template <Law L, int... W>
void law() {
  const std::string name = std::string("wavy-") + name_of(L);
  single_loop<W...>(name.c_str(), Wavy<L>{}, Plan::for_iterations(make_method("single-loop"), 301));
}

/// Numbers as a stream draws them, of a width that is no divisor of a block.
template <int W>
void draws(Law law) {
  constexpr int kWidth = 3, kDraws = 200;
  Fnv fnv;
  for (std::uint32_t first = 0; first < 16; first += W) {
    Stream<W> stream(20261115, first, 2, law, kWidth, 1'000'003);
    std::vector<std::vector<double>> of_replica(W);
    for (std::uint64_t k = 0; k < kDraws; ++k) {
      const auto numbers = stream.template draw<kWidth>(k * k);  // neighbours first, then further and further apart
      for (int lane = 0; lane < W; ++lane)
        for (int i = 0; i < kWidth; ++i) of_replica[lane].push_back(numbers[i].lane(lane));
    }
    for (const auto& numbers : of_replica) fnv.add(numbers);
  }
  std::printf("draws %s %d 1 whole %016llx\n", name_of(law), W, static_cast<unsigned long long>(fnv.value()));
}

template <int... W>
void every_law() {
  for (const Law law : {Law::normal, Law::uniform, Law::rademacher, Law::truncated, Law::index}) (draws<W>(law), ...);
}

}  // namespace
}  // namespace twoscale::bits

int main() {
  using namespace twoscale;
  using namespace twoscale::bits;
  every_law<1, 2, 4, 8, 16>();
  Rotor rotor;
  prepare(rotor);
  every_method<BITS_WIDTHS>("rotor", rotor);
#ifndef BITS_REDUCED
  every_method<1, kPackWidth>("wavy", Wavy<Law::normal>{});
  every_method<1, kPackWidth>("sized", Sized{});
#endif
  law<Law::normal, BITS_WIDTHS>();
  law<Law::uniform, 1, kPackWidth>();
  law<Law::rademacher, 1, kPackWidth>();
  law<Law::truncated, 1, kPackWidth>();
  law<Law::index, 1, kPackWidth>();
  const Variant explosive{"", "single-loop", {{"slow_scale", "1"}}};
  single_loop<BITS_WIDTHS>("explosive", Explosive{}, explosive.plan());
}
