// Streams are addresses, not generators: what a draw holds depends on (seed, replica, role, draw, index) only.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <set>
#include <twoscale/core/stream.hpp>
#include <vector>

namespace twoscale {
namespace {

constexpr std::uint64_t kSeed = 0x1234567890abcdef;
const Law kLaws[] = {Law::normal, Law::uniform, Law::rademacher, Law::truncated};

/// Number `at` of a replica's sequence, straight from its block: what any stream must give.
double number_at(std::uint64_t seed, std::uint32_t replica, std::uint32_t role, Law law, std::uint64_t at) {
  return numbers(law, philox_ahead<1>(seed, at / 4, replica, role))[at % 4].lane(0);
}

/// Bits, so that a zero of the other sign would be noticed.
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// The draws in the order given, lane by lane against their addresses.
template <int W>
void expect_addressed(Law law, int width, const std::vector<std::uint64_t>& order, std::uint32_t first_replica = 40) {
  Stream<W> stream(kSeed, first_replica, 2, law, width);
  for (std::uint64_t draw : order) {
    const auto out = stream.template draw<kDynamic>(draw);
    ASSERT_EQ(out.size(), width);
    for (int i = 0; i < width; ++i)
      for (int lane = 0; lane < W; ++lane) {
        const std::uint64_t at = draw * static_cast<std::uint64_t>(width) + static_cast<std::uint64_t>(i);
        const auto replica = first_replica + static_cast<std::uint32_t>(lane);
        ASSERT_EQ(bits(out[i].lane(lane)), bits(number_at(kSeed, replica, 2, law, at)))
            << "draw " << draw << " index " << i << " lane " << lane << " at width " << W;
      }
  }
}

template <int W>
void expect_addressed_everywhere(const std::vector<std::uint64_t>& order) {
  for (const Law law : kLaws)
    for (const int width : {1, 2, 3, 5, 31, 32, 33, 64, 100}) expect_addressed<W>(law, width, order);
}

std::vector<std::uint64_t> sequence(std::uint64_t from, int count) {
  std::vector<std::uint64_t> out(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) out[i] = from + static_cast<std::uint64_t>(i);
  return out;
}

void expect_addressed_at_every_width(const std::vector<std::uint64_t>& order) {
  expect_addressed_everywhere<1>(order);
  expect_addressed_everywhere<2>(order);
  expect_addressed_everywhere<4>(order);
  expect_addressed_everywhere<8>(order);
  expect_addressed_everywhere<16>(order);
}

TEST(Stream, DrawsInOrderAreTheAddressedNumbers) { expect_addressed_at_every_width(sequence(0, 40)); }

TEST(Stream, AnyOrderOfAccessGivesTheSameNumbers) {
  std::vector<std::uint64_t> order = sequence(0, 40), again = order;
  order.insert(order.end(), again.begin(), again.end());  // twice each, from buffers left by others
  std::mt19937 random(3);
  std::shuffle(order.begin(), order.end(), random);
  expect_addressed_at_every_width(order);
}

TEST(Stream, FarDrawsAreAddressedToo) {
  expect_addressed_at_every_width(sequence(std::uint64_t{1} << 40, 12));
  // Across the block number 2^32, where the counter's low word carries into the high one.
  expect_addressed_at_every_width(sequence((std::uint64_t{1} << 34) - 6, 12));
}

TEST(Stream, JumpsBackAndForthBetweenFarPlaces) {
  const std::uint64_t far = std::uint64_t{1} << 40;
  expect_addressed_at_every_width({0, far, 1, far + 1, 0, far - 1, 31, 32, 33});
}

TEST(Stream, FixedAndRunTimeSizesGiveTheSameNumbers) {
  Stream<8> one(kSeed, 0, 1, Law::normal, 5), other(kSeed, 0, 1, Law::normal, 5);
  for (std::uint64_t draw = 0; draw < 20; ++draw) {
    const auto fixed = one.draw<5>(draw);
    const auto dynamic = other.draw<kDynamic>(draw);
    for (int i = 0; i < 5; ++i)
      for (int lane = 0; lane < 8; ++lane) EXPECT_EQ(bits(fixed[i].lane(lane)), bits(dynamic[i].lane(lane)));
  }
}

TEST(Stream, RefusesADrawOfAnotherSize) {
  Stream<1> stream(kSeed, 0, 0, Law::normal, 3);
  EXPECT_THROW(stream.draw<2>(0), Error);
}

TEST(Stream, ReplicasKeepTheirNumbersHoweverTheyAreGrouped) {
  // Replicas 16..31 as one pack of 16, two of 8, four of 4 and sixteen of 1.
  constexpr std::uint32_t kFirst = 16;
  Stream<16> whole(kSeed, kFirst, 4, Law::normal, 3);
  for (std::uint32_t lane = 0; lane < 16; ++lane) {
    Stream<8> eight(kSeed, kFirst + lane / 8 * 8, 4, Law::normal, 3);
    Stream<4> four(kSeed, kFirst + lane / 4 * 4, 4, Law::normal, 3);
    Stream<1> alone(kSeed, kFirst + lane, 4, Law::normal, 3);
    for (std::uint64_t draw = 0; draw < 50; ++draw) {
      const auto expected = alone.draw<3>(draw);
      const auto a = whole.draw<3>(draw);
      const auto b = eight.draw<3>(draw);
      const auto c = four.draw<3>(draw);
      for (int i = 0; i < 3; ++i) {
        const std::uint64_t same = bits(expected[i].lane(0));
        ASSERT_EQ(bits(a[i].lane(static_cast<int>(lane))), same);
        ASSERT_EQ(bits(b[i].lane(static_cast<int>(lane % 8))), same);
        ASSERT_EQ(bits(c[i].lane(static_cast<int>(lane % 4))), same);
      }
    }
  }
}

TEST(Stream, SeedsReplicasAndRolesAllGiveOtherNumbers) {
  std::set<double> seen;
  int count = 0;
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32, ~std::uint64_t{0}})
    for (const std::uint32_t replica : {0U, 1U, 2U, 0x80000000U})
      for (std::uint32_t role = 0; role < 5; ++role) {
        Stream<1> stream(seed, replica, role, Law::uniform, 2);
        for (std::uint64_t draw = 0; draw < 3; ++draw)
          for (const auto& value : stream.draw<2>(draw)) {
            seen.insert(value.lane(0));
            ++count;
          }
      }
  // 480 numbers out of 2^32 values: two alike have a chance of 3e-5, and the seed is fixed.
  EXPECT_EQ(static_cast<int>(seen.size()), count);
}

TEST(Stream, NeighbouringReplicasAndRolesAreUncorrelated) {
  constexpr int kCount = 100'000;
  Stream<2> replicas(7, 0, 0, Law::normal, 1);
  Stream<1> role0(7, 0, 0, Law::normal, 1), role1(7, 0, 1, Law::normal, 1), seed1(8, 0, 0, Law::normal, 1);
  double by_replica = 0, by_role = 0, by_seed = 0;
  for (std::uint64_t draw = 0; draw < kCount; ++draw) {
    const auto pair = replicas.draw<1>(draw)[0];
    const double here = role0.draw<1>(draw)[0].lane(0);
    by_replica += pair.lane(0) * pair.lane(1);
    by_role += here * role1.draw<1>(draw)[0].lane(0);
    by_seed += here * seed1.draw<1>(draw)[0].lane(0);
  }
  const double bound = 4.5 * std::sqrt(kCount);
  EXPECT_LT(std::abs(by_replica), bound);
  EXPECT_LT(std::abs(by_role), bound);
  EXPECT_LT(std::abs(by_seed), bound);
}

}  // namespace
}  // namespace twoscale
