#pragma once
// Worklist: the replicas of a run cut into groups, one when it is asked for: nothing is kept for a replica whose turn
// has not come.

#include <cstdint>
#include <vector>

#include <twoscale/run/options.hpp>

namespace twoscale {

class Worklist {
 public:
  /// `start` is where a replica starts that is not resumed; a group has up to `width` replicas. Both must stay.
  Worklist(const RunOptions& options, const Snapshot& start, int width);

  bool empty() const { return next_ == neighbours_.size(); }
  /// How many are left.
  std::uint64_t replicas() const;
  /// Neighbours at the same point of the run, the next in replica order. They take the place of what `group` holds, and
  /// its memory.
  void take(std::vector<Snapshot>& group);

 private:
  struct Neighbours {
    std::uint64_t first, count;
    const Snapshot* resumed;  // one replica, or null for many that start
  };
  /// Whether the next neighbours go on from where the last of a group is.
  bool continues(const Snapshot& last) const;

  const Snapshot& start_;
  std::size_t width_;
  std::vector<Neighbours> neighbours_;
  std::size_t next_ = 0;
};

}  // namespace twoscale
