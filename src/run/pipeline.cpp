#include "pipeline.hpp"

namespace twoscale {

bool Pipeline::take(Group& group) {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [this] { return may_start(); });
  if (failure_ || work_.empty() || told_to_stop()) return false;
  group.number = taken_++;
  work_.take(group.starts);
  return true;
}

void Pipeline::deliver(std::size_t number, std::vector<ReplicaResult> results) {
  std::unique_lock lock(mutex_);
  finished_.emplace(number, std::move(results));
  if (delivering_) return;  // who does it now takes these, too
  delivering_ = true;
  for (auto next = finished_.begin(); next != finished_.end() && next->first == delivered_ && !failure_;
       next = finished_.begin()) {
    std::vector<ReplicaResult> turn = std::move(next->second);
    finished_.erase(next);
    lock.unlock();
    for (ReplicaResult& result : turn) sink_(std::move(result));
    lock.lock();
    ++delivered_;
    room_.notify_all();
  }
  delivering_ = false;
}

void Pipeline::fail(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  room_.notify_all();
}

}  // namespace twoscale
