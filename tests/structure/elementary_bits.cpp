// Prints one number for the bits of every elementary function on 10^5 inputs, in packs of 1 and of 8.
// elementary_bits.py compiles it in several ways: all must print the same.

#include <bit>
#include <cinttypes>
#include <cstdio>
#include <twoscale/core/elementary.hpp>

using namespace twoscale;  // NOLINT: what users write

namespace {

constexpr int kInputs = 100'000;

/// Numbers of all sizes and kinds, from integers alone: the standard library's generators differ.
double input(std::uint64_t index) {
  std::uint64_t bits = (index + 1) * 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  bits ^= bits >> 31;
  if (index % 2 == 0) return std::bit_cast<double>(bits);         // any bits at all
  return (static_cast<double>(bits >> 11) * 0x1p-53 - 0.5) * 40;  // evenly in [-20, 20]
}

struct Digest {
  std::uint64_t value = 14695981039346656037u;
  void add(double x) {
    const std::uint64_t bits = x == x ? std::bit_cast<std::uint64_t>(x) : 1;  // one kind of not a number
    value = (value ^ bits) * 1099511628211u;
    value ^= value >> 29;
  }
};

template <int W>
std::uint64_t digest() {
  using P = Pack<double, W>;
  Digest out;
  for (int at = 0; at < kInputs; at += 8) {
    for (int first = at; first < at + 8; first += W) {
      P x, y;
      for (int i = 0; i < W; ++i) x.set_lane(i, input(first + i)), y.set_lane(i, input(7 * (first + i) + 1));
      const P results[] = {exp(x),
                           log(abs(x)),
                           sqrt(abs(x)),
                           sin(x),
                           cos(x),
                           tan(x),
                           tanh(x),
                           sinh(x),
                           cosh(x),
                           expm1(x),
                           log1p(x),
                           atan(x),
                           asin(y / P(20.0)),
                           acos(y / P(20.0)),
                           atan2(x, y),
                           erf(x),
                           erfc(x),
                           erf(y),
                           pow(abs(y), x),
                           pow(x, 3),
                           pow(x, y)};
      for (int i = 0; i < W; ++i)
        for (const P& result : results) out.add(result.lane(i));
    }
  }
  return out.value;
}

}  // namespace

int main() { std::printf("%016" PRIx64 " %016" PRIx64 "\n", digest<1>(), digest<8>()); }
