#pragma once
// GroupWatch: what happens between two chunks of a group: progress, observations, checkpoints, a request to stop.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <twoscale/run/options.hpp>

namespace twoscale {

class GroupWatch {
 public:
  using Lanes = std::function<ReplicaResult(int lane)>;

  GroupWatch(const RunOptions& options, std::uint64_t iterations, std::span<const Snapshot> starts);

  /// The iteration the next chunk may not pass.
  std::uint64_t until() const { return until_; }
  bool stopped() const { return stopped_; }
  /// To be told after every chunk where the group is.
  void after_chunk(std::uint64_t iteration, const Lanes& lanes);
  /// A lane's result with what was observed of it.
  ReplicaResult result(int lane, const Lanes& lanes) const;

 private:
  void observe(const Lanes& lanes);
  void hand_over(const Lanes& lanes);
  /// Finds the next iteration to look at.
  void look_ahead();

  const RunOptions& options_;
  std::uint32_t replica_;  // the first of the group
  std::uint64_t iterations_, iteration_, until_;
  std::uint64_t checkpoints_ = 0;  // how many were asked for when the group last handed its state over
  bool stopped_ = false;
  std::vector<std::vector<Observation>> observed_;  // of each lane
};

}  // namespace twoscale
