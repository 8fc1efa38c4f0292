// The laws of the draws, on 10^7 of them. Seeds are fixed and every bound is a standard error of the
// exact law, so a test that passes passes always.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <twoscale/core/draw.hpp>
#include <vector>

namespace twoscale {
namespace {

constexpr int kCount = 10'000'000;
constexpr double kStandardErrors = 4.5;
constexpr double kNormalTail = 3.719;  // P(Z > 3.719) = 1e-4

/// Numbers 0 .. kCount-1 of one replica's stream, four per block.
std::vector<double> draw_many(Law law, std::uint64_t seed) {
  std::vector<double> out(kCount);
  for (int at = 0; at < kCount; at += 32) {
    const auto four = numbers(law, philox_ahead<8>(seed, static_cast<std::uint64_t>(at) / 4, 3, 1));
    for (int b = 0; b < 8; ++b)
      for (int i = 0; i < 4; ++i) out[at + 4 * b + i] = four[i].lane(b);
  }
  return out;
}

const std::vector<double>& normals() {
  static const std::vector<double> all = draw_many(Law::normal, 20240607);
  return all;
}
const std::vector<double>& uniforms() {
  static const std::vector<double> all = draw_many(Law::uniform, 20240608);
  return all;
}

/// 1 3 5 ... (k-1) for even k: the k-th moment of a standard normal.
double normal_moment(int k) {
  double out = (k % 2 == 0) ? 1 : 0;
  for (int odd = k - 1; odd > 0 && k % 2 == 0; odd -= 2) out *= odd;
  return out;
}

double normal_quantile(double p) {
  double low = -10, high = 10;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2.0)) / 2 < p ? low : high) = middle;
  }
  return low;
}

/// Wilson and Hilferty: the cube root of a chi-square is nearly normal.
double chi_square_score(const std::vector<std::uint64_t>& bins) {
  double total = 0, chi_square = 0;
  for (std::uint64_t n : bins) total += static_cast<double>(n);
  const double expected = total / static_cast<double>(bins.size()), dof = static_cast<double>(bins.size()) - 1;
  for (std::uint64_t n : bins) chi_square += std::pow(static_cast<double>(n) - expected, 2) / expected;
  const double spread = 2 / (9 * dof);
  return (std::cbrt(chi_square / dof) - (1 - spread)) / std::sqrt(spread);
}

/// Equiprobable, neither too uneven nor too even.
void expect_equiprobable(const std::vector<std::uint64_t>& bins) {
  EXPECT_LT(std::abs(chi_square_score(bins)), kNormalTail);
}

TEST(Normal, MomentsOneToEightAreThoseOfTheLaw) {
  std::array<double, 9> sum{};
  for (double x : normals()) {
    double power = 1;
    for (int k = 1; k <= 8; ++k) sum[k] += (power *= x);
  }
  for (int k = 1; k <= 8; ++k) {
    const double variance = normal_moment(2 * k) - normal_moment(k) * normal_moment(k);
    EXPECT_NEAR(sum[k] / kCount, normal_moment(k), kStandardErrors * std::sqrt(variance / kCount)) << "moment " << k;
  }
}

TEST(Normal, FillsEquiprobableBinsEvenly) {
  constexpr int kBins = 256;
  std::vector<double> edges;
  for (int i = 1; i < kBins; ++i) edges.push_back(normal_quantile(static_cast<double>(i) / kBins));
  std::vector<std::uint64_t> bins(kBins);
  for (double x : normals()) ++bins[std::upper_bound(edges.begin(), edges.end(), x) - edges.begin()];
  expect_equiprobable(bins);
}

TEST(Normal, EachOfTheFourOfABlockFillsItsBins) {
  // The two of a pair come from different formulas; pooled bins could hide one wrong in the other.
  constexpr int kBins = 64;
  std::vector<double> edges;
  for (int i = 1; i < kBins; ++i) edges.push_back(normal_quantile(static_cast<double>(i) / kBins));
  std::array<std::vector<std::uint64_t>, 4> bins;
  bins.fill(std::vector<std::uint64_t>(kBins));
  for (int i = 0; i < kCount; ++i)
    ++bins[i % 4][std::upper_bound(edges.begin(), edges.end(), normals()[i]) - edges.begin()];
  for (const auto& each : bins) expect_equiprobable(each);
}

TEST(Normal, TailsHaveTheRightWeight) {
  for (const double bound : {3.0, 4.0, 4.5}) {
    const double p = std::erfc(bound / std::sqrt(2.0));
    const auto beyond =
        std::count_if(normals().begin(), normals().end(), [=](double x) { return std::abs(x) > bound; });
    EXPECT_NEAR(static_cast<double>(beyond), p * kCount, kStandardErrors * std::sqrt(p * kCount)) << "beyond " << bound;
  }
}

