#pragma once
// Keepsake: what a run without a store keeps in memory, in case it is interrupted: the records of replicas that ended,
// as far as a limit allows, and the states of those that were stopped.

#include <utility>
#include <vector>

#include <twoscale/solve/report.hpp>
#include <twoscale/solve/task.hpp>

namespace twoscale {

class Keepsake {
 public:
  void put(Record record, std::vector<Observation> observations);
  void keep(const ReplicaResult& stopped);
  /// Records that were let go: resume computes them again.
  std::uint64_t lost() const { return lost_; }
  std::uint64_t ended() const { return records_.size(); }
  std::uint64_t underway() const { return stopped_.size(); }
  void write(Store& store, int job) const;

 private:
  std::vector<std::pair<Record, std::vector<Observation>>> records_;
  std::vector<ReplicaResult> stopped_;
  std::size_t bytes_ = 0;
  std::uint64_t lost_ = 0;
};

/// Makes a new store in the working directory, never one that is there: NAME.checkpoint.db, or NAME-2.checkpoint.db,
/// ... and says what is in it. `kept` has one entry for each task that was begun.
Kept write_checkpoint(const std::string& name, const std::vector<Task>& tasks, const std::vector<Keepsake>& kept);

/// What a store holds that a run was interrupted in.
Kept kept_in(const Store& store);

}  // namespace twoscale
