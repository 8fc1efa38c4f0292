#pragma once
// Store: results in one SQLite file. Jobs, the replicas asked for, a record of each one that ended, its observations,
// and a checkpoint of each one under way.
//
// The file is in WAL mode: readers look on while a run writes, and a kill at any instant leaves the last transaction
// that was committed. Every commit is synced (synchronous = FULL): a run commits a few times a second at most, so it
// costs nothing to have what was stored survive a power cut, too.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <twoscale/store/job.hpp>
#include <twoscale/store/record.hpp>

namespace twoscale {

class Database;

struct StoredJob {
  int id;
  Job job;
  std::vector<ReplicaRange> asked;  // ascending, apart from each other
};

class Store {
 public:
  /// For a run: makes the file where there is none, and lets no second run at it while this one lives. Throws, and
  /// changes nothing, where the file is not a store, is damaged, of another version, read-only or in use.
  static Store open(const std::string& path);
  /// To look at: the file must be there, and may be in use.
  static Store read(const std::string& path);

  Store(Store&&) noexcept;
  ~Store();

  const std::string& path() const;
  std::vector<StoredJob> jobs() const;
  /// The job's number: that of the same job where there is one. The replicas are asked for besides those before.
  int add(const Job& job, ReplicaRange asked);
  /// All or none of them.
  std::vector<int> add(const std::vector<Job>& jobs, ReplicaRange asked);

  /// Records there are, as ranges.
  std::vector<ReplicaRange> finished(int job) const;
  /// Checkpoints of replicas under way. Throws where one is damaged.
  std::vector<Snapshot> underway(int job) const;
  std::uint64_t count(int job, ReplicaRange among) const;

  /// In replica order.
  void for_each(int job, ReplicaRange among, const std::function<void(const Record&)>& visit) const;
  /// In replica order, then by iteration.
  void for_each_observation(int job, ReplicaRange among,
                            const std::function<void(std::uint32_t replica, const Observation&)>& visit) const;

  /// Everything seen until the next call is of one moment, whatever is written meanwhile.
  void hold_still();
  Database& database() { return *database_; }

 private:
  class Lock;
  explicit Store(std::unique_ptr<Lock> lock, std::unique_ptr<Database> database);
  std::unique_ptr<Lock> lock_;  // outlives the database: closing it first would drop SQLite's own locks on the file
  std::unique_ptr<Database> database_;
};

/// What is in `asked` and not in `without`; both ascending.
std::vector<ReplicaRange> minus(const std::vector<ReplicaRange>& asked, const std::vector<ReplicaRange>& without);
/// The same replicas in ascending ranges that do not touch.
std::vector<ReplicaRange> joined(std::vector<ReplicaRange> ranges);

}  // namespace twoscale
