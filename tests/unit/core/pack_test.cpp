// A pack is W plain numbers: every operation, lane by lane, gives the bits of the scalar operation.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <twoscale/core/pack.hpp>

namespace twoscale {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

template <class T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return (a != a && b != b) || (a == b && std::signbit(a) == std::signbit(b));
  else return a == b;
}

/// Ordinary numbers with the odd ones mixed in, so that every lane meets every kind of neighbour.
template <class T>
T some_number(std::mt19937_64& random) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr std::array<double, 8> kOdd = {0.0, -0.0, kInfinity, -kInfinity, kNan, 1.0, 5e-324, 1e308};
    if (random() % 4 == 0) return static_cast<T>(kOdd[random() % kOdd.size()]);
    return static_cast<T>(std::ldexp(std::uniform_real_distribution<double>(-1, 1)(random), random() % 40));
  } else {
    return static_cast<T>(random());
  }
}

template <class T, int W>
Pack<T, W> some_pack(std::mt19937_64& random) {
  Pack<T, W> out;
  for (int i = 0; i < W; ++i) out.set_lane(i, some_number<T>(random));
  return out;
}

/// on_packs(a, b, c) against on_numbers(a, b, c) of each lane.
template <class T, int W, class OnPacks, class OnNumbers>
void compare_at(OnPacks on_packs, OnNumbers on_numbers) {
  std::mt19937_64 random(W);
  for (int trial = 0; trial < 2000; ++trial) {
    const auto a = some_pack<T, W>(random), b = some_pack<T, W>(random), c = some_pack<T, W>(random);
    const auto out = on_packs(a, b, c);
    for (int i = 0; i < W; ++i)
      ASSERT_TRUE(same(out.lane(i), on_numbers(a.lane(i), b.lane(i), c.lane(i))))
          << a.lane(i) << ", " << b.lane(i) << ", " << c.lane(i) << " in lane " << i << " of " << W;
  }
}

template <class T, class OnPacks, class OnNumbers>
void compare(OnPacks on_packs, OnNumbers on_numbers) {
  compare_at<T, 1>(on_packs, on_numbers);
  compare_at<T, 2>(on_packs, on_numbers);
  compare_at<T, 4>(on_packs, on_numbers);
  compare_at<T, 8>(on_packs, on_numbers);
  compare_at<T, 16>(on_packs, on_numbers);
}

// One expression for both sides where the language has the operator.
#define COMPARE(T, expression)                                                    \
  compare<T>([](auto a, auto b, auto c) { return (void)b, (void)c, expression; }, \
             [](T a, T b, T c) -> T { return (void)b, (void)c, expression; })

TEST(Pack, ArithmeticIsThatOfEachLane) {
  COMPARE(double, a + b);
  COMPARE(double, a - b);
  COMPARE(double, a* b);
  COMPARE(double, a / b);
  COMPARE(double, -a);
  COMPARE(double, +a);
  COMPARE(double, a* b + c);  // two roundings: nothing may contract it
  COMPARE(float, a + b);
  COMPARE(float, a* b - c);
  COMPARE(float, a / b);
}

TEST(Pack, CompoundAssignmentIsTheOperator) {
  COMPARE(double, (a += b, a));
  COMPARE(double, (a -= b, a));
  COMPARE(double, (a *= b, a));
  COMPARE(double, (a /= b, a));
}

TEST(Pack, IntegerOperationsAreThoseOfEachLane) {
  COMPARE(std::uint32_t, a + b);
  COMPARE(std::uint32_t, a * b);
  COMPARE(std::uint32_t, (a ^ b) & c);
  COMPARE(std::uint32_t, a | b);
  COMPARE(std::uint32_t, (a >> 7) + (b << 5));
  COMPARE(std::uint64_t, (a >> 52) ^ (b << 12));
  COMPARE(std::int64_t, a >> 52);  // keeps the sign
  COMPARE(std::int32_t, a >> 31);
}

TEST(Pack, ComparisonsPickLaneByLane) {
  compare<double>([](auto a, auto b, auto c) { return where(a < b, a, c); },
                  [](double a, double b, double c) { return a < b ? a : c; });
  compare<double>([](auto a, auto b, auto c) { return where(a > b, a, c); },
                  [](double a, double b, double c) { return a > b ? a : c; });
  compare<double>([](auto a, auto b, auto c) { return where(a <= b, a, c); },
                  [](double a, double b, double c) { return a <= b ? a : c; });
  compare<double>([](auto a, auto b, auto c) { return where(a >= b, a, c); },
                  [](double a, double b, double c) { return a >= b ? a : c; });
  compare<double>([](auto a, auto b, auto c) { return where(a == b, b, c); },
                  [](double a, double b, double c) { return a == b ? b : c; });
  compare<double>([](auto a, auto b, auto c) { return where(a != b, b, c); },
                  [](double a, double b, double c) { return a != b ? b : c; });
}

