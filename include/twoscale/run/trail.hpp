#pragma once
// Trail: where y was in the last third of a run without epochs, for W replicas at once. It tells whether y still moves.
//
// The way from the start of that third to its end is held against what noise makes of so many iterations. The noise is
// seen on short stretches, one in 16 of them: over such a stretch noise moves y much farther than drift does. Nothing
// is done between two marks, so a kernel pays nothing. A rule that moves y once in many iterations shows its drift on
// stretches, too, and would hide it; so noise is seen in a second way: in how the ways over 16 blocks change from one
// to the next, which a drift that lasts leaves alone.

#include <cstdint>
#include <functional>
#include <vector>

#include <twoscale/run/controller.hpp>

namespace twoscale {

/// What was seen of one replica, in plain numbers.
struct TrailReading {
  std::vector<double> origin, third, middle, end;  // y at the start, after two thirds, after five sixths, at the end
  double stretches = 0;                            // sum of |y moved|^2 over the stretches measured
  double changes = 0;                              // sum of |change of the way from one block to the next|^2
};

/// The iterations at which y is looked at.
class TrailMarks {
 public:
  TrailMarks() = default;
  explicit TrailMarks(std::uint64_t iterations);
  /// Whether the run is long enough to be judged.
  bool judged() const { return stretch_ > 0; }
  std::uint64_t next(std::uint64_t iteration) const;
  bool is_third(std::uint64_t iteration) const { return iteration == third_; }
  bool is_middle(std::uint64_t iteration) const { return iteration == middle_; }
  /// Which is where a block starts.
  bool starts_stretch(std::uint64_t iteration) const { return stretch_at(iteration) == 0; }
  /// The first block has no way behind it, and the second none to compare it with.
  bool compares_ways(std::uint64_t iteration) const {
    return starts_stretch(iteration) && iteration >= third_ + 2 * block_;
  }
  bool ends_stretch(std::uint64_t iteration) const { return iteration > third_ && stretch_at(iteration) == stretch_; }
  Finding judge(const TrailReading& reading) const;

 private:
  /// Iterations since the block began that this one is in.
  std::uint64_t stretch_at(std::uint64_t iteration) const {
    return iteration < third_ || block_ == 0 ? ~std::uint64_t{0} : (iteration - third_) % block_;
  }
  static constexpr std::uint64_t kBlocks = 16, kLateBlocks = kBlocks / 2;
  static constexpr double kComparisons = kBlocks - 2;  // of ways; the last block's is not looked at
  std::uint64_t iterations_ = 0, third_ = 0, middle_ = 0, block_ = 0, stretch_ = 0;
};

class Trail final : public Controller {
 public:
  /// `slow` gives y of all replicas, now.
  Trail(std::uint64_t iterations, std::function<LaneNumbers()> slow);

  std::uint64_t next_mark(std::uint64_t iteration) const override { return marks_.next(iteration); }
  void at_mark(std::uint64_t iteration, int lanes) override;
  Finding finding(int lane) const override;
  std::vector<double> numbers(int lane) const override;
  void load(std::uint64_t iteration, int lane, const std::vector<double>& numbers) override;

 private:
  /// The one list of what it remembers.
  template <class Self, class Visit>
  static void for_each(Self& self, const Visit& visit) {
    for (auto* point : {&self.origin_, &self.third_, &self.middle_, &self.before_, &self.way_}) visit(point->view());
    visit(self.stretches_.view()), visit(self.changes_.view());
  }

  TrailMarks marks_;
  std::function<LaneNumbers()> slow_;
  KeptLanes origin_, third_, middle_, before_, way_, stretches_, changes_;
};

}  // namespace twoscale
