// Compiled once for each instruction set.
#include <twoscale/core/stream.hpp>

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
  for (int b = 0; b < kBlocksAhead; b += kLanes) {
    const auto words = philox_ahead<kLanes>(at.seed, block + static_cast<std::uint64_t>(b), at.first_replica, at.role);
    store_by_block<kLanes>(ready_words<kLanes>(L, words), out + 4 * b);
  }
}

/// Lanes are replicas.
template <Law L, int W>
void fill_replicas(const StreamAddress& at, std::uint64_t block, Words<W>* out) {
  // As many blocks in lockstep as the registers hold (AVX-512, 16 lanes: 12 ns an iteration of rotor with four, 8.3 with
  // two; 8 lanes: 10.1 with four, 15.6 with two).
  constexpr int kLockstep = W >= 16 ? 2 : 4;
  Words<W> replicas;
  for (int i = 0; i < W; ++i) replicas.set_lane(i, at.first_replica + static_cast<std::uint32_t>(i));
  for (int b = 0; b < kBlocksAhead;) {
    const std::uint64_t first = block + static_cast<std::uint64_t>(b);
    const auto low = static_cast<std::uint32_t>(first);
    const PhiloxReplicas<W> philox(at.seed, replicas, at.role, static_cast<std::uint32_t>(first >> 32));
    const auto store = [&](const auto& blocks, int from) {
      for (std::size_t j = 0; j < blocks.size(); ++j) {
        const auto four = ready_words<W>(L, blocks[j]);
        for (int i = 0; i < 4; ++i) out[4 * (from + static_cast<int>(j)) + i] = four[i];
      }
    };
    // Up to the end of the buffer, or of the blocks with the same upper half.
    const int end = static_cast<int>(std::min<std::uint64_t>(kBlocksAhead, static_cast<std::uint64_t>(b) + (0x100000000 - low)));
    const int start = b;
    for (; b + kLockstep <= end; b += kLockstep) store(philox.template blocks<kLockstep>(low + static_cast<std::uint32_t>(b - start)), b);
    for (; b < end; ++b) store(philox.template blocks<1>(low + static_cast<std::uint32_t>(b - start)), b);
  }
}

template <Law L, int W>
void fill(const StreamAddress& at, std::uint64_t block, Words<W>* out) {
  if constexpr (W == 1) fill_ahead<L>(at, block, out);
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
