#pragma once
// Store: results in one SQLite file. Jobs, the replicas asked for, a record of each one that ended, its observations,
// and a checkpoint of each one under way.
//
// The file is in WAL mode: readers look on while a run writes, and a kill at any instant leaves the last transaction
// that was committed. Every commit is synced (synchronous = FULL): a run commits a few times a second at most, so it
// costs nothing to have what was stored survive a power cut, too.
//
// Every row carries a hash of itself, and what belongs to a row is counted in it: whatever reads rows finds out where
// they are not what was written, and throws with the job and the replica. Stores of older versions have no hashes: they
// can be read, with a caution(), and not added to.

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <twoscale/store/job.hpp>
#include <twoscale/store/record.hpp>

namespace twoscale {

class Database;
class Statement;

struct StoredJob {
  int id;
  Job job;
  std::vector<ReplicaRange> asked;  // ascending, apart from each other
};

class Store {
 public:
  /// For a run: makes the file where there is none, and lets no second run at it while this one lives. Throws, and
  /// changes nothing, where the file is not a store, is damaged, of an older version, read-only or in use.
  static Store open(const std::string& path);
  /// To look at: the file must be there, and may be in use.
  static Store read(const std::string& path);

  Store(Store&&) noexcept;
  ~Store();

  const std::string& path() const;
  /// What whoever reads it should be told, in a sentence; empty for a store of this version.
  std::string caution() const;
  /// Throws where the file structure is damaged: for those who read all of it. open() has looked already.
  void require_sound() const;
  /// Throws where the file was deleted, moved or replaced since it was opened: what is written would be lost.
  void require_in_place() const;

  std::vector<StoredJob> jobs() const;
  /// The job's number: that of the same job where there is one. The replicas are asked for besides those before.
  int add(const Job& job, ReplicaRange asked);
  /// All or none of them. The numbers in `jobs` do not count.
  std::vector<int> add(const std::vector<StoredJob>& jobs);

  /// Records there are, as ranges. Reads them all, with their observations, and throws where one is damaged.
  std::vector<ReplicaRange> finished(int job) const;
  /// Checkpoints of replicas under way, with the number of their observations checked.
  std::vector<Snapshot> underway(int job) const;
  std::uint64_t count(int job, ReplicaRange among) const;

  /// In replica order.
  void for_each(int job, ReplicaRange among, const std::function<void(const Record&)>& visit) const;
  using VisitReplica = std::function<void(const Record&, const std::vector<Observation>&)>;
  void for_each_replica(int job, ReplicaRange among, const VisitReplica& visit) const;
  /// In replica order, then by iteration; also of replicas under way.
  void for_each_observation(int job, ReplicaRange among,
                            const std::function<void(std::uint32_t replica, const Observation&)>& visit) const;

  /// From here on what is found damaged is handed over in a sentence, and reading goes on behind it.
  void on_damage(std::function<void(const std::string&)> tell);
  /// Everything seen until the next call is of one moment, whatever is written meanwhile.
  void hold_still();
  /// Moves what was committed from the log beside the file into the file, so that a copy of the one file has it; not
  /// more than once a second.
  void empty_log_now_and_then();
  Database& database() { return *database_; }

 private:
  class Lock;
  Store(std::unique_ptr<Lock> lock, std::unique_ptr<Database> database, int version);

  bool hashed() const;
  /// Throws, or tells, and gives false, where the row's last column is not its hash.
  bool is_intact(const Statement& row, int hash, const std::string& what) const;
  void damaged(const std::string& what) const;
  /// Whether a job, or what was asked of one, is gone.
  void check_contents(std::int64_t jobs, std::int64_t asked) const;
  std::string name_of_replica(std::int64_t job, std::int64_t replica) const;
  std::vector<ReplicaRange> asked(int job, std::int64_t* rows = nullptr) const;
  /// 0 where the job does not name them.
  std::size_t observed_quantities(int job) const;
  void visit_records(int job, ReplicaRange among,
                     const std::function<void(const Record&, std::uint64_t observed)>& visit) const;

  std::unique_ptr<Lock> lock_;  // outlives the database: closing it first would drop SQLite's own locks on the file
  std::unique_ptr<Database> database_;
  int version_;
  std::function<void(const std::string&)> tell_;
  std::chrono::steady_clock::time_point emptied_;  // the log
};

/// Every replica number there can be.
inline constexpr ReplicaRange kAllReplicas{0, ~std::uint32_t{0}};

/// What is in `asked` and not in `without`; both ascending.
std::vector<ReplicaRange> minus(const std::vector<ReplicaRange>& asked, const std::vector<ReplicaRange>& without);
/// The same replicas in ascending ranges that do not touch.
std::vector<ReplicaRange> joined(std::vector<ReplicaRange> ranges);

}  // namespace twoscale
