#include "worklist.hpp"

#include <algorithm>

namespace twoscale {

Worklist::Worklist(const RunOptions& options, const Snapshot& start, int width)
    : start_(start), width_(static_cast<std::size_t>(width)) {
  for (const Snapshot& from : options.resume) neighbours_.push_back({from.replica, 1, &from});
  for (const ReplicaRange& range : options.fresh)
    if (range.count > 0) neighbours_.push_back({range.first, range.count, nullptr});
  if (options.resume.empty() && options.fresh.empty() && options.replicas > 0)
    neighbours_.push_back({options.first_replica, options.replicas, nullptr});
  std::stable_sort(neighbours_.begin(), neighbours_.end(),
                   [](const Neighbours& a, const Neighbours& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < neighbours_.size(); ++i) {
    const std::uint64_t end = neighbours_[i].first + neighbours_[i].count;
    if (end > std::uint64_t{1} << 32) throw Error::field("last replica", std::to_string(end - 1), "below 2^32");
    if (i + 1 < neighbours_.size() && end > neighbours_[i + 1].first)
      throw Error("replica " + std::to_string(neighbours_[i + 1].first) + " is asked for twice");
  }
}

std::uint64_t Worklist::replicas() const {
  std::uint64_t sum = 0;
  for (std::size_t i = next_; i < neighbours_.size(); ++i) sum += neighbours_[i].count;
  return sum;
}

bool Worklist::continues(const Snapshot& last) const {
  if (empty() || neighbours_[next_].first != std::uint64_t{last.replica} + 1) return false;
  const Snapshot& from = neighbours_[next_].resumed != nullptr ? *neighbours_[next_].resumed : start_;
  return from.iteration == last.iteration && from.counts == last.counts;
}

void Worklist::take(std::vector<Snapshot>& group) {
  std::size_t size = 0;
  group.resize(width_);
  while (!empty() && size < width_ && (size == 0 || continues(group[size - 1]))) {
    Neighbours& stretch = neighbours_[next_];
    group[size] = stretch.resumed != nullptr ? *stretch.resumed : start_;
    group[size++].replica = static_cast<std::uint32_t>(stretch.first);
    ++stretch.first;
    if (--stretch.count == 0) ++next_;
  }
  group.resize(size);
}

}  // namespace twoscale
