// Exact reduction of far angles [payne_hanek_1983]: x = m 2^e with whole m, and of 2/pi only those bits matter whose
// product with m 2^e is not a multiple of four. Integers throughout, so every machine agrees.

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include <twoscale/core/elementary/angle.hpp>

namespace twoscale::detail {

namespace {

using Word = std::uint64_t;
__extension__ using Wide = unsigned __int128;

/// 64 zeros, then the first 1216 bits of 2/pi: m 2^971 needs 1162 of them.
constexpr std::array<Word, 20> kTwoOverPi = {0,
                                             0xa2f9836e4e441529,
                                             0xfc2757d1f534ddc0,
                                             0xdb6295993c439041,
                                             0xfe5163abdebbc561,
                                             0xb7246e3a424dd2e0,
                                             0x06492eea09d1921c,
                                             0xfe1deb1cb129a73e,
                                             0xe88235f52ebb4484,
                                             0xe99c7026b45f7e41,
                                             0x3991d639835339f4,
                                             0x9c845f8bbdf9283b,
                                             0x1ff897ffde05980f,
                                             0xef2f118b5a0a6d1f,
                                             0x6d367ecf27cb09b7,
                                             0x4f463f669e5fea2d,
                                             0x7527bac7ebe5f17b,
                                             0x3d0739f78a5292ea,
                                             0x6bfb5fb11f8d5d08,
                                             0x56033046fc7b6bab};
/// pi/2 times 2^127.
constexpr Word kQuarterTurnHigh = 0xc90fdaa22168c234, kQuarterTurnLow = 0xc4c6628b80dc1cd1;

constexpr Word high(Wide a) { return static_cast<Word>(a >> 64); }
constexpr Word low(Wide a) { return static_cast<Word>(a); }

/// 192 bits, the most significant word first.
using Bits = std::array<Word, 3>;

Bits shifted(const Bits& a, int left) {
  Bits out{};
  const std::size_t words = static_cast<std::size_t>(left) / 64;
  const int bits = left % 64;
  for (std::size_t i = 0; i + words < 3; ++i) {
    out[i] = a[i + words] << bits;
    if (bits > 0 && i + words + 1 < 3) out[i] |= a[i + words + 1] >> (64 - bits);
  }
  return out;
}
Bits negated(const Bits& a) {
  Bits out{~a[0], ~a[1], ~a[2] + 1};
  if (out[2] == 0 && ++out[1] == 0) ++out[0];
  return out;
}
int leading_zeros(const Bits& a) {
  if (a[0] != 0) return std::countl_zero(a[0]);
  return a[1] != 0 ? 64 + std::countl_zero(a[1]) : 128 + std::countl_zero(a[2]);
}

/// The fraction of m 2^e / (2 pi), in units of 2^-192: bits of 2/pi from the one that stands for 2 on, times m.
Bits turns(Word m, int e) {
  const int first = e + 62, bits = first % 64;
  const std::size_t word = static_cast<std::size_t>(first) / 64;
  Bits window;
  for (std::size_t i = 0; i < 3; ++i) {
    window[i] = kTwoOverPi[word + i] << bits;
    if (bits > 0) window[i] |= kTwoOverPi[word + i + 1] >> (64 - bits);
  }
  const Wide last = Wide{m} * window[2], middle = Wide{m} * window[1] + high(last);
  return {m * window[0] + high(middle), low(middle), low(last)};
}

double power_of_two(int n) { return std::bit_cast<double>(static_cast<Word>(n + 1023) << 52); }

/// A fraction of a quarter turn as an angle: a pair of numbers, the first with all bits of its own.
FarAngle angle_of(const Bits& fraction) {
  const int zeros = leading_zeros(fraction);
  const Bits f = shifted(fraction, zeros);
  const Wide product = Wide{f[0]} * kQuarterTurnHigh + high(Wide{f[0]} * kQuarterTurnLow) +
                       high(Wide{f[1]} * kQuarterTurnHigh);  // below 2^128: angle 2^(127 + zeros)
  const Word top = high(product) & ~Word{0x7ff};             // 53 bits
  const Word rest = (high(product) & 0x7ff) << 53 | low(product) >> 11;
  const double first = static_cast<double>(top) * power_of_two(-63 - zeros);
  const double second = static_cast<double>(rest) * power_of_two(-116 - zeros);
  const double sum = first + second;
  return {sum, second - (sum - first), 0};
}

}  // namespace

FarAngle reduce_far_angle(double x) {
  const Word bits = std::bit_cast<Word>(x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  if (exponent == 0x7ff) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    return {kNan, kNan, 0};
  }
  const Word m = (bits & 0x000fffffffffffff) | 0x0010000000000000;
  const Bits fraction = turns(m, exponent - 1075);
  Bits of_quarter = shifted(fraction, 2);
  const bool beyond_half = of_quarter[0] >> 63 != 0;  // nearer to the next quarter turn
  if (beyond_half) of_quarter = negated(of_quarter);
  FarAngle out = angle_of(of_quarter);
  out.quadrant = static_cast<std::int64_t>(fraction[0] >> 62) + (beyond_half ? 1 : 0);
  const bool negative = bits >> 63 != 0;
  if (beyond_half != negative) out.high = -out.high, out.low = -out.low;
  if (negative) out.quadrant = -out.quadrant;
  return out;
}

}  // namespace twoscale::detail
