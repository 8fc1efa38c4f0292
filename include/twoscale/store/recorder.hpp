#pragma once
// Recorder: writes records and checkpoints while jobs run, one job after the other. Many small writes share a
// transaction, which is committed a few times a second and with every checkpoint. May be called from several threads.

#include <chrono>
#include <memory>
#include <mutex>
#include <span>

#include <twoscale/store/store.hpp>

namespace twoscale {

class Statement;

class Recorder {
 public:
  Recorder(Store& store, int job);
  /// Commits what is left, where that is still possible; commit() says when it is not.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// What is put and kept from here on is of this job. No commit: a thousand small jobs share one.
  void turn_to(int job);
  /// A replica that has ended: written once, whoever says it again. Its checkpoint goes in the same transaction.
  void put(const Record& record, std::span<const Observation> observations);
  /// A replica under way: in place of its last checkpoint.
  void keep(const Snapshot& state, std::span<const Observation> observations);
  /// What was put and kept so far survives from here on.
  void commit();
  /// The same, where the last commit is a while ago: between jobs.
  void commit_now_and_then();

 private:
  void begin();
  void commit_now();
  void commit_if_old();
  void give_up();
  /// Gives how many the replica has in all.
  std::int64_t put_observations(std::uint32_t replica, std::span<const Observation> observations);

  std::mutex mutex_;
  Store& store_;
  Database& database_;
  int job_ = 0;
  bool observes_ = false;  // there are observations of the job
  std::unique_ptr<Statement> insert_record_, insert_observation_, insert_checkpoint_, count_observations_,
      delete_checkpoint_, any_observation_;
  std::size_t pending_ = 0;  // rows in the open transaction
  bool failed_ = false;      // a write has failed: what came after it could contradict what is stored
  std::chrono::steady_clock::time_point since_;  // it was begun
};

}  // namespace twoscale
