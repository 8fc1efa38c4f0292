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
      : start_(shape.slow),
        points_(shape.slow),
        estimates_(shape.slow),
        last_pull_(shape.slow),
        last_move_(shape.fast) {}

  /// A leg begins at z.
  void begin(const Slow& point) {
    const Slow zero(point.size());
    start_ = point;
    points_ = estimates_ = last_pull_ = zero;
    last_move_ = Fast(last_move_.size());
    jumps_ = products_ = squares_ = S(0.0);
    count_ = 0;
  }

  /// One iteration: z before it, H, and how x moved.
  TWOSCALE_INLINE void add(const Slow& point, const Slow& estimate, const Fast& move) {
    points_ = points_ + point;
    estimates_ = estimates_ + estimate;
    const Slow pull = estimate - point;
    if (count_++ > 0) jumps_ = jumps_ + squared_norm(pull - last_pull_);
    last_pull_ = pull;
    products_ = products_ + dot(move, last_move_);
    squares_ = squares_ + squared_norm(move);
    last_move_ = move;
  }

  /// The leg ends with z at `point`.
  LegReading reading(const Slow& point, int lane) const {
    const double n = static_cast<double>(count_);
    LegReading out;
    out.start = numbers_of(start_, lane, 1);
    out.end = numbers_of(point, lane, 1);
    out.mean_point = numbers_of(points_, lane, 1 / n);
    out.mean_estimate = numbers_of(estimates_, lane, 1 / n);
    out.noise = count_ > 1 ? jumps_.lane(lane) / (2 * (n - 1)) : 0;
    out.fast_correlation = squares_.lane(lane) > 0 ? products_.lane(lane) / squares_.lane(lane) : 0;
    return out;
  }

  /// Everything as numbers, and back: a run may stop within a leg.
  template <class Self, class Visit>
  static void for_each_number(Self& self, const Visit& visit) {
    for (auto* v : {&self.start_, &self.points_, &self.estimates_, &self.last_pull_})
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

  Slow start_, points_, estimates_, last_pull_;
  Fast last_move_;
  S jumps_ = 0.0, products_ = 0.0, squares_ = 0.0;
  std::uint64_t count_ = 0;
};

}  // namespace twoscale
