#pragma once
// Philox4x32-10: a counter-based generator [salmon_moraes_dror_shaw_2011]. A block of four words is a
// pure function of a key and a counter, so any draw of any replica can be computed at any time.
//
// Here: key = seed; counter = (block low, block high, replica, stream), with lanes that differ either
// in the replica (a pack of replicas) or in the block (one replica drawing ahead).

#include <array>
#include <cstdint>

#include <twoscale/core/pack.hpp>

namespace twoscale {

template <int W>
using Words = Pack<std::uint32_t, W>;

template <int W>
struct PhiloxBlock {
  std::array<Words<W>, 4> word;
};

namespace detail {

inline constexpr std::uint32_t kPhiloxM0 = 0xD2511F53, kPhiloxM1 = 0xCD9E8D57;
inline constexpr std::uint32_t kPhiloxW0 = 0x9E3779B9, kPhiloxW1 = 0xBB67AE85;

/// Words as the multiplier takes them: 64-bit lanes whose upper halves hold whatever was left there.
template <int H>
using Wide = Pack<std::uint64_t, H>;

/// The words of every second lane: even and odd ones go through the rounds apart, and side by side.
template <int W>
inline constexpr int kHalves = W == 1 ? 1 : 2;
template <int W>
using WideHalves = std::array<Wide<W / kHalves<W>>, kHalves<W>>;

template <int W>
TWOSCALE_INLINE WideHalves<W> widen(const Words<W>& words) {
  if constexpr (W == 1) return {Wide<1>(std::uint64_t{words.lane(0)})};
  else {
    const auto pairs = __builtin_bit_cast(Wide<W / 2>, words);
    return {pairs, pairs >> 32};
  }
}
/// The lower (upper) halves of the lanes, as words again.
template <int W>
TWOSCALE_INLINE Words<W> lower_words(const WideHalves<W>& halves) {
  if constexpr (W == 1) return Words<1>(static_cast<std::uint32_t>(halves[0].lane(0)));
  else
    return __builtin_bit_cast(
        Words<W>, Wide<W / 2>::each([](const auto& even, const auto& odd) { return registers::join_lower(even, odd); },
                                    halves[0], halves[1]));
}
template <int W>
TWOSCALE_INLINE Words<W> upper_words(const WideHalves<W>& halves) {
  if constexpr (W == 1) return Words<1>(static_cast<std::uint32_t>(halves[0].lane(0) >> 32));
  else
    return __builtin_bit_cast(
        Words<W>, Wide<W / 2>::each([](const auto& even, const auto& odd) { return registers::join_upper(even, odd); },
                                    halves[0], halves[1]));
}

template <int H>
TWOSCALE_INLINE Wide<H> multiply(std::uint32_t constant, const Wide<H>& words) {
  return Wide<H>::each([constant](const auto& part) { return registers::multiply_even(part, constant); }, words);
}

template <int H>
TWOSCALE_INLINE Wide<H> upper_half(const Wide<H>& words) {
  return Wide<H>::each([](const auto& part) { return registers::upper_half(part); }, words);
}

/// The upper halves of the 64-bit products.
template <int W>
TWOSCALE_INLINE Words<W> multiply_high(std::uint32_t constant, const Words<W>& words) {
  auto halves = widen<W>(words);
  for (auto& half : halves) half = multiply(constant, half);
  return upper_words<W>(halves);
}

/// The counter on its way through the rounds.
template <int H>
struct PhiloxCounter {
  Wide<H> word[4];
};

/// The key of each round.
struct PhiloxKeys {
  std::uint32_t first[10], second[10];
  TWOSCALE_INLINE explicit PhiloxKeys(std::uint64_t seed) {
    for (int round = 0; round < 10; ++round) {
      first[round] = static_cast<std::uint32_t>(seed) + static_cast<std::uint32_t>(round) * kPhiloxW0;
      second[round] = static_cast<std::uint32_t>(seed >> 32) + static_cast<std::uint32_t>(round) * kPhiloxW1;
    }
  }
};

/// Rounds first, ..., 8 over N counters in lockstep: independent chains keep the multipliers busy.
template <std::size_t N, int H>
TWOSCALE_INLINE void philox_rounds(std::array<PhiloxCounter<H>, N>& counters, const PhiloxKeys& keys, int first) {
#pragma GCC unroll 10
  for (int round = first; round < 9; ++round) {
    for (auto& c : counters) {
      const Wide<H> p0 = multiply(kPhiloxM0, c.word[0]), p1 = multiply(kPhiloxM1, c.word[2]);
      const Wide<H> w0 = upper_half(p1) ^ c.word[1] ^ Wide<H>(std::uint64_t{keys.first[round]});
      const Wide<H> w2 = upper_half(p0) ^ c.word[3] ^ Wide<H>(std::uint64_t{keys.second[round]});
      c = {{w0, p1, w2, p0}};
    }
  }
}

/// The last round, which puts the halves of a block together.
template <int W, class Counters>
TWOSCALE_INLINE PhiloxBlock<W> last_philox_round(const Counters& counters, int from, const PhiloxKeys& keys) {
  WideHalves<W> p0, p1, w1, w3;
  for (int h = 0; h < kHalves<W>; ++h) {
    const auto& c = counters[from + h];
    p0[h] = multiply(kPhiloxM0, c.word[0]);
    p1[h] = multiply(kPhiloxM1, c.word[2]);
    w1[h] = c.word[1];
    w3[h] = c.word[3];
  }
  return {{upper_words<W>(p1) ^ lower_words<W>(w1) ^ Words<W>(keys.first[9]), lower_words<W>(p1),
           upper_words<W>(p0) ^ lower_words<W>(w3) ^ Words<W>(keys.second[9]), lower_words<W>(p0)}};
}

}  // namespace detail

/// Blocks of one stream, for W replicas side by side; where these do not fill a register, G blocks at once: lane
/// g W + r belongs to replica r and block g. What does not depend on the block is worked out once: the first round's
/// product with the replica, and the second round's with what comes of it.
template <int W, int G = 1>
class PhiloxReplicas {
 public:
  static constexpr int kLanes = W * G;

