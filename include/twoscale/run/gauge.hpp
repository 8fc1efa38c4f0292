#pragma once
// Gauge: what a leg of a tuned run measures while it goes on, for W replicas at once. Sums over the iterations of the
// leg; a reading is taken at its end.

#include <array>
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
      : points_(shape.slow),
        pulls_(shape.slow),
        early_(shape.slow),
        last_pull_(shape.slow),
        fasts_(shape.fast),
        ways_(shape.fast),
        early_ways_(shape.fast),
        last_move_(shape.fast) {
    slow_directions_.fill(Slow(shape.slow));
    fast_directions_.fill(Fast(shape.fast));
  }

  /// A leg of so many iterations begins.
  void begin(std::uint64_t length) {
    points_ = pulls_ = early_ = last_pull_ = Slow(points_.size());
    fasts_ = ways_ = early_ways_ = last_move_ = Fast(last_move_.size());
    jumps_ = fourths_ = nearby_ = last_square_ = before_last_square_ = products_ = squares_ = S(0.0);
    slow_along_.fill(S(0.0)), fast_along_.fill(S(0.0));
    length_ = length;
    count_ = 0;
  }

  /// Directions of one replica along which a leg is to measure; empty: none.
  void set_slow_direction(int number, int lane, const std::vector<double>& way) {
    set(slow_directions_[number], lane, way);
  }
  void set_fast_direction(int number, int lane, const std::vector<double>& way) {
    set(fast_directions_[number], lane, way);
  }
  const Fast& fast_direction(int number) const { return fast_directions_[number]; }

  /// One iteration: z before it, H, and how x moved.
  TWOSCALE_INLINE void add(const Slow& point, const Slow& estimate, const Fast& fast, const Fast& move) {
    const Slow pull = estimate - point;
    if (count_ == length_ / 2) early_ = pulls_, early_ways_ = ways_;
    points_ = points_ + point;
    pulls_ = pulls_ + pull;
    ways_ = ways_ + move;
    fasts_ = fasts_ + fast;
    if (count_ > 0) {
      const Slow jump = pull - last_pull_;
      const S square = squared_norm(jump);
      jumps_ = jumps_ + square;
      fourths_ = fourths_ + square * square;
      nearby_ = nearby_ + square * before_last_square_;
      before_last_square_ = last_square_;
      last_square_ = square;
      const Fast turn = move - last_move_;
      for (int i = 0; i < kDirections; ++i) {
        const S slow = dot(slow_directions_[i], jump), fast = dot(fast_directions_[i], turn);
        slow_along_[i] = slow_along_[i] + slow * slow;
        fast_along_[i] = fast_along_[i] + fast * fast;
      }
    }
    last_pull_ = pull;
    products_ = products_ + dot(move, last_move_);
    squares_ = squares_ + squared_norm(move);
    last_move_ = move;
    ++count_;
  }

  LegReading reading(int lane) const {
    const double n = static_cast<double>(length_), half = static_cast<double>(length_ - length_ / 2);
    const double twice = length_ > 1 ? 2 * (n - 1) : 1;
    LegReading out;
    out.mean_point = numbers_of(points_, lane, 1 / n);
    out.mean_pull = numbers_of(pulls_, lane, 1 / n);
    out.late_pull = numbers_of(pulls_ - early_, lane, 1 / half);
    out.end_pull = numbers_of(last_pull_, lane, 1);
    out.noise = jumps_.lane(lane) / twice;
    out.kurtosis = nearby_.lane(lane) > 0 ? fourths_.lane(lane) / nearby_.lane(lane) : fourths_.lane(lane) > 0 ? n : 0;
    out.mean_fast = numbers_of(fasts_, lane, 1 / n);
    out.fast_way = numbers_of(ways_, lane, 1);
    out.fast_late_way = numbers_of(ways_ - early_ways_, lane, 1);
    for (int i = 0; i < kDirections; ++i) {
      out.noise_along[i] = slow_along_[i].lane(lane) / twice;
      out.fast[i].noise = fast_along_[i].lane(lane) / twice;
    }
    out.fast_correlation = squares_.lane(lane) > 0 ? products_.lane(lane) / squares_.lane(lane) : 0;
    return out;
  }

  /// Everything as numbers, and back: a run may stop within a leg.
  template <class Self, class Visit>
  static void for_each_number(Self& self, const Visit& visit) {
    for (auto* v : {&self.points_, &self.pulls_, &self.early_, &self.last_pull_})
      for (int i = 0; i < v->size(); ++i) visit((*v)[i]);
    for (auto* v : {&self.fasts_, &self.ways_, &self.early_ways_, &self.last_move_})
      for (int i = 0; i < v->size(); ++i) visit((*v)[i]);
    for (auto* s : {&self.jumps_, &self.fourths_, &self.nearby_, &self.last_square_, &self.before_last_square_,
                    &self.products_, &self.squares_})
      visit(*s);
    for (auto* sums : {&self.slow_along_, &self.fast_along_})
      for (auto& sum : *sums) visit(sum);
  }
  std::uint64_t count() const { return count_; }
  void set_count(std::uint64_t count) { count_ = count; }

 private:
  template <class V>
  static std::vector<double> numbers_of(const V& v, int lane, double scale) {
    std::vector<double> out(v.size());
    for (int i = 0; i < v.size(); ++i) out[i] = scale * v[i].lane(lane);
    return out;
  }
  template <class V>
  static void set(V& direction, int lane, const std::vector<double>& way) {
    for (int i = 0; i < direction.size(); ++i) direction[i].set_lane(lane, way.empty() ? 0.0 : way[i]);
  }

  Slow points_, pulls_, early_, last_pull_;  // early: at half of the leg
  Fast fasts_, ways_, early_ways_, last_move_;
  S jumps_ = 0.0, fourths_ = 0.0, nearby_ = 0.0, last_square_ = 0.0, before_last_square_ = 0.0;
  S products_ = 0.0, squares_ = 0.0;
  std::array<Slow, kDirections> slow_directions_;
  std::array<Fast, kDirections> fast_directions_;
  std::array<S, kDirections> slow_along_{}, fast_along_{};
  std::uint64_t length_ = 0, count_ = 0;
};

}  // namespace twoscale