TEST(Normal, NumbersOfABlockAreUncorrelatedAndSoAreTheirSquares) {
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) {
      double product = 0, squares = 0;
      for (int at = 0; at < kCount; at += 4) {
        const double x = normals()[at + i], y = normals()[at + j];
        product += x * y;
        squares += (x * x - 1) * (y * y - 1);  // variance 2 * 2
      }
      const double n = kCount / 4;
      EXPECT_NEAR(product / n, 0, kStandardErrors / std::sqrt(n)) << i << " and " << j;
      EXPECT_NEAR(squares / n, 0, kStandardErrors * 2 / std::sqrt(n)) << i << " and " << j;
    }
}

TEST(Normal, PairFillsTheQuadrantsAndOctantsEvenly) {
  // sign of x, sign of y, which is larger: eight sectors of equal angle.
  std::vector<std::uint64_t> sectors(8);
  for (int at = 0; at < kCount; at += 2) {
    const double x = normals()[at], y = normals()[at + 1];
    ++sectors[(x < 0) + 2 * (y < 0) + 4 * (std::abs(x) < std::abs(y))];
  }
  expect_equiprobable(sectors);
}

TEST(Normal, SupportIsBoundedAndFiniteAtEveryExtremeWord) {
  const std::uint32_t extremes[] = {0,          1,          2,          3,          4,         0x7fffffff,
                                    0x80000000, 0x80000003, 0xfffffffc, 0xfffffffe, 0xffffffff};
  for (std::uint32_t radius : extremes)
    for (std::uint32_t angle : extremes) {
      const auto pair = normal_pair(Words<1>(radius), Words<1>(angle));
      EXPECT_LT(std::abs(pair.first.lane(0)), 6.7);
      EXPECT_LT(std::abs(pair.second.lane(0)), 6.7);
    }
  const auto [low, high] = std::minmax_element(normals().begin(), normals().end());
  EXPECT_LT(std::max(-*low, *high), 6.7);
  // The most that a word can give is out there, so the documented support is not a loose bound.
  EXPECT_GT(normal_pair(Words<1>(0U), Words<1>(0x80000000U)).first.lane(0), 6.6);
}

TEST(Normal, FollowsBoxMullerToThePolynomialsError) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 100'000; ++trial) {
    const std::uint32_t r = random(), t = random();
    const double radius = std::sqrt(-2 * std::log((std::floor(r / 2.0) + 0.5) / 2147483648.0));
    const double angle = static_cast<double>(static_cast<std::int32_t>(t)) / 2147483648.0 * M_PI / 4 + M_PI / 4;
    // The fits of log and sin are good to 1.1e-6 / 2 and 1.5e-6; then there are roundings, and log u itself.
    const double bound = 2.1e-6 * radius + 2.5e-7 * (radius + 1 / radius);
    const auto pair = normal_pair(Words<1>(r), Words<1>(t));
    EXPECT_NEAR(pair.first.lane(0), (t & 1U ? -1 : 1) * radius * std::cos(angle), bound);
    EXPECT_NEAR(pair.second.lane(0), (t & 2U ? -1 : 1) * radius * std::sin(angle), bound);
  }
}

/// E Z^k for the normal cut at 3 and scaled to variance one, by Simpson's rule.
double truncated_moment(int k) {
  constexpr int kSteps = 20'000;
  const double scale = std::sqrt(0.97333692466254147), step = 6.0 / kSteps;
  double sum = 0, mass = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double z = -3 + step * i, weight = (i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2) * std::exp(-z * z / 2);
    sum += weight * std::pow(z / scale, k);
    mass += weight;
  }
  return sum / mass;
}

TEST(Truncated, MomentsOneToEightAreThoseOfTheLaw) {
  EXPECT_NEAR(truncated_moment(2), 1, 1e-12);
  std::array<double, 9> sum{};
  double largest = 0;
  for (double x : draw_many(Law::truncated, 20240611)) {
    double power = 1;
    for (int k = 1; k <= 8; ++k) sum[k] += (power *= x);
    largest = std::max(largest, std::abs(x));
  }
  for (int k = 1; k <= 8; ++k) {
    const double variance = truncated_moment(2 * k) - truncated_moment(k) * truncated_moment(k);
    EXPECT_NEAR(sum[k] / kCount, truncated_moment(k), kStandardErrors * std::sqrt(variance / kCount)) << "moment " << k;
  }
  EXPECT_LT(largest, 3.0409);
  EXPECT_GT(largest, 3.0407);
}