TEST(Pack, MinAndMaxAreThoseOfTheStandardLibrary) {
  compare<double>([](auto a, auto b, auto) { return min(a, b); },
                  [](double a, double b, double) { return std::min(a, b); });
  compare<double>([](auto a, auto b, auto) { return max(a, b); },
                  [](double a, double b, double) { return std::max(a, b); });
}

TEST(Pack, AbsDropsTheSignAlsoOfZero) {
  compare<double>([](auto a, auto, auto) { return abs(a); }, [](double a, double, double) { return std::abs(a); });
  compare<float>([](auto a, auto, auto) { return abs(a); }, [](float a, float, float) { return std::abs(a); });
}

TEST(Pack, FmaRoundsOnceAndSqrtIsIeee) {
  compare<double>([](auto a, auto b, auto c) { return fma(a, b, c); },
                  [](double a, double b, double c) { return std::fma(a, b, c); });
  compare<float>([](auto a, auto b, auto c) { return fma(a, b, c); },
                 [](float a, float b, float c) { return std::fma(a, b, c); });
  compare<double>([](auto a, auto, auto) { return sqrt(a); }, [](double a, double, double) { return std::sqrt(a); });
  compare<float>([](auto a, auto, auto) { return sqrt(a); }, [](float a, float, float) { return std::sqrt(a); });
  // (1 + e)^2 - 1 - 2 e = e^2 survives only if the product is not rounded first.
  const double e = 0x1p-40;
  EXPECT_EQ(fma(Pack<double, 8>(1 + e), Pack<double, 8>(1 + e), Pack<double, 8>(-1 - 2 * e)).lane(6), e * e);
}

TEST(Pack, ConversionsAreThoseOfEachLane) {
  compare<float>([](auto a, auto, auto) { return convert<double>(a); },
                 [](float a, float, float) { return double{a}; });
  compare<double>([](auto a, auto, auto) { return convert<float>(a); },
                  [](double a, double, double) { return static_cast<float>(a); });
  using Int = std::int32_t;
  compare<Int>([](auto a, auto, auto) { return convert<double>(a); }, [](Int a, Int, Int) { return double(a); });
  compare<Int>([](auto a, auto, auto) { return convert<float>(a); }, [](Int a, Int, Int) { return float(a); });
}

TEST(Pack, BitCastKeepsEveryBit) {
  using Long = std::int64_t;
  compare<Long>([](auto a, auto, auto) { return bit_cast<Long>(bit_cast<double>(a)); },
                [](Long a, Long, Long) { return a; });
  compare<double>([](auto a, auto, auto) { return bit_cast<std::uint64_t>(a + a); },
                  [](double a, double, double) { return std::bit_cast<std::uint64_t>(a + a); });
}

template <int W>
void check_broadcast() {
  for (const double value : {0.0, -0.0, 1.5, kInfinity, -kInfinity, kNan, 5e-324})
    for (int i = 0; i < W; ++i)
      EXPECT_TRUE((same(Pack<double, W>(value).lane(i), value))) << value << " at width " << W;
  for (int i = 0; i < W; ++i) EXPECT_TRUE(same((Pack<double, W>().lane(i)), 0.0));
}

TEST(Pack, BroadcastKeepsTheValueAndTheSignOfZero) {
  check_broadcast<1>();
  check_broadcast<4>();
  check_broadcast<16>();
}

TEST(Pack, NanSpreadsThroughItsLaneAndNoOther) {
  using P = Pack<double, 8>;
  P a(2.0);
  a.set_lane(3, kNan);
  for (const P& out : {a + P(1.0), a * P(0.0), P(1.0) / a, a - a, sqrt(a), fma(a, a, a), abs(a), -a})
    for (int i = 0; i < 8; ++i) EXPECT_EQ(std::isnan(out.lane(i)), i == 3);
}

TEST(Pack, AnyFindsTheOneLaneThatHolds) {
  using P = Pack<double, 8>;
  for (int i = 0; i < 8; ++i) {
    P a(1.0);
    a.set_lane(i, 3.0);
    EXPECT_TRUE(any(a > P(2.0)));
    EXPECT_FALSE(any(a > P(4.0)));
  }
  EXPECT_TRUE(any(Real(3.0) > Real(2.0)));
  EXPECT_FALSE(any(Real(kNan) == Real(kNan)));
}

TEST(Pack, SettingOneLaneLeavesTheOthers) {
  Pack<double, 16> a(7.0);
  a.set_lane(11, -1.0);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(a.lane(i), i == 11 ? -1.0 : 7.0);
}

}  // namespace
}  // namespace twoscale
