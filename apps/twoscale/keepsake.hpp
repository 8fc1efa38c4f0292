#pragma once
// Keepsake: what a run without --store keeps in memory, in case it is interrupted: the records of replicas that ended,
// as far as a limit allows, and the states of those that were stopped.

#include <string>
#include <utility>
#include <vector>

#include <twoscale/store/store.hpp>

namespace twoscale::cli {

struct Task;

class TaskKeepsake {
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

/// Makes a new store beside the user, never one that is there: NAME.checkpoint.db, or NAME-2.checkpoint.db, ... and
/// says what is in it. `kept` has one entry for each task that was begun.
std::string write_checkpoint(const std::string& name, const std::vector<Task>& tasks,
                             const std::vector<TaskKeepsake>& kept);

}  // namespace twoscale::cli
