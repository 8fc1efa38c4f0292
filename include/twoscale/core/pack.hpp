#pragma once
// Pack<T, W>: W replicas side by side, one per SIMD lane, behaving like one number.
//
// Problem functions are written once and run on packs; a pack of one lane is the plain number.
// Built on the compiler's vector extensions: every operation is one IEEE operation per lane, so a
// lane's bits do not depend on W or on what the other lanes hold.

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <twoscale/core/register.hpp>

namespace twoscale {
inline namespace TWOSCALE_INSTRUCTION_SET {

/// f(0), ..., f(count - 1), written out where there are few and N says how many. Loops, even of two rounds, would keep
/// the compiler from holding packs and vectors in registers.
template <int N, class F>
TWOSCALE_INLINE void unrolled(int count, const F& f) {
  if constexpr (N >= 0 && N <= 16) {
    [&]<int... I>(std::integer_sequence<int, I...>) TWOSCALE_INLINE_LAMBDA { (f(I), ...); }
    (std::make_integer_sequence<int, N>());
  } else {
    for (int i = 0; i < count; ++i) f(i);
  }
}

/// What a comparison of packs gives: all-ones or zero per lane. Numbers of the same size share it.
template <int Bytes, int W>
struct Mask {
  using Int = std::conditional_t<Bytes == 8, std::int64_t, std::int32_t>;
  static constexpr int kLanes = registers::kLanesPerPart<Int, W>, kParts = W / kLanes;
  typename registers::Register<Int, kLanes>::type part[kParts];

  TWOSCALE_INLINE friend Mask operator&(const Mask& a, const Mask& b) {
    Mask out;
    for (int p = 0; p < kParts; ++p) out.part[p] = a.part[p] & b.part[p];
    return out;
  }
  TWOSCALE_INLINE friend Mask operator|(const Mask& a, const Mask& b) {
    Mask out;
    for (int p = 0; p < kParts; ++p) out.part[p] = a.part[p] | b.part[p];
    return out;
  }
  TWOSCALE_INLINE friend Mask operator!(const Mask& a) {
    Mask out;
    for (int p = 0; p < kParts; ++p) out.part[p] = ~a.part[p];
    return out;
  }
};

/// Does the mask hold in any lane?
TWOSCALE_INLINE bool any(bool mask) { return mask; }
template <int Bytes, int W>
TWOSCALE_INLINE bool any(const Mask<Bytes, W>& mask) {
  auto some = mask.part[0];
  for (int p = 1; p < mask.kParts; ++p) some |= mask.part[p];
  return registers::any(some);
}

template <class T, int W>
struct Pack {
  static_assert(W >= 1 && (W & (W - 1)) == 0, "a pack holds a power of two of lanes");
  static constexpr int kWidth = W, kLanes = registers::kLanesPerPart<T, W>, kParts = W / kLanes;
  using Part = typename registers::Register<T, kLanes>::type;
  /// bool for one lane, so that plain numbers may be branched on.
  using MaskType = std::conditional_t<W == 1, bool, Mask<sizeof(T), W>>;

  Part part[kParts];

  Pack() = default;                // like a double's: no value yet
  TWOSCALE_INLINE Pack(T value) {  // NOLINT: numbers are packs
    for (Part& p : part) {
      if constexpr (kLanes == 1) p = value;
      else p = value - Part{};  // x - 0 keeps every x, the sign of zero included
    }
  }

  TWOSCALE_INLINE T lane(int i) const {
    if constexpr (kLanes == 1) return part[i];
    else return part[i / kLanes][i % kLanes];
  }
  TWOSCALE_INLINE void set_lane(int i, T value) {
    if constexpr (kLanes == 1) part[i] = value;
    else part[i / kLanes][i % kLanes] = value;
  }

  TWOSCALE_INLINE static Pack from_lanes(const std::array<T, W>& lanes) { return __builtin_bit_cast(Pack, lanes); }

  /// One operation on every register.
  template <class Op, class... Rest>
  TWOSCALE_INLINE static Pack each(Op op, const Rest&... rest) {
    Pack out;
    unrolled<kParts>(kParts, [&](int p) TWOSCALE_INLINE_LAMBDA { out.part[p] = op(rest.part[p]...); });
    return out;
  }
  template <class Op>
  TWOSCALE_INLINE static MaskType compare(Op op, const Pack& a, const Pack& b) {
    if constexpr (W == 1) {
      return op(a.part[0], b.part[0]);
    } else {
      MaskType out;
      unrolled<kParts>(kParts, [&](int p) TWOSCALE_INLINE_LAMBDA { out.part[p] = op(a.part[p], b.part[p]); });
      return out;
    }
  }

  TWOSCALE_INLINE friend Pack operator+(const Pack& a, const Pack& b) {
    return each([](Part x, Part y) { return x + y; }, a, b);
  }
  TWOSCALE_INLINE friend Pack operator-(const Pack& a, const Pack& b) {
    return each([](Part x, Part y) { return x - y; }, a, b);
  }
  TWOSCALE_INLINE friend Pack operator*(const Pack& a, const Pack& b) {
    return each([](Part x, Part y) { return x * y; }, a, b);
  }
  TWOSCALE_INLINE friend Pack operator/(const Pack& a, const Pack& b) {
    return each([](Part x, Part y) { return x / y; }, a, b);
  }
  TWOSCALE_INLINE friend Pack operator-(const Pack& a) {
    return each([](Part x) { return -x; }, a);
  }
  TWOSCALE_INLINE friend Pack operator+(const Pack& a) { return a; }

  TWOSCALE_INLINE friend Pack operator^(const Pack& a, const Pack& b) requires std::is_integral_v<T> {
    return each([](Part x, Part y) { return x ^ y; }, a, b);
  }
  TWOSCALE_INLINE friend Pack operator&(const Pack& a, const Pack& b) requires std::is_integral_v<T> {
    return each([](Part x, Part y) { return x & y; }, a, b);
  }
  TWOSCALE_INLINE friend Pack operator|(const Pack& a, const Pack& b) requires std::is_integral_v<T> {
    return each([](Part x, Part y) { return x | y; }, a, b);
  }
  TWOSCALE_INLINE friend Pack operator>>(const Pack& a, int bits) requires std::is_integral_v<T> {
    return each([bits](Part x) { return x >> bits; }, a);
  }
  TWOSCALE_INLINE friend Pack operator<<(const Pack& a, int bits) requires std::is_integral_v<T> {
    return each([bits](Part x) { return x << bits; }, a);
  }

  TWOSCALE_INLINE Pack& operator+=(const Pack& b) { return *this = *this + b; }
  TWOSCALE_INLINE Pack& operator-=(const Pack& b) { return *this = *this - b; }
  TWOSCALE_INLINE Pack& operator*=(const Pack& b) { return *this = *this * b; }
  TWOSCALE_INLINE Pack& operator/=(const Pack& b) { return *this = *this / b; }

  TWOSCALE_INLINE friend MaskType operator<(const Pack& a, const Pack& b) {
    return compare([](Part x, Part y) { return x < y; }, a, b);
  }
  TWOSCALE_INLINE friend MaskType operator>(const Pack& a, const Pack& b) { return b < a; }
  TWOSCALE_INLINE friend MaskType operator<=(const Pack& a, const Pack& b) {
    return compare([](Part x, Part y) { return x <= y; }, a, b);
  }
  TWOSCALE_INLINE friend MaskType operator>=(const Pack& a, const Pack& b) { return b <= a; }
  TWOSCALE_INLINE friend MaskType operator==(const Pack& a, const Pack& b) {
    return compare([](Part x, Part y) { return x == y; }, a, b);
  }
  TWOSCALE_INLINE friend MaskType operator!=(const Pack& a, const Pack& b) {
    return compare([](Part x, Part y) { return x != y; }, a, b);
  }

  /// a where the mask holds, b elsewhere, lane by lane; both sides are evaluated.
  TWOSCALE_INLINE friend Pack where(const MaskType& mask, const Pack& a, const Pack& b) {
    if constexpr (W == 1) return mask ? a : b;
    else return each([](auto m, Part x, Part y) { return m ? x : y; }, mask, a, b);
  }
  TWOSCALE_INLINE friend Pack min(const Pack& a, const Pack& b) { return where(b < a, b, a); }
  TWOSCALE_INLINE friend Pack max(const Pack& a, const Pack& b) { return where(a < b, b, a); }
  TWOSCALE_INLINE friend Pack abs(const Pack& a) { return where(a > Pack(T(0)), a, Pack(T(0)) - a); }
};

/// Lane-wise conversion between number types.
template <class To, class From, int W>
TWOSCALE_INLINE Pack<To, W> convert(const Pack<From, W>& a) {
  using Out = Pack<To, W>;
  using In = Pack<From, W>;
  Out out;
  if constexpr (W == 1) {
    out.part[0] = static_cast<To>(a.part[0]);
  } else {
    // The smaller of the two register widths, in lanes, is converted at a time.
    constexpr int kStep = Out::kLanes < In::kLanes ? Out::kLanes : In::kLanes;
    using From1 = typename registers::Register<From, kStep>::type;
    using To1 = typename registers::Register<To, kStep>::type;
    const auto from = __builtin_bit_cast(std::array<From1, W / kStep>, a);
    std::array<To1, W / kStep> to;
    for (int i = 0; i < W / kStep; ++i) to[i] = registers::convert<To1>(from[i]);
    out = __builtin_bit_cast(Out, to);
  }
  return out;
}
/// The same bits seen as another type of the same size.
template <class To, class From, int W>
TWOSCALE_INLINE Pack<To, W> bit_cast(const Pack<From, W>& a) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(Pack<To, W>, a);
}

/// a * b + c with one rounding.
template <class T, int W>
TWOSCALE_INLINE Pack<T, W> fma(const Pack<T, W>& a, const Pack<T, W>& b, const Pack<T, W>& c) {
  using Part = typename Pack<T, W>::Part;
  return Pack<T, W>::each([](const Part& x, const Part& y, const Part& z) { return registers::fma<T>(x, y, z); }, a, b,
                          c);
}

template <class T, int W>
TWOSCALE_INLINE Pack<T, W> sqrt(const Pack<T, W>& a) {
  using Part = typename Pack<T, W>::Part;
  return Pack<T, W>::each([](const Part& x) { return registers::sqrt<T>(x); }, a);
}

/// sum + a b with one rounding: what sums of products are made of.
template <class T, int W>
TWOSCALE_INLINE Pack<T, W> multiply_add(const Pack<T, W>& a, const Pack<T, W>& b, const Pack<T, W>& sum) {
  return fma(a, b, sum);
}
TWOSCALE_INLINE double multiply_add(double a, double b, double sum) { return __builtin_fma(a, b, sum); }

template <class T>
inline constexpr bool kIsPack = false;
template <class T, int W>
inline constexpr bool kIsPack<Pack<T, W>> = true;

/// The plain number: a pack of one lane, so that scalar and batched runs share every bit.
using Real = Pack<double, 1>;

}  // namespace TWOSCALE_INSTRUCTION_SET
}  // namespace twoscale
