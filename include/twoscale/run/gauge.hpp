#pragma once
// Gauge: what a leg of a tuned run measures while it goes on, for W replicas at once. Sums over the iterations of the
// leg; a reading is taken at its end.

#include <array>
#include <cstdint>

#include <twoscale/core/lane_numbers.hpp>
#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/leg.hpp>

namespace twoscale {

/// What is summed. As packs in a kernel, and as LaneNumbers where a reading is taken of it.
template <class Slow, class Fast, class S>
struct GaugeSums {
  Slow points, pulls, early, last_pull;  // early: at half of the leg
  Fast fasts, ways, early_ways, last_move;
  S jumps, fourths, nearby, last_square, before_last_square, products, squares;
  std::array<S, kDirections> slow_along, fast_along;
  std::array<Slow, kDirections> slow_directions;
  std::array<Fast, kDirections> fast_directions;

  /// The one list of the sums: what begins at zero, and what a stop within a leg has to keep.
  template <class Self, class Visit>
  static void for_each(Self& self, const Visit& visit) {
    for (auto* slow : {&self.points, &self.pulls, &self.early, &self.last_pull}) visit(*slow);
    for (auto* fast : {&self.fasts, &self.ways, &self.early_ways, &self.last_move}) visit(*fast);
    for (auto* number : {&self.jumps, &self.fourths, &self.nearby, &self.last_square, &self.before_last_square,
                         &self.products, &self.squares})
      visit(*number);
    for (auto* along : {&self.slow_along, &self.fast_along})
      for (auto& number : *along) visit(number);
  }
};

/// A gauge of any problem and width.
struct GaugeView {
  GaugeSums<LaneNumbers, LaneNumbers, LaneNumbers> sums;
  std::uint64_t &length, &count;  // of the leg; of what was added

  /// A leg of so many iterations begins.
  void begin(std::uint64_t leg_length) const;
  LegReading reading(int lane) const;
};

template <class P, int W>
class Gauge {
 public:
  using S = Pack<double, W>;
  using Slow = SlowVector<P, S>;
  using Fast = FastVector<P, S>;

  explicit Gauge(const Shape& shape) {
    auto& s = sums_;
    for (Slow* slow : {&s.points, &s.pulls, &s.early, &s.last_pull}) *slow = Slow(shape.slow);
    for (Fast* fast : {&s.fasts, &s.ways, &s.early_ways, &s.last_move}) *fast = Fast(shape.fast);
    s.slow_directions.fill(Slow(shape.slow));
    s.fast_directions.fill(Fast(shape.fast));
  }

  GaugeView view() {
    auto& s = sums_;
    GaugeView out{{s.points,
                   s.pulls,
                   s.early,
                   s.last_pull,
                   s.fasts,
                   s.ways,
                   s.early_ways,
                   s.last_move,
                   s.jumps,
                   s.fourths,
                   s.nearby,
                   s.last_square,
                   s.before_last_square,
                   s.products,
                   s.squares,
                   {},
                   {},
                   {},
                   {}},
                  length_,
                  count_};
    for (int i = 0; i < kDirections; ++i) {
      out.sums.slow_along[i] = s.slow_along[i], out.sums.fast_along[i] = s.fast_along[i];
      out.sums.slow_directions[i] = s.slow_directions[i], out.sums.fast_directions[i] = s.fast_directions[i];
    }
    return out;
  }

  /// One iteration: z before it, H, and how x moved.
  TWOSCALE_INLINE void add(const Slow& point, const Slow& estimate, const Fast& fast, const Fast& move) {
    auto& s = sums_;
    const Slow pull = estimate - point;
    if (count_ == length_ / 2) s.early = s.pulls, s.early_ways = s.ways;
    s.points = s.points + point;
    s.pulls = s.pulls + pull;
    s.ways = s.ways + move;
    s.fasts = s.fasts + fast;
    if (count_ > 0) {
      const Slow jump = pull - s.last_pull;
      const S square = squared_norm(jump);
      s.jumps = s.jumps + square;
      s.fourths = s.fourths + square * square;
      s.nearby = s.nearby + square * s.before_last_square;
      s.before_last_square = s.last_square;
      s.last_square = square;
      const Fast turn = move - s.last_move;
      for (int i = 0; i < kDirections; ++i) {
        const S slow = dot(s.slow_directions[i], jump), fast_part = dot(s.fast_directions[i], turn);
        s.slow_along[i] = s.slow_along[i] + slow * slow;
        s.fast_along[i] = s.fast_along[i] + fast_part * fast_part;
      }
    }
    s.last_pull = pull;
    s.products = s.products + dot(move, s.last_move);
    s.squares = s.squares + squared_norm(move);
    s.last_move = move;
    ++count_;
  }

 private:
  GaugeSums<Slow, Fast, S> sums_{};
  std::uint64_t length_ = 0, count_ = 0;
};

}  // namespace twoscale
