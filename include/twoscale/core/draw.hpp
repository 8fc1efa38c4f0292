#pragma once
// From random words to the numbers of a law, in two steps: what of it is worth doing for a whole buffer at once, kept
// in 32 bits, and the widening to double where a number is used.
//
// Own transforms, because the standard library's are implementation-defined and scalar. Moments and distributions are
// tested on 10^7 draws.

#include <array>
#include <cstdint>

#include <twoscale/core/normal.hpp>

namespace twoscale {

/// The law of the numbers a problem's noise argument holds.
enum class Law {
  normal,      // standard
  uniform,     // in (0, 1)
  rademacher,  // +1 or -1
  truncated,   // standard normal cut at three standard deviations, scaled back to variance one
  index        // a whole number below a count: a row of data
};

inline const char* name_of(Law law) {
  switch (law) {
    case Law::normal:
      return "normal";
    case Law::uniform:
      return "uniform";
    case Law::rademacher:
      return "rademacher";
    case Law::truncated:
      return "truncated";
    case Law::index:
      return "index";
  }
  return "unknown";
}

/// In (0, 1), 2^32 equally spaced values.
template <int W>
TWOSCALE_INLINE Pack<double, W> uniform(const Words<W>& word) {
  // Through a signed shift, which every instruction set converts directly.
  const Pack<double, W> centred = convert<double>(bit_cast<std::int32_t>(word ^ Words<W>(0x80000000U)));
  return (centred + Pack<double, W>(2147483648.5)) * Pack<double, W>(2.3283064365386963e-10);
}

/// +1 or -1, by the highest bit.
template <int W>
TWOSCALE_INLINE Pack<double, W> rademacher(const Words<W>& word) {
  const Words<W> one = bit_cast<std::uint32_t>(Pack<float, W>(1.0F));
  return convert<double>(bit_cast<float>((word & Words<W>(0x80000000U)) | one));
}

/// A whole number below count, as noise that picks a row of data: each has probability 1/count to within 2^-32.
template <int W>
TWOSCALE_INLINE Pack<double, W> index_number(std::uint32_t count, const Words<W>& word) {
  return convert<double>(bit_cast<std::int32_t>(detail::multiply_high(count, word)));
}

/// The same from 64 bits, for one number; the bias is at most count / 2^64.
inline std::uint64_t index_below(std::uint64_t count, std::uint32_t high, std::uint32_t low) {
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t word = (std::uint64_t{high} << 32) | low;
  return static_cast<std::uint64_t>((static_cast<Wide>(word) * count) >> 64);
}

/// First step: four words of a block made ready for their law.
template <int W>
TWOSCALE_INLINE std::array<Words<W>, 4> ready_words(Law law, const PhiloxBlock<W>& block) {
  const auto& word = block.word;
  const auto bits = [](const Pack<float, W>& number) { return bit_cast<std::uint32_t>(number); };
  if (law == Law::normal) {
    const NormalPair<W> a = normal_pair<W>(word[0], word[1]), b = normal_pair<W>(word[2], word[3]);
    return {bits(a.first), bits(a.second), bits(b.first), bits(b.second)};
  }
  if (law == Law::truncated)
    return {bits(truncated_normal<W>(word[0])), bits(truncated_normal<W>(word[1])), bits(truncated_normal<W>(word[2])),
            bits(truncated_normal<W>(word[3]))};
  return word;
}

/// Second step: the number; count is for indices.
template <Law L, int W>
TWOSCALE_INLINE Pack<double, W> number_of(const Words<W>& ready, std::uint32_t count) {
  if constexpr (L == Law::uniform) return uniform<W>(ready);
  else if constexpr (L == Law::rademacher) return rademacher<W>(ready);
  else if constexpr (L == Law::index) return index_number<W>(count, ready);
  else return convert<double>(bit_cast<float>(ready));
}
/// The same for a law known when the program runs.
template <int W>
TWOSCALE_INLINE Pack<double, W> number_of(Law law, const Words<W>& ready, std::uint32_t count) {
  switch (law) {
    case Law::uniform:
      return number_of<Law::uniform, W>(ready, count);
    case Law::rademacher:
      return number_of<Law::rademacher, W>(ready, count);
    case Law::index:
      return number_of<Law::index, W>(ready, count);
    case Law::normal:
    case Law::truncated:
      break;
  }
  return number_of<Law::normal, W>(ready, count);
}

/// Both steps: the four numbers of a block.
template <int W>
std::array<Pack<double, W>, 4> numbers(Law law, const PhiloxBlock<W>& block, std::uint32_t count = 1) {
  const auto ready = ready_words<W>(law, block);
  return {number_of<W>(law, ready[0], count), number_of<W>(law, ready[1], count), number_of<W>(law, ready[2], count),
          number_of<W>(law, ready[3], count)};
}

}  // namespace twoscale
