// Compiled once for each instruction set.
#include <twoscale/core/stream.hpp>

#include <algorithm>

namespace twoscale {

namespace {

/// Four packs of words, one word of each block after the other: block by block instead.
template <int L>
TWOSCALE_INLINE void store_by_block(const std::array<Words<L>, 4>& word, Words<1>* out) {
  for (int b = 0; b < L; ++b)
    for (int i = 0; i < 4; ++i) out[4 * b + i] = Words<1>(word[i].lane(b));
}

/// One replica: lanes are blocks.
template <Law L>
void fill_ahead(const StreamAddress& at, std::uint64_t block, Words<1>* out) {
  constexpr int kLanes = kRegisterBytes / 4;
  for (int b = 0; b < kBlocksAhead<1>; b += kLanes) {
    const auto words = philox_ahead<kLanes>(at.seed, block + static_cast<std::uint64_t>(b), at.first_replica, at.role);
    store_by_block<kLanes>(ready_words<kLanes>(L, words), out + 4 * b);
  }
}

/// Lanes are replicas, and several blocks where these are too few for a register.
template <Law L, int W>
void fill_replicas(const StreamAddress& at, std::uint64_t block, Words<W>* out) {
  constexpr int kLanes = std::max(W, kRegisterBytes / 4), kGroups = kLanes / W;
  // As many registers in lockstep as there is room for: twice as many are spilled, and slower.
  constexpr int kLockstep = kLanes >= 16 ? 2 : 4;
  Words<kLanes> replicas;
  for (int i = 0; i < kLanes; ++i) replicas.set_lane(i, at.first_replica + static_cast<std::uint32_t>(i % W));
  const auto store = [&](const PhiloxBlock<kLanes>& blocks, int from) {
    const auto four = ready_words<kLanes>(L, blocks);
    for (int i = 0; i < 4; ++i) {
      const auto each = __builtin_bit_cast(std::array<Words<W>, kGroups>, four[i]);
      for (int g = 0; g < kGroups; ++g) out[4 * (from + g) + i] = each[g];
    }
  };
  const PhiloxReplicas<W, kGroups> philox(at.seed, replicas, at.role, static_cast<std::uint32_t>(block >> 32));
  static_assert(kBlocksAhead<W> % (kLockstep * kGroups) == 0);
  for (int b = 0; b < kBlocksAhead<W>; b += kLockstep * kGroups) {
    const auto blocks =
        philox.template blocks<kLockstep>(static_cast<std::uint32_t>(block) + static_cast<std::uint32_t>(b));
    for (int j = 0; j < kLockstep; ++j) store(blocks[j], b + j * kGroups);
  }
}

/// Block by block and lane by lane.
template <Law L, int W>
void fill_slowly(const StreamAddress& at, std::uint64_t block, Words<W>* out) {
  for (int b = 0; b < kBlocksAhead<W>; ++b)
    for (int lane = 0; lane < W; ++lane) {
      const auto words = philox_ahead<1>(at.seed, block + static_cast<std::uint64_t>(b),
                                         at.first_replica + static_cast<std::uint32_t>(lane), at.role);
      const auto four = ready_words<1>(L, words);
      for (int i = 0; i < 4; ++i) out[4 * b + i].set_lane(lane, four[i].lane(0));
    }
}

template <Law L, int W>
void fill(const StreamAddress& at, std::uint64_t block, Words<W>* out) {
  if constexpr (W == 1) fill_ahead<L>(at, block, out);
  else if (static_cast<std::uint32_t>(block) > 0xffffffffU - kBlocksAhead<W>)
    fill_slowly<L, W>(at, block, out);  // a carry
  else fill_replicas<L, W>(at, block, out);
}

}  // namespace

inline namespace TWOSCALE_INSTRUCTION_SET {

template <int W>
void fill_words(const StreamAddress& address, Law law, std::uint64_t block, Words<W>* out) {
  if (law == Law::normal) fill<Law::normal, W>(address, block, out);
  else if (law == Law::truncated) fill<Law::truncated, W>(address, block, out);
  else fill<Law::uniform, W>(address, block, out);  // the words themselves, as for every other law
}

template void fill_words<1>(const StreamAddress&, Law, std::uint64_t, Words<1>*);
template void fill_words<2>(const StreamAddress&, Law, std::uint64_t, Words<2>*);
template void fill_words<4>(const StreamAddress&, Law, std::uint64_t, Words<4>*);
template void fill_words<8>(const StreamAddress&, Law, std::uint64_t, Words<8>*);
template void fill_words<16>(const StreamAddress&, Law, std::uint64_t, Words<16>*);

}  // namespace TWOSCALE_INSTRUCTION_SET
}  // namespace twoscale
