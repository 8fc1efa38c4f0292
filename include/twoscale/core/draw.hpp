#pragma once
// From random words to draws: standard normals, uniforms, signs, indices.
//
// Own transforms, because the standard library's are implementation-defined and scalar. Normals are a
// single-precision Box-Muller pair made of IEEE operations only, widened to double: support
// +-6.66 standard deviations; moments and distribution are tested on 10^7 draws.

#include <array>
#include <cstdint>

#include <twoscale/core/horner.hpp>
#include <twoscale/core/philox.hpp>

namespace twoscale {

/// The law of the numbers a problem's noise argument holds.
enum class Law { normal, uniform, rademacher, index };

inline const char* name_of(Law law) {
  switch (law) {
    case Law::normal:
      return "normal";
    case Law::uniform:
      return "uniform";
    case Law::rademacher:
      return "rademacher";
    case Law::index:
      return "index";
  }
  return "unknown";
}

namespace detail {

/// log of u in (0, 1], never positive, zero at one: single precision [cephes_1989].
template <int W>
TWOSCALE_INLINE Pack<float, W> log_of_uniform(Pack<float, W> u) {
  using F = Pack<float, W>;
  using I = Pack<std::int32_t, W>;
  const I bits = bit_cast<std::int32_t>(u) + I(0x3f800000 - 0x3f3504f3);
  const F k = convert<float>((bits >> 23) - I(127));
  const F f = bit_cast<float>((bits & I(0x007fffff)) + I(0x3f3504f3)) - F(1.0F);
  static constexpr float kLog[] = {3.3333331174e-1F,  -2.4999993993e-1F, 2.0000714765e-1F,
                                   -1.6668057665e-1F, 1.4249322787e-1F,  -1.2420140846e-1F,
                                   1.1676998740e-1F,  -1.1514610310e-1F, 7.0376836292e-2F};
  const F z = f * f;
  const F tail = fma(f * z, horner(f, kLog), z * F(-0.5F));
  return fma(k, F(0.693147180559945F), tail + f);
}

}  // namespace detail

/// Two independent standard normals from two words.
template <int W>
struct NormalPair {
  Pack<double, W> first, second;
};
template <int W>
TWOSCALE_INLINE NormalPair<W> normal_pair(Words<W> radius_word, Words<W> angle_word) {
  using F = Pack<float, W>;
  const F whole = convert<float>(bit_cast<std::int32_t>(radius_word >> 1));
  const F u = (whole + F(0.5F)) * F(4.656612873077393e-10F);  // in (0, 1]
  const F radius = sqrt(-detail::log_of_uniform(u));          // 1/sqrt(2) of Box-Muller's
  // An angle in +-pi/4 turned by pi/4 fills one quadrant: (c - s, c + s). Two bits give the signs.
  const Words<W> sign0 = (angle_word & Words<W>(1U)) << 31;
  const Words<W> sign1 = (angle_word & Words<W>(2U)) << 30;
  const F a =
      convert<float>(bit_cast<std::int32_t>(angle_word & Words<W>(~3U))) * F(3.657295198167899e-10F);  // pi/4 / 2^31
  const F z = a * a;
  static constexpr float kSin[] = {-1.6666654611e-1F, 8.3321608736e-3F, -1.9515295891e-4F};
  static constexpr float kCos[] = {4.166664568298827e-2F, -1.388731625493765e-3F, 2.443315711809948e-5F};
  const F s = fma(a * z, detail::horner(z, kSin), a);
  const F c = fma(z * z, detail::horner(z, kCos), fma(z, F(-0.5F), F(1.0F)));
  const F n0 = bit_cast<float>(bit_cast<std::uint32_t>(radius * (c - s)) ^ sign0);
  const F n1 = bit_cast<float>(bit_cast<std::uint32_t>(radius * (c + s)) ^ sign1);
  return {convert<double>(n0), convert<double>(n1)};
}

/// In (0, 1), 2^32 equally spaced values.
template <int W>
TWOSCALE_INLINE Pack<double, W> uniform(Words<W> word) {
  // Through a signed shift, which every instruction set converts directly.
  const Pack<double, W> centred = convert<double>(bit_cast<std::int32_t>(word ^ Words<W>(0x80000000U)));
  return (centred + Pack<double, W>(2147483648.5)) * Pack<double, W>(2.3283064365386963e-10);
}

/// +1 or -1.
template <int W>
TWOSCALE_INLINE Pack<double, W> rademacher(Words<W> word) {
  return convert<double>(bit_cast<std::int32_t>(word) >> 31) * Pack<double, W>(2.0) + Pack<double, W>(1.0);
}

/// A whole number below count, as noise that picks a row of data: each has probability 1/count to within 2^-32.
template <int W>
TWOSCALE_INLINE Pack<double, W> index_number(std::uint32_t count, const Words<W>& word) {
  return convert<double>(bit_cast<std::int32_t>(multiply_wide(count, word).high));
}

/// The same from 64 bits, for one number; the bias is at most count / 2^64.
inline std::uint64_t index_below(std::uint64_t count, std::uint32_t high, std::uint32_t low) {
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t word = (std::uint64_t{high} << 32) | low;
  return static_cast<std::uint64_t>((static_cast<Wide>(word) * count) >> 64);
}

/// Four numbers of the given law from one block; count is for indices.
template <int W>
TWOSCALE_INLINE std::array<Pack<double, W>, 4> numbers(Law law, const PhiloxBlock<W>& block, std::uint32_t count = 1) {
  switch (law) {
    case Law::index:
      return {index_number(count, block.word[0]), index_number(count, block.word[1]),
              index_number(count, block.word[2]), index_number(count, block.word[3])};
    case Law::uniform:
      return {uniform(block.word[0]), uniform(block.word[1]), uniform(block.word[2]), uniform(block.word[3])};
    case Law::rademacher:
      return {rademacher(block.word[0]), rademacher(block.word[1]), rademacher(block.word[2]),
              rademacher(block.word[3])};
    case Law::normal:
      break;
  }
  const NormalPair<W> a = normal_pair(block.word[0], block.word[1]);
  const NormalPair<W> b = normal_pair(block.word[2], block.word[3]);
  return {a.first, a.second, b.first, b.second};
}

}  // namespace twoscale
