#pragma once
// The engine's noise for one pack of replicas: Philox4x32-10 and the single-precision Box-Muller of core/normal.hpp,
// the same bits, written for the case at hand.
//
// - Key and replicas are fixed. Of the first two rounds only two exclusive-ors are left that differ between lanes:
//   M1 replica and M0 (round 1's first word) are constants of the pack, M0 block and M1 (round 1's third word) are
//   plain numbers.
// - Words are kept as 64-bit elements, half a pack to a register. A widening multiply looks at the lower half only, so
//   what is left in the upper half does no harm, and the high word is one shift. Only the last round puts halves
//   together, and takes its high words by that shuffle.

#include <array>

#include "isa.hpp"

namespace hand::HAND_ISA {

inline constexpr std::uint32_t kM0 = 0xD2511F53, kM1 = 0xCD9E8D57, kW0 = 0x9E3779B9, kW1 = 0xBB67AE85;

HAND_INLINE std::uint32_t high_word(std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); }

/// A word of a block for a whole pack, in halves.
struct Halves {
  I half[2];
};
struct Block {
  Halves word[4];
};

class Philox {
 public:
  Philox(std::uint64_t seed, std::uint32_t first_replica) {
    for (int round = 0; round < 10; ++round) {
      key_[round][0] = static_cast<std::uint32_t>(seed) + static_cast<std::uint32_t>(round) * kW0;
      key_[round][1] = static_cast<std::uint32_t>(seed >> 32) + static_cast<std::uint32_t>(round) * kW1;
      wide_key_[round][0] = low_words(key_[round][0]);
      wide_key_[round][1] = low_words(key_[round][1]);
    }
    for (int h = 0; h < 2; ++h) {
      alignas(64) std::array<std::uint64_t, kLanes / 2> lane;
      // merge_low turns this order into 0, 1, 2, ...
      for (std::uint32_t k = 0; k < kLanes / 2; ++k) lane[k] = first_replica + 4 * (k / 2) + 2 * h + k % 2;
      product_[h] = multiply(__builtin_bit_cast(I, lane), low_words(kM1));
    }
    // What all blocks of the pack share, as long as there are fewer than 2^32 of them.
    for (int h = 0; h < 2; ++h) {
      const I first = bit_xor(high(product_[h]), wide_key_[0][0]);
      const I second = multiply(first, low_words(kM0));
      first_high_[h] = high(second);
      first_low_[h] = bit_xor(second, wide_key_[2][1]);
    }
  }

  /// Four words for every lane of each of B consecutive blocks of a stream, B at a time.
  template <int B>
  HAND_INLINE void blocks(std::uint32_t block, std::uint32_t stream, I (&out)[B][4]) const {
    Block b[B];
    for (int i = 0; i < B; ++i) b[i] = third_round(block + static_cast<std::uint32_t>(i), stream);
    for (int round = 3; round < 9; ++round)
      for (int i = 0; i < B; ++i) next(b[i], round);
    for (int i = 0; i < B; ++i) last(b[i], out[i]);
  }

 private:
  /// Rounds one and two, and the third, whose other words need no vector.
  HAND_INLINE Block third_round(std::uint32_t block, std::uint32_t stream) const {
    const std::uint64_t p0 = std::uint64_t{kM0} * block;
    const std::uint64_t p1 = std::uint64_t{kM1} * (high_word(p0) ^ stream ^ key_[0][1]);
    const I left = low_words(high_word(p1) ^ key_[1][0]);
    const I right = low_words(static_cast<std::uint32_t>(p0) ^ key_[1][1]);
    const I key = low_words(static_cast<std::uint32_t>(p1) ^ key_[2][0]);
    Block out;
    for (int h = 0; h < 2; ++h) {
      const I q0 = multiply(bit_xor(product_[h], left), low_words(kM0));
      const I q1 = multiply(bit_xor(first_high_[h], right), low_words(kM1));
      out.word[0].half[h] = bit_xor(high(q1), key);
      out.word[1].half[h] = q1;
      out.word[2].half[h] = bit_xor(high(q0), first_low_[h]);
      out.word[3].half[h] = q0;
    }
    return out;
  }
  HAND_INLINE void next(Block& b, int round) const {
    for (int h = 0; h < 2; ++h) {
      const I q0 = multiply(b.word[0].half[h], low_words(kM0));
      const I q1 = multiply(b.word[2].half[h], low_words(kM1));
      b.word[0].half[h] = bit_xor(high(q1), b.word[1].half[h], wide_key_[round][0]);
      b.word[2].half[h] = bit_xor(high(q0), b.word[3].half[h], wide_key_[round][1]);
      b.word[1].half[h] = q1;
      b.word[3].half[h] = q0;
    }
  }
  HAND_INLINE void last(const Block& b, I (&out)[4]) const {
    I q0[2], q1[2];
    for (int h = 0; h < 2; ++h) {
      q0[h] = multiply(b.word[0].half[h], low_words(kM0));
      q1[h] = multiply(b.word[2].half[h], low_words(kM1));
    }
    const auto& [w0, w1, w2, w3] = b.word;
    out[0] = bit_xor(merge_high(q1[0], q1[1]), merge_low(w1.half[0], w1.half[1]), words(key_[9][0]));
    out[1] = merge_low(q1[0], q1[1]);
    out[2] = bit_xor(merge_high(q0[0], q0[1]), merge_low(w3.half[0], w3.half[1]), words(key_[9][1]));
    out[3] = merge_low(q0[0], q0[1]);
  }