TEST(Truncated, FillsEquiprobableBinsEvenly) {
  constexpr int kBins = 256;
  const double cut = std::erf(3 / std::sqrt(2.0)), scale = std::sqrt(0.97333692466254147);
  std::vector<double> edges;
  for (int i = 1; i < kBins; ++i)
    edges.push_back(normal_quantile(0.5 + cut * (static_cast<double>(i) / kBins - 0.5)) / scale);
  std::vector<std::uint64_t> bins(kBins);
  for (double x : draw_many(Law::truncated, 20240612))
    ++bins[std::upper_bound(edges.begin(), edges.end(), x) - edges.begin()];
  expect_equiprobable(bins);
}

TEST(Truncated, FollowsTheInverseDistributionToTheFitsError) {
  const double cut = std::erf(3 / std::sqrt(2.0)), scale = std::sqrt(0.97333692466254147);
  std::mt19937 random(6);
  for (int trial = 0; trial < 5'000; ++trial) {
    const std::uint32_t word = trial == 0 ? 0x80000000U : trial == 1 ? 0x7fffffffU : random();
    const double t = cut * (static_cast<double>(static_cast<std::int32_t>(word)) + 0.5) / 2147483648.0;
    const double exact = normal_quantile(0.5 + t / 2) / scale;
    EXPECT_NEAR(truncated_normal(Words<1>(word)).lane(0), exact, 2e-6 * std::max(1.0, std::abs(exact))) << word;
  }
}

TEST(Uniform, LiesInsideTheUnitIntervalAtItsEnds) {
  EXPECT_EQ(uniform(Words<1>(0U)).lane(0), 0.5 / 4294967296.0);
  EXPECT_EQ(uniform(Words<1>(~0U)).lane(0), 1 - 0.5 / 4294967296.0);
  EXPECT_EQ(uniform(Words<8>(0x80000000U)).lane(7), 0.5 + 0.5 / 4294967296.0);
}

TEST(Uniform, MomentsAreThoseOfTheLaw) {
  std::array<double, 7> sum{};
  for (double u : uniforms()) {
    double power = 1;
    for (int k = 1; k <= 6; ++k) sum[k] += (power *= u);
  }
  for (int k = 1; k <= 6; ++k) {
    const double mean = 1.0 / (k + 1), variance = 1.0 / (2 * k + 1) - mean * mean;
    EXPECT_NEAR(sum[k] / kCount, mean, kStandardErrors * std::sqrt(variance / kCount)) << "moment " << k;
  }
}

TEST(Uniform, FillsEquiprobableBinsEvenly) {
  std::vector<std::uint64_t> bins(1024), pairs(32 * 32);
  for (double u : uniforms()) ++bins[static_cast<int>(u * 1024)];
  for (int at = 0; at < kCount; at += 2)
    ++pairs[32 * static_cast<int>(uniforms()[at] * 32) + static_cast<int>(uniforms()[at + 1] * 32)];
  expect_equiprobable(bins);
  expect_equiprobable(pairs);
}

TEST(Rademacher, IsPlusOrMinusOneInBalanceAndUncorrelated) {
  const std::vector<double> signs = draw_many(Law::rademacher, 20240609);
  double sum = 0, product = 0;
  for (int i = 0; i < kCount; ++i) {
    ASSERT_EQ(std::abs(signs[i]), 1.0);
    sum += signs[i];
    product += i > 0 ? signs[i] * signs[i - 1] : 0;
  }
  EXPECT_NEAR(sum / kCount, 0, kStandardErrors / std::sqrt(kCount));
  EXPECT_NEAR(product / kCount, 0, kStandardErrors / std::sqrt(kCount));
}

TEST(IndexBelow, StaysInRangeAndReachesBothEnds) {
  for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, ~std::uint64_t{0}}) {
    EXPECT_EQ(index_below(count, 0, 0), 0U);
    EXPECT_EQ(index_below(count, ~0U, ~0U), count - 1);
  }
  EXPECT_EQ(index_below(2, 0x80000000U, 0), 1U);  // the high word decides
  EXPECT_EQ(index_below(2, 0x7fffffffU, ~0U), 0U);
}

TEST(IndexBelow, IsUniform) {
  for (const std::uint64_t count : {3, 10, 100, 1000}) {
    std::vector<std::uint64_t> bins(count);
    for (std::uint64_t block = 0; block < 500'000; ++block) {
      const auto words = philox_ahead<1>(77, block, 0, 0);
      for (int i = 0; i < 4; i += 2) ++bins[index_below(count, words.word[i].lane(0), words.word[i + 1].lane(0))];
    }
    expect_equiprobable(bins);
  }
}

TEST(Law, HasAName) {
  EXPECT_STREQ(name_of(Law::normal), "normal");
  EXPECT_STREQ(name_of(Law::uniform), "uniform");
  EXPECT_STREQ(name_of(Law::rademacher), "rademacher");
  EXPECT_STREQ(name_of(Law::truncated), "truncated");
}

}  // namespace
}  // namespace twoscale
