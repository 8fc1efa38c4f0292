// The generator against Random123's own philox4x32-10, word for word.

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <twoscale/core/philox.hpp>

namespace twoscale {
namespace {

using Reference = r123::Philox4x32_R<10>;

Reference::ctr_type reference(std::uint64_t seed, std::uint64_t block, std::uint32_t replica, std::uint32_t stream) {
  const Reference::ctr_type counter = {
      {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), replica, stream}};
  const Reference::key_type key = {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  return Reference()(counter, key);
}

template <int W>
void expect_lane(const PhiloxBlock<W>& block, int lane, const Reference::ctr_type& expected) {
  for (int i = 0; i < 4; ++i) ASSERT_EQ(block.word[i].lane(lane), expected[i]) << "word " << i << ", lane " << lane;
}

/// A case in three: a small block, one whose lanes carry over 2^32, any 64 bits.
std::uint64_t some_block(std::mt19937_64& random, int trial) {
  if (trial % 3 == 0) return random() % 1000;
  if (trial % 3 == 1) return (std::uint64_t{1} << 32) * (1 + random() % 100) - random() % 8;
  return random();
}

template <int W>
void check_replicas() {
  std::mt19937_64 random(11 + W);
  for (int trial = 0; trial < 500; ++trial) {
    const std::uint64_t seed = random(), block = some_block(random, trial);
    const auto stream = static_cast<std::uint32_t>(random());
    Words<W> replicas;
    for (int i = 0; i < W; ++i) replicas.set_lane(i, static_cast<std::uint32_t>(random()));
    const auto low = static_cast<std::uint32_t>(block) & ~3U;  // none beyond 2^32
    const auto blocks =
        PhiloxReplicas<W>(seed, replicas, stream, static_cast<std::uint32_t>(block >> 32)).template blocks<3>(low);
    for (int b = 0; b < 3; ++b)
      for (int i = 0; i < W; ++i)
        expect_lane(
            blocks[b], i,
            reference(seed, (block & ~std::uint64_t{3}) + static_cast<std::uint64_t>(b), replicas.lane(i), stream));
  }
}

template <int L>
void check_ahead() {
  std::mt19937_64 random(29 + L);
  for (int trial = 0; trial < 500; ++trial) {
    const std::uint64_t seed = random(), block = some_block(random, trial);
    const auto replica = static_cast<std::uint32_t>(random()), stream = static_cast<std::uint32_t>(random());
    const auto ahead = philox_ahead<L>(seed, block, replica, stream);
    for (int i = 0; i < L; ++i)
      expect_lane(ahead, i, reference(seed, block + static_cast<std::uint64_t>(i), replica, stream));
  }
}

TEST(Philox, ReplicasMatchRandom123AtEveryWidth) {
  check_replicas<1>();
  check_replicas<2>();
  check_replicas<4>();
  check_replicas<8>();
  check_replicas<16>();
}

TEST(Philox, AheadMatchesRandom123AtEveryWidth) {
  check_ahead<1>();
  check_ahead<4>();
  check_ahead<8>();
  check_ahead<16>();
}

// The known answers that come with Random123 (kat_vectors), so that agreement does not rest on one library.
struct KnownAnswer {
  std::uint64_t seed, block;
  std::uint32_t replica, stream;
  std::uint32_t word[4];
};

const KnownAnswer kKnownAnswers[] = {
    {0, 0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {~std::uint64_t{0}, ~std::uint64_t{0}, 0xffffffff, 0xffffffff, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    // the digits of pi: counter 243f6a88 85a308d3 13198a2e 03707344, key a4093822 299f31d0
    {0x299f31d0a4093822, 0x85a308d3243f6a88, 0x13198a2e, 0x03707344, {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

TEST(Philox, KnownAnswersHoldForReplicasAndAhead) {
  for (const KnownAnswer& answer : kKnownAnswers) {
    const auto low = static_cast<std::uint32_t>(answer.block), high = static_cast<std::uint32_t>(answer.block >> 32);
    const auto narrow = PhiloxReplicas<1>(answer.seed, Words<1>(answer.replica), answer.stream, high).blocks<1>(low)[0];
    const auto wide = PhiloxReplicas<8>(answer.seed, Words<8>(answer.replica), answer.stream, high).blocks<1>(low)[0];
    const auto ahead = philox_ahead<8>(answer.seed, answer.block, answer.replica, answer.stream);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(narrow.word[i].lane(0), answer.word[i]);
      EXPECT_EQ(wide.word[i].lane(5), answer.word[i]);
      EXPECT_EQ(ahead.word[i].lane(0), answer.word[i]);
    }
  }
}

template <int W>
void check_multiply_high() {
  std::mt19937_64 random(W);
  for (int trial = 0; trial < 2000; ++trial) {
    const auto constant = static_cast<std::uint32_t>(trial == 0 ? ~0U : random());
    Words<W> a(~0U);
    for (int i = 0; i < W && trial > 0; ++i) a.set_lane(i, static_cast<std::uint32_t>(random()));
    const auto high = detail::multiply_high(constant, a);
    for (int i = 0; i < W; ++i) ASSERT_EQ(high.lane(i), (std::uint64_t{constant} * a.lane(i)) >> 32);
  }
}

TEST(Philox, MultiplyHighGivesTheUpperHalfOfTheProduct) {
  check_multiply_high<1>();
  check_multiply_high<2>();
  check_multiply_high<4>();
  check_multiply_high<8>();
  check_multiply_high<16>();
}

}  // namespace
}  // namespace twoscale