  std::uint32_t key_[10][2];
  I wide_key_[10][2];
  I product_[2], first_high_[2], first_low_[2];
};

/// One operation on each of K independent registers, so that the long chains of a normal overlap.
template <int K, class Op, class... Rest>
HAND_INLINE auto each(Op op, const Rest&... rest) {
  std::array<decltype(op(rest[0]...)), K> out;
  for (int i = 0; i < K; ++i) out[i] = op(rest[i]...);
  return out;
}
template <int K>
using Floats = std::array<F, K>;
template <int K>
using Words = std::array<I, K>;

template <int K, int N>
HAND_INLINE Floats<K> horner(const Floats<K>& z, const float (&c)[N]) {
  Floats<K> sum;
  sum.fill(all(c[N - 1]));
  for (int i = N - 2; i >= 0; --i) sum = each<K>([&](F s, F x) { return fma(s, x, all(c[i])); }, sum, z);
  return sum;
}

/// sqrt(-log u) for u in (0, 1] from a word. u = 2^k (1 + f), k kept times 2^23.
template <int K>
HAND_INLINE Floats<K> radius(const Words<K>& word) {
  const auto bits = each<K>(
      [](I w) {
        return as_words(fma(to_float(right<1>(w)), all(4.656612873077393e-10F), all(2.3283064365386963e-10F)));
      },
      word);
  const auto k = each<K>([](I b) { return bit_and(subtract(b, words(0x3f3504f3)), words(~0x007fffffU)); }, bits);
  const auto f = each<K>([](I b, I e) { return as_float(subtract(b, e)) - all(1.0F); }, bits, k);
  static constexpr float kLog[] = {-1.000001F,   0.50001115F, -0.33314508F, 0.24909744F,
                                   -0.20496328F, 0.18667854F, -0.11896108F};
  const auto sum = horner<K>(f, kLog);
  return each<K>([](I e, F x, F p) { return root(fma(to_float(e), all(-8.262958405176314e-8F), x * p)); }, k, f, sum);
}

/// Two normals for every lane from each of K pairs of words, stored as floats one after the other.
template <int K>
HAND_INLINE void normals(const Words<K>& radius_word, const Words<K>& angle_word, float* to) {
  const auto r = radius<K>(radius_word);
  const auto a = each<K>([](I w) { return to_float(w) * all(3.657295198167899e-10F); }, angle_word);
  const auto z = each<K>([](F x) { return x * x; }, a);
  static constexpr float kSin[] = {0.9999985F, -0.16662382F, 0.008150057F};
  static constexpr float kCos[] = {0.99999994F, -0.49999842F, 0.04165442F, -0.0013579404F};
  const auto sines = horner<K>(z, kSin), cosines = horner<K>(z, kCos);
  for (int i = 0; i < K; ++i) {
    const F s = a[i] * sines[i], c = cosines[i];
    store(to + 2 * kLanes * i, as_float(bit_xor(as_words(r[i] * (c - s)), left<31>(angle_word[i]))));
    store(to + 2 * kLanes * i + kLanes, flip(r[i] * (c + s), left<30>(angle_word[i]), words(0x80000000U)));
  }
}

/// `count` blocks of a stream, four numbers each, a pack of floats after the other. B blocks go through Philox in
/// lockstep; count is a multiple of B.
template <int B>
[[gnu::noinline]] void fill(const Philox& philox, std::uint32_t block, std::uint32_t stream, int count, float* out) {
  for (int at = 0; at < count; at += B) {
    I word[B][4];
    philox.blocks<B>(block + static_cast<std::uint32_t>(at), stream, word);
    for (int i = 0; i < B; i += kTogether / 2) {
      Words<kTogether> radius_word, angle_word;
      for (int k = 0; k < kTogether; ++k) {
        radius_word[k] = word[i + k / 2][k % 2 * 2];
        angle_word[k] = word[i + k / 2][k % 2 * 2 + 1];
      }
      normals<kTogether>(radius_word, angle_word, out + 4 * kLanes * (at + i));
    }
  }
}

}  // namespace hand::HAND_ISA
