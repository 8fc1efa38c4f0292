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

/// Where a role's words come from: lane i belongs to replica first_replica + i.
struct StreamAddress {
  std::uint64_t seed;
  std::uint32_t first_replica, role;
};

inline namespace TWOSCALE_INSTRUCTION_SET {

/// Blocks that are computed at once, of four numbers each: 16 registers of every word, so that what is worked out once
/// for all of them does not show. A replica alone, whose lanes are blocks, takes fewer: its runs may be short.
template <int W>
inline constexpr int kBlocksAhead = W == 1 ? 16 : 16 * std::max(1, kRegisterBytes / 4 / W);

/// The ready words of the stream from a block on, kBlocksAhead<W> blocks of them. In src/core/stream.cpp, for every
/// width a pack may have: compiled once for each instruction set, not in every problem file.
template <int W>
void fill_words(const StreamAddress& address, Law law, std::uint64_t block, Words<W>* out);

template <int W>
class Stream {
 public:
  Stream(std::uint64_t seed, std::uint32_t first_replica, std::uint32_t role, Law law, int width,
         std::uint32_t index_count = 1)
      : address_{seed, first_replica, role}, law_(law), width_(width), index_count_(index_count) {}

  Law law() const { return law_; }
  int width() const { return width_; }
  /// Another law and width over the same words.
  void change(Law law, int width, std::uint32_t index_count) {
    law_ = law, width_ = width, index_count_ = index_count;
    buffered_from_ = kNothing;
  }

  /// The numbers of one draw; N is the width, or kDynamic.
  template <int N>
  Vector<Pack<double, W>, N> draw(std::uint64_t number) {
    if (N != kDynamic && N != width_) detail::refuse_sizes(N, width_);
    return draw_with<N>(number, [this](const Words<W>& ready) { return number_of<W>(law_, ready, index_count_); });
  }
  /// The same where the compiler knows the law, and N is the width.
  template <int N, Law L>
  TWOSCALE_INLINE Vector<Pack<double, W>, N> draw_as(std::uint64_t number) {
    return draw_with<N>(number, [this](const Words<W>& ready) { return number_of<L, W>(ready, index_count_); });
  }

  /// Whether the numbers of a draw are there already. One that is not to be had in one piece is filled as it is drawn.
  template <int N>
  TWOSCALE_INLINE bool has_ready(std::uint64_t number) const {
    if constexpr (N <= 0 || static_cast<std::uint64_t>(N) > kWhole) return true;
    else return !(number * N - buffered_from_ > buffered_ - N);
  }
  /// Makes them so.
  template <int N>
  void prepare(std::uint64_t number) {
    if (!has_ready<N>(number)) slide(number * N);
  }

 private:
  /// Numbers computed at once, and how wide a draw may be to be had in one piece.
  static constexpr std::uint64_t kAhead = 4 * kBlocksAhead<W>, kWhole = kAhead / 2, kNothing = ~std::uint64_t{0} / 2;

  template <int N, class NumberOf>
  TWOSCALE_INLINE Vector<Pack<double, W>, N> draw_with(std::uint64_t number, const NumberOf& number_of_word) {
    const auto size = static_cast<std::uint64_t>(N == kDynamic ? width_ : N);
    Vector<Pack<double, W>, N> out(Uninitialised{}, static_cast<int>(size));
    const std::uint64_t first = number * size;
    if (size <= kWhole) {
      if (first - buffered_from_ > buffered_ - size) [[unlikely]]
        slide(first);
      const Words<W>* ready = &buffer_[first - buffered_from_];
      unrolled<N>(out.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { out[i] = number_of_word(ready[i]); });
    } else {
      for (std::uint64_t done = 0; done < size;) {
        if (first + done - buffered_from_ >= buffered_) slide(first + done);
        const std::uint64_t at = first + done - buffered_from_, count = std::min(size - done, buffered_ - at);
        for (std::uint64_t i = 0; i < count; ++i) out[static_cast<int>(done + i)] = number_of_word(buffer_[at + i]);
        done += count;
      }
    }
    return out;
  }

  /// Moves the buffer on to a place: what is there of it already is kept.
  [[gnu::noinline]] void slide(std::uint64_t first) {
    const std::uint64_t from = first / 4 * 4, end = buffered_from_ + buffered_;
    const std::uint64_t kept = first - buffered_from_ < buffered_ && end - from <= kWhole ? end - from : 0;
    std::copy_n(&buffer_[buffered_ - kept], kept, &buffer_[0]);
    fill_words<W>(address_, law_, (from + kept) / 4, &buffer_[kept]);
    buffered_from_ = from;
    buffered_ = kept + kAhead;
  }

  StreamAddress address_;
  Law law_;
  int width_;
  std::uint32_t index_count_;
  std::uint64_t buffered_from_ = kNothing, buffered_ = kAhead;  // where the buffer starts, and how much there is
  std::array<Words<W>, kAhead + kWhole> buffer_;
};

}  // namespace TWOSCALE_INSTRUCTION_SET
}  // namespace twoscale
