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

template <int W>
TWOSCALE_INLINE void philox_round(PhiloxBlock<W>& c, std::uint32_t key0, std::uint32_t key1) {
  const WideProduct<W> p0 = multiply_wide(kPhiloxM0, c.word[0]);
  const WideProduct<W> p1 = multiply_wide(kPhiloxM1, c.word[2]);
  c.word = {p1.high ^ c.word[1] ^ Words<W>(key0), p1.low, p0.high ^ c.word[3] ^ Words<W>(key1), p0.low};
}

}  // namespace detail

/// Ten rounds over B counters in lockstep: independent chains keep the multipliers busy.
template <int B, int W>
TWOSCALE_INLINE void philox_rounds(std::array<PhiloxBlock<W>, B>& blocks, std::uint64_t seed, int first_round = 0) {
  for (int round = first_round; round < 10; ++round) {
    const auto key0 = static_cast<std::uint32_t>(seed) + static_cast<std::uint32_t>(round) * detail::kPhiloxW0;
    const auto key1 = static_cast<std::uint32_t>(seed >> 32) + static_cast<std::uint32_t>(round) * detail::kPhiloxW1;
    for (auto& block : blocks) detail::philox_round(block, key0, key1);
  }
}

/// Block number `block` of one stream, for W consecutive replicas.
template <int B, int W>
TWOSCALE_INLINE std::array<PhiloxBlock<W>, B> philox_replicas(std::uint64_t seed, std::uint64_t block,
                                                              const Words<W>& replicas, std::uint32_t stream) {
  std::array<PhiloxBlock<W>, B> blocks;
  for (int b = 0; b < B; ++b) {
    const std::uint64_t number = block + static_cast<std::uint64_t>(b);
    blocks[b].word = {Words<W>(static_cast<std::uint32_t>(number)), Words<W>(static_cast<std::uint32_t>(number >> 32)),
                      replicas, Words<W>(stream)};
  }
  philox_rounds<B, W>(blocks, seed);
  return blocks;
}

/// L consecutive blocks of one stream of one replica, one block per lane.
template <int L>
TWOSCALE_INLINE PhiloxBlock<L> philox_ahead(std::uint64_t seed, std::uint64_t block, std::uint32_t replica,
                                            std::uint32_t stream) {
  std::array<PhiloxBlock<L>, 1> blocks;
  Words<L> low, high;
  for (int i = 0; i < L; ++i) {
    const std::uint64_t number = block + static_cast<std::uint64_t>(i);
    low.set_lane(i, static_cast<std::uint32_t>(number));
    high.set_lane(i, static_cast<std::uint32_t>(number >> 32));
  }
  blocks[0].word = {low, high, Words<L>(replica), Words<L>(stream)};
  philox_rounds<1, L>(blocks, seed);
  return blocks[0];
}

}  // namespace twoscale