  TWOSCALE_INLINE PhiloxReplicas(std::uint64_t seed, const Words<kLanes>& replicas, std::uint32_t stream,
                                 std::uint32_t high)
      : keys_(seed), stream_(stream) {
    const auto replica = detail::widen<kLanes>(replicas);
    for (int h = 0; h < kHalves; ++h) {
      const Half p1 = detail::multiply(detail::kPhiloxM1, replica[h]);
      const Half w0 = (p1 >> 32) ^ Half(std::uint64_t{high ^ keys_.first[0]});
      low_[h] = p1;
      second_[h] = detail::multiply(detail::kPhiloxM0, w0);
      second_high_[h] = second_[h] >> 32;
    }
  }

  /// Blocks number (high, low), (high, low + 1), ... of the stream: B times G of them, none beyond 2^32.
  template <int B>
  TWOSCALE_INLINE std::array<PhiloxBlock<kLanes>, B> blocks(std::uint32_t low) const {
    std::array<detail::PhiloxCounter<kLanes / kHalves>, B * kHalves> counters;
    for (int b = 0; b < B; ++b) {
      std::array<std::uint64_t, G> p0, p1;
      for (int g = 0; g < G; ++g) {
        p0[g] = std::uint64_t{detail::kPhiloxM0} * (low + static_cast<std::uint32_t>(b * G + g));
        p1[g] =
            std::uint64_t{detail::kPhiloxM1} * (static_cast<std::uint32_t>(p0[g] >> 32) ^ stream_ ^ keys_.second[0]);
      }
      for (int h = 0; h < kHalves; ++h)
        counters[b * kHalves + h] = {{low_[h] ^ spread(h, [&](int g) { return (p1[g] >> 32) ^ keys_.first[1]; }),
                                      spread(h, [&](int g) { return p1[g]; }),
                                      second_high_[h] ^ spread(h, [&](int g) { return p0[g] ^ keys_.second[1]; }),
                                      second_[h]}};
    }
    detail::philox_rounds(counters, keys_, 2);
    std::array<PhiloxBlock<kLanes>, B> out;
    for (int b = 0; b < B; ++b) out[b] = detail::last_philox_round<kLanes>(counters, b * kHalves, keys_);
    return out;
  }

 private:
  static constexpr int kHalves = detail::kHalves<kLanes>;
  using Half = detail::Wide<kLanes / kHalves>;

  /// A value of each block in the lanes that belong to it; half h has every second lane.
  template <class Value>
  TWOSCALE_INLINE static Half spread(int h, const Value& value) {
    Half out(std::uint64_t{value(0)});
    for (int g = 1; g < G; ++g) {
      std::array<std::uint64_t, kLanes / kHalves> mine;  // all bits where the block is g: a constant
      for (int e = 0; e < kLanes / kHalves; ++e) mine[e] = (kHalves * e + h) / W == g ? ~std::uint64_t{0} : 0;
      const Half mask = Half::from_lanes(mine);
      out = out ^ ((out ^ Half(std::uint64_t{value(g)})) & mask);
    }
    return out;
  }

  detail::PhiloxKeys keys_;
  std::uint32_t stream_;
  detail::WideHalves<kLanes> low_, second_, second_high_;
};

/// L consecutive blocks of one stream of one replica, one block per lane.
template <int L>
TWOSCALE_INLINE PhiloxBlock<L> philox_ahead(std::uint64_t seed, std::uint64_t block, std::uint32_t replica,
                                            std::uint32_t stream) {
  constexpr int kHalves = detail::kHalves<L>;
  using Half = detail::Wide<L / kHalves>;
  std::array<detail::PhiloxCounter<L / kHalves>, kHalves> counters;
  for (int h = 0; h < kHalves; ++h) {
    Half number;
    for (int i = 0; i < L / kHalves; ++i) number.set_lane(i, block + static_cast<std::uint64_t>(kHalves * i + h));
    counters[h] = {{number, number >> 32, Half(std::uint64_t{replica}), Half(std::uint64_t{stream})}};
  }
  const detail::PhiloxKeys keys(seed);
  detail::philox_rounds(counters, keys, 0);
  return detail::last_philox_round<L>(counters, 0, keys);
}

}  // namespace twoscale
