#pragma once
// Stream: the noise of one role, addressed by (seed, replica, role, draw, index).
//
// Number `index` of draw `draw` is number draw * width + index of the role's sequence, whatever was
// drawn before: streams have no state that matters. Blocks are shared by neighbouring draws, so no
// word is wasted, and computed a buffer ahead, several blocks in lockstep.

#include <algorithm>
#include <array>
#include <cstdint>

#include <twoscale/core/draw.hpp>
#include <twoscale/core/vector.hpp>

namespace twoscale {

template <int W>
class Stream {
 public:
  Stream(std::uint64_t seed, std::uint32_t first_replica, std::uint32_t role, Law law, int width,
         std::uint32_t index_count = 1)
      : seed_(seed), first_replica_(first_replica), role_(role), law_(law), width_(width), index_count_(index_count) {
    for (int i = 0; i < W; ++i) replicas_.set_lane(i, first_replica + static_cast<std::uint32_t>(i));
  }

  Law law() const { return law_; }
  int width() const { return width_; }
  /// Another law and width over the same words.
  void change(Law law, int width, std::uint32_t index_count) {
    law_ = law, width_ = width, index_count_ = index_count;
    buffered_from_ = ~std::uint64_t{0} / 2;
  }

  /// The numbers of one draw; N is the width, or kDynamic.
  template <int N>
  TWOSCALE_INLINE Vector<Pack<double, W>, N> draw(std::uint64_t number) {
    Vector<Pack<double, W>, N> out(width_);
    const std::uint64_t first = number * static_cast<std::uint64_t>(width_);
    for (int i = 0; i < out.size(); ++i) {
      const std::uint64_t at = first + static_cast<std::uint64_t>(i);
      if (at - buffered_from_ >= kAhead) [[unlikely]]
        fill(at);
      out[i] = buffer_[at - buffered_from_];
    }
    return out;
  }

 private:
  static constexpr int kBlocks = 8;  // of four numbers each
  static constexpr std::uint64_t kAhead = 4 * kBlocks;

  void fill(std::uint64_t number);

  std::uint64_t seed_;
  std::uint32_t first_replica_, role_;
  Law law_;
  int width_;
  std::uint32_t index_count_;
  Words<W> replicas_;
  std::uint64_t buffered_from_ = ~std::uint64_t{0} / 2;  // nothing buffered yet
  std::array<Pack<double, W>, kAhead> buffer_;
};

}  // namespace twoscale
