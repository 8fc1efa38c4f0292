#pragma once
// Pipeline: groups out to threads in order, results back in order, whichever is finished first.

#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <vector>

#include "worklist.hpp"

namespace twoscale {

class Pipeline {
 public:
  struct Group {
    std::size_t number = 0;
    std::vector<Snapshot> starts = {};
  };
  using Sink = std::function<void(ReplicaResult&&)>;

  /// Nobody starts a group that is `ahead` or more after the oldest one whose results are not yet handed on: results
  /// that wait for it would pile up.
  Pipeline(Worklist work, std::size_t ahead, const Progress* progress, Sink sink)
      : work_(std::move(work)), ahead_(ahead), progress_(progress), sink_(std::move(sink)) {}

  /// The next group in place of the last; false when none is left, the run was told to stop, or it failed.
  bool take(Group& group);
  /// Hands on every result whose turn has come. One thread at a time does so, outside the lock: the others work on.
  void deliver(std::size_t number, std::vector<ReplicaResult> results);
  /// Ends the run; the first failure is the one that is passed on.
  void fail(std::exception_ptr failure);
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool may_start() const { return failure_ || work_.empty() || taken_ - delivered_ < ahead_; }
  bool told_to_stop() const { return taken_ > 0 && progress_ != nullptr && progress_->stop; }

  Worklist work_;
  std::size_t ahead_;
  const Progress* progress_;
  Sink sink_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::size_t taken_ = 0, delivered_ = 0;
  bool delivering_ = false;
  std::map<std::size_t, std::vector<ReplicaResult>> finished_;
  std::exception_ptr failure_;
};

}  // namespace twoscale
