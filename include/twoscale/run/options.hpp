#pragma once
// RunOptions: what to run, and who is told what while it goes on.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <twoscale/core/instruction_set.hpp>
#include <twoscale/run/result.hpp>

namespace twoscale {

/// Watched and set from outside while a run goes on.
struct Progress {
  std::atomic<std::uint64_t> iterations{0};  // summed over replicas
  /// Raise it to have RunOptions::checkpoint called at every group's next chunk.
  std::atomic<std::uint64_t> checkpoints{0};
  std::atomic<bool> stop{false};  // set it to end every replica at its next chunk
};

/// Replicas first, first + 1, ..., `count` of them.
struct ReplicaRange {
  std::uint32_t first = 0, count = 0;

  std::uint64_t end() const { return std::uint64_t{first} + count; }
  bool operator==(const ReplicaRange&) const = default;
};

struct RunOptions {
  std::uint64_t seed = 1;
  std::uint32_t first_replica = 0, replicas = 1;
  int threads = 1;
  std::optional<InstructionSet> instruction_set = {};                 // the best this machine has
  bool force = false;                                                 // run even where the method's assumptions fail
  std::vector<double> fast_start = {}, slow_start = {}, anchor = {};  // empty: the problem's; anchor: slow_start
  std::vector<Snapshot> resume = {};                                  // go on from here instead
  std::vector<ReplicaRange> fresh = {};                               // and start these
  Progress* progress = nullptr;

  /// Takes every result as soon as all before it are there: in replica order, one at a time. Memory then grows with the
  /// replicas in flight, not with those asked for.
  std::function<void(ReplicaResult&&)> sink = {};
  /// Takes the states of a group when progress->checkpoints has been raised. Called from the run's threads, side by
  /// side and beside the sink. A lane that has diverged is final.
  std::function<void(std::span<const ReplicaResult>)> checkpoint = {};
  const Observer* observer = nullptr;
  /// Told where a group of replicas is, when it starts and after every chunk, by the thread that runs it: for who must
  /// say where a user's function crashed.
  std::function<void(std::uint32_t replica, std::size_t lanes, std::uint64_t iteration, std::uint64_t until)> place =
      {};
};

}  // namespace twoscale
