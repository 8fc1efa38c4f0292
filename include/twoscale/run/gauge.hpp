#pragma once
// Gauge: what a leg of a tuned run measures while it goes on, for W replicas at once. Sums over the iterations of the
// leg; a reading is taken at its end.

#include <vector>

#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/leg.hpp>

namespace twoscale {

template <class P, int W>
class Gauge {
 public:
  using S = Pack<double, W>;
  using Slow = SlowVector<P, S>;
  using Fast = FastVector<P, S>;

  explicit Gauge(const Shape& shape)
      : points_(shape.slow), pulls_(shape.slow), late_(shape.slow), last_pull_(shape.slow), last_move_(shape.fast) {}

  /// A leg of so many iterations begins.
  void begin(std::uint64_t length) {
    points_ = pulls_ = late_ = last_pull_ = Slow(points_.size());
    last_move_ = Fast(last_move_.size());
    jumps_ = products_ = squares_ = S(0.0);
    length_ = length;
    count_ = 0;
  }

  /// One iteration: z before it, H, and how x moved.
  TWOSCALE_INLINE void add(const Slow& point, const Slow& estimate, const Fast& move) {
    const Slow pull = estimate - point;
    points_ = points_ + point;
    pulls_ = pulls_ + pull;
    if (count_ >= length_ / 2) late_ = late_ + pull;
    if (count_ > 0) jumps_ = jumps_ + squared_norm(pull - last_pull_);
    last_pull_ = pull;
    products_ = products_ + dot(move, last_move_);
    squares_ = squares_ + squared_norm(move);
    last_move_ = move;
    ++count_;
  }

  LegReading reading(int lane) const {
    const double n = static_cast<double>(length_), half = static_cast<double>(length_ - length_ / 2);
    LegReading out;
    out.mean_point = numbers_of(points_, lane, 1 / n);
    out.mean_pull = numbers_of(pulls_, lane, 1 / n);
    out.late_pull = numbers_of(late_, lane, 1 / half);
    out.noise = length_ > 1 ? jumps_.lane(lane) / (2 * (n - 1)) : 0;
    out.fast_correlation = squares_.lane(lane) > 0 ? products_.lane(lane) / squares_.lane(lane) : 0;
    return out;
  }

  /// Everything as numbers, and back: a run may stop within a leg.
  template <class Self, class Visit>
  static void for_each_number(Self& self, const Visit& visit) {
    for (auto* v : {&self.points_, &self.pulls_, &self.late_, &self.last_pull_})
      for (int i = 0; i < v->size(); ++i) visit((*v)[i]);
    for (int i = 0; i < self.last_move_.size(); ++i) visit(self.last_move_[i]);
    for (auto* s : {&self.jumps_, &self.products_, &self.squares_}) visit(*s);
  }
  std::uint64_t count() const { return count_; }
  void set_count(std::uint64_t count) { count_ = count; }

 private:
  static std::vector<double> numbers_of(const Slow& v, int lane, double scale) {
    std::vector<double> out(v.size());
    for (int i = 0; i < v.size(); ++i) out[i] = scale * v[i].lane(lane);
    return out;
  }

  Slow points_, pulls_, late_, last_pull_;
  Fast last_move_;
  S jumps_ = 0.0, products_ = 0.0, squares_ = 0.0;
  std::uint64_t length_ = 0, count_ = 0;
};

}  // namespace twoscale
