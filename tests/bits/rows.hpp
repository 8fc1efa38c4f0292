#pragma once
// A row: the hash of every bit of all final states of one method on one problem, for each way of computing the same.
//
//   PROBLEM METHOD W THREADS whole|split HASH

#include <bit>
#include <cstdio>
#include <map>
#include <mutex>

#include <twoscale/method/presets.hpp>
#include <twoscale/run/run.hpp>

namespace twoscale::bits {

inline constexpr std::uint32_t kReplicas = 19;  // no multiple of any pack width but one

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
inline constexpr std::uint64_t kSplit = 77;

/// The states of all replicas on their way, written and read back; empty where a run is over before.
inline std::vector<Snapshot> states_on_the_way(const Run& run, RunOptions options) {
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

inline void print_row(const std::string& row, int width, int threads, const char* how, const RunResult& result) {
  Fnv fnv;
  for (const ReplicaResult& r : result.replicas) fnv.add(r);
  std::printf("%s %d %d %s %016llx\n", row.c_str(), width, threads, how, static_cast<unsigned long long>(fnv.value()));
}

inline void print_rows(const std::string& row, int width, const Run& run) {
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
inline std::vector<Variant> variants() {
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

}  // namespace twoscale::bits
