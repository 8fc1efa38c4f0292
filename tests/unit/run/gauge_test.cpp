// What a leg measures, from pulls made by hand.
#include <gtest/gtest.h>

#include <twoscale/run/gauge.hpp>

namespace twoscale {
namespace {

struct Sized {
  Shape shape() const { return {.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1}; }
  auto fast(const auto& x, const auto&, const auto& xi) const { return 0.5 * x + xi; }
  auto slow(const auto& x, const auto&, const auto& zeta) const { return x + zeta; }
};

LegReading measured(std::uint64_t length, std::uint64_t stop, bool in_blocks, const std::function<double(int)>& pull) {
  Gauge<Sized, 1> gauge(Sized{}.shape());
  gauge.view().in_blocks = in_blocks;
  gauge.view().begin(length);
  SlowVector<Sized, Pack<double, 1>> estimate(1), point(1);
  FastVector<Sized, Pack<double, 1>> fast(1), move(1);
  for (std::uint64_t k = 0; k < length; ++k) {
    if (k == stop) gauge.view().go_on_from(k);  // as after a checkpoint
    estimate[0] = pull(static_cast<int>(k));
    gauge.add(point, estimate, fast, move);
  }
  return gauge.view().reading(0);
}

TEST(Gauge, ReadsSlowNoiseFromBlocks) {
  constexpr std::uint64_t kLength = 1600, kBlock = kLength / 16;
  const auto in_turn = [](int k) { return k / static_cast<int>(kBlock) % 2 == 0 ? 1.0 : -1.0; };
  for (const std::uint64_t stop : {std::uint64_t{0}, kBlock, kBlock + 1, kLength / 2, kLength - 1}) {
    const LegReading seen = measured(kLength, stop, true, in_turn);
    // Sums of blocks are +-kBlock: half the mean square of their changes, of one iteration, is 2 kBlock.
    EXPECT_DOUBLE_EQ(seen.long_noise, 2.0 * kBlock) << stop;
    EXPECT_LT(seen.noise, 0.05) << "one iteration tells nothing of it";
  }
  EXPECT_EQ(measured(kLength, 0, false, in_turn).long_noise, 0);
}

TEST(Gauge, ReadsTheSecondHalfWithBlocksAndWithout) {
  for (const std::uint64_t length : {1U, 2U, 7U, 16U, 100U, 1601U})
    for (const bool in_blocks : {false, true}) {
      const auto from_half = [&](int k) { return k >= static_cast<int>(length / 2) ? 3.0 : 100.0; };
      EXPECT_DOUBLE_EQ(measured(length, length, in_blocks, from_half).late_pull[0], 3) << length;
    }
}

TEST(Gauge, SlowNoiseOfIndependentPullsIsTheirVariance) {
  std::uint64_t state = 1;
  const auto sign = [&state](int) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 63) != 0 ? 1.0 : -1.0;
  };
  // 14 differences of neighbouring blocks: the standard error of their mean square is about sqrt(3/14).
  EXPECT_NEAR(measured(160'000, 0, true, sign).long_noise, 1, 3 * std::sqrt(3.0 / 14));
}

}  // namespace
}  // namespace twoscale
