#pragma once
// Gauge: what a leg of a tuned run measures while it goes on, for W replicas at once. Sums over the iterations of the
// leg; a reading is taken at its end.

#include <algorithm>
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
  Slow before_block, last_block;         // pulls when the block under way began; of the block before it
  Fast fasts, ways, early_ways, last_move;
  S jumps, fourths, nearby, last_square, before_last_square, products, squares;
  S blocks;  // squared change of pulls from block to block
  std::array<S, kDirections> slow_along, fast_along, blocks_along;
  std::array<Slow, kDirections> slow_directions;
  std::array<Fast, kDirections> fast_directions;

  /// The one list of the sums: what begins at zero, and what a stop within a leg has to keep.
  template <class Self, class Visit>
  static void for_each(Self& self, const Visit& visit) {
    for (auto* slow : {&self.points, &self.pulls, &self.early, &self.last_pull, &self.before_block, &self.last_block})
      visit(*slow);
    for (auto* fast : {&self.fasts, &self.ways, &self.early_ways, &self.last_move}) visit(*fast);
    for (auto* number : {&self.jumps, &self.fourths, &self.nearby, &self.last_square, &self.before_last_square,
                         &self.products, &self.squares, &self.blocks})
      visit(*number);
    for (auto* along : {&self.slow_along, &self.fast_along, &self.blocks_along})
      for (auto& number : *along) visit(number);
  }
};

/// Iterations of a block of a leg, of which there are sixteen.
constexpr std::uint64_t block_of(std::uint64_t length) { return length >= 16 ? length / 16 : 1; }
/// The next iteration of a leg at which something is noted: its half, or the end of a block.
constexpr std::uint64_t mark_after(std::uint64_t count, std::uint64_t length, bool in_blocks) {
  const std::uint64_t half = count < length / 2 ? length / 2 : length, block = block_of(length);
  return in_blocks ? std::min(half, (count / block + 1) * block) : half;
}

/// A gauge of any problem and width.
struct GaugeView {
  GaugeSums<LaneNumbers, LaneNumbers, LaneNumbers> sums;
  std::uint64_t &length, &count, &next_mark;  // of the leg; of what was added; where something is to be noted
  bool& in_blocks;  // H is correlated from one iteration to the next, as without a correction: noise from blocks, too

  /// A leg of so many iterations begins.
  void begin(std::uint64_t leg_length) const;
  /// So many iterations of it have been added before.
  void go_on_from(std::uint64_t iterations) const;
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
    for (Slow* slow : {&s.points, &s.pulls, &s.early, &s.last_pull, &s.before_block, &s.last_block})
      *slow = Slow(shape.slow);
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
                   s.before_block,
                   s.last_block,
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
                   s.blocks,
                   {},
                   {},
                   {},
                   {},
                   {}},
                  length_,
                  count_,
                  next_mark_,
                  in_blocks_};
    for (int i = 0; i < kDirections; ++i) {
      out.sums.slow_along[i] = s.slow_along[i], out.sums.fast_along[i] = s.fast_along[i];
      out.sums.blocks_along[i] = s.blocks_along[i];
      out.sums.slow_directions[i] = s.slow_directions[i], out.sums.fast_directions[i] = s.fast_directions[i];
    }
    return out;
  }

  /// One iteration: z before it, H, and x before and after it.
  TWOSCALE_INLINE void add(const Slow& point, const Slow& estimate, const Fast& fast, const Fast& moved) {
    if (count_ == next_mark_) [[unlikely]]
      at_mark();
    add_slow(point, estimate);
    add_fast(fast, moved);
    ++count_;
  }

 private:
  using Along = std::array<S, kDirections>;
  static Along nothing() {
    Along out;
    out.fill(S(0.0));
    return out;
  }
  TWOSCALE_INLINE void add_squares(Along& sums, const Along& more) const {
    for (int d = 0; d < kDirections; ++d) sums[d] = sums[d] + more[d] * more[d];
  }

  // Each in one pass over all its vectors: where these are large, a pass for every sum would take most of an iteration.
  TWOSCALE_INLINE void add_slow(const Slow& point, const Slow& estimate) {
    auto& s = sums_;
    S square(0.0);
    Along along = nothing();
    unrolled<Slow::kSize>(point.size(), [&](int i) TWOSCALE_INLINE_LAMBDA {
      const S pull = estimate[i] - point[i], jump = pull - s.last_pull[i];
      s.points[i] = s.points[i] + point[i];
      s.pulls[i] = s.pulls[i] + pull;
      s.last_pull[i] = pull;
      square = square + jump * jump;
      for (int d = 0; d < kDirections; ++d) along[d] = along[d] + s.slow_directions[d][i] * jump;
    });
    if (count_ == 0) return;  // there is none before it
    s.jumps = s.jumps + square;
    s.fourths = s.fourths + square * square;
    s.nearby = s.nearby + square * s.before_last_square;
    s.before_last_square = s.last_square;
    s.last_square = square;
    add_squares(s.slow_along, along);
  }
  TWOSCALE_INLINE void add_fast(const Fast& fast, const Fast& moved) {
    auto& s = sums_;
    S product(0.0), square(0.0);
    Along along = nothing();
    unrolled<Fast::kSize>(fast.size(), [&](int i) TWOSCALE_INLINE_LAMBDA {
      const S move = moved[i] - fast[i], turn = move - s.last_move[i];
      s.ways[i] = s.ways[i] + move;
      s.fasts[i] = s.fasts[i] + fast[i];
      product = product + move * s.last_move[i];
      square = square + move * move;
      s.last_move[i] = move;
      for (int d = 0; d < kDirections; ++d) along[d] = along[d] + s.fast_directions[d][i] * turn;
    });
    s.products = s.products + product;
    s.squares = s.squares + square;
    if (count_ > 0) add_squares(s.fast_along, along);
  }

  [[gnu::noinline]] void at_mark() {
    auto& s = sums_;
    if (count_ == length_ / 2) s.early = s.pulls, s.early_ways = s.ways;
    if (in_blocks_ && count_ > 0 && count_ % block_of(length_) == 0) end_block();
    next_mark_ = mark_after(count_, length_, in_blocks_);
  }
  void end_block() {
    auto& s = sums_;
    const Slow block = s.pulls - s.before_block;
    s.before_block = s.pulls;
    if (count_ > block_of(length_)) {
      const Slow change = block - s.last_block;
      s.blocks = s.blocks + squared_norm(change);
      for (int i = 0; i < kDirections; ++i) {
        const S along = dot(s.slow_directions[i], change);
        s.blocks_along[i] = s.blocks_along[i] + along * along;
      }
    }
    s.last_block = block;
  }

  GaugeSums<Slow, Fast, S> sums_{};
  std::uint64_t length_ = 0, count_ = 0, next_mark_ = 0;
  bool in_blocks_ = false;
};

}  // namespace twoscale
