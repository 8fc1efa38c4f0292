#pragma once
// Pack<T, W>: W replicas side by side, one per SIMD lane, behaving like one number.
//
// Problem functions are written once and run on packs; a pack of one lane is the plain number.
// Built on the compiler's vector extensions: every operation is one IEEE operation per lane, so a
// lane's bits do not depend on W or on what the other lanes hold.

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define TWOSCALE_INLINE [[gnu::always_inline]] inline

namespace twoscale {

namespace detail {

/// Registers of at most this many bytes: the compiler lowers wider vectors lane by lane (GCC 12, single-loop on
/// rotor-curved in ./dev bench: about 3.5 times slower with 64 here than with 32).
inline constexpr int kRegisterBytes = 32;

template <class T, int Lanes>
struct Register {
  typedef T type __attribute__((vector_size(sizeof(T) * Lanes)));
};
template <class T>
struct Register<T, 1> {
  using type = T;
};

template <class T, int W>
inline constexpr int kLanesPerPart = std::min(W, kRegisterBytes / static_cast<int>(sizeof(T)));

}  // namespace detail

/// What a comparison of packs gives: all-ones or zero per lane. Numbers of the same size share it.
template <int Bytes, int W>
struct Mask {
  using Int = std::conditional_t<Bytes == 8, std::int64_t, std::int32_t>;
  static constexpr int kLanes = detail::kLanesPerPart<Int, W>, kParts = W / kLanes;
  typename detail::Register<Int, kLanes>::type part[kParts];

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
#if defined(__AVX__)
  if constexpr (sizeof(some) == 32) {
    const auto bits = __builtin_bit_cast(__m256i, some);
    return _mm256_testz_si256(bits, bits) == 0;
  } else
#endif
  {
    auto lane = some[0];
    for (int i = 1; i < mask.kLanes; ++i) lane |= some[i];
    return lane != 0;
  }
}

template <class T, int W>
struct Pack {
  static_assert(W >= 1 && (W & (W - 1)) == 0, "a pack holds a power of two of lanes");
  static constexpr int kWidth = W, kLanes = detail::kLanesPerPart<T, W>, kParts = W / kLanes;
  using Part = typename detail::Register<T, kLanes>::type;
  /// bool for one lane, so that plain numbers may be branched on.
  using MaskType = std::conditional_t<W == 1, bool, Mask<sizeof(T), W>>;

  Part part[kParts];

  TWOSCALE_INLINE Pack() : part{} {}
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
    for (int p = 0; p < kParts; ++p) out.part[p] = op(rest.part[p]...);
    return out;
  }
  template <class Op>
  TWOSCALE_INLINE static MaskType compare(Op op, const Pack& a, const Pack& b) {
    if constexpr (W == 1) {
      return op(a.part[0], b.part[0]);
    } else {
      MaskType out;
      for (int p = 0; p < kParts; ++p) out.part[p] = op(a.part[p], b.part[p]);
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
    using From1 = typename detail::Register<From, kStep>::type;
    using To1 = typename detail::Register<To, kStep>::type;
    const auto from = __builtin_bit_cast(std::array<From1, W / kStep>, a);
    std::array<To1, W / kStep> to;
    for (int i = 0; i < W / kStep; ++i) to[i] = __builtin_convertvector(from[i], To1);
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
  using P = Pack<T, W>;
  using Part = typename P::Part;
  return P::each(
      [](Part x, Part y, Part z) -> Part {
#if defined(__FMA__)
        if constexpr (std::is_same_v<T, double> && sizeof(Part) == 32) return _mm256_fmadd_pd(x, y, z);
        else if constexpr (std::is_same_v<T, float> && sizeof(Part) == 32) return _mm256_fmadd_ps(x, y, z);
        else
#endif
            if constexpr (P::kLanes == 1 && std::is_same_v<T, double>)
          return __builtin_fma(x, y, z);
        else if constexpr (P::kLanes == 1) return __builtin_fmaf(x, y, z);
        else {
          Part out = x;
          for (int i = 0; i < P::kLanes; ++i)
            out[i] = std::is_same_v<T, double> ? __builtin_fma(x[i], y[i], z[i]) : __builtin_fmaf(x[i], y[i], z[i]);
          return out;
        }
      },
      a, b, c);
}

template <class T, int W>
TWOSCALE_INLINE Pack<T, W> sqrt(const Pack<T, W>& a) {
  using P = Pack<T, W>;
  using Part = typename P::Part;
  return P::each(
      [](Part x) -> Part {
#if defined(__AVX__)
        if constexpr (std::is_same_v<T, double> && sizeof(Part) == 32) return _mm256_sqrt_pd(x);
        else if constexpr (std::is_same_v<T, float> && sizeof(Part) == 32) return _mm256_sqrt_ps(x);
        else
#endif
            if constexpr (P::kLanes == 1 && std::is_same_v<T, double>)
          return __builtin_sqrt(x);
        else if constexpr (P::kLanes == 1) return __builtin_sqrtf(x);
        else {
          Part out = x;
          for (int i = 0; i < P::kLanes; ++i)
            out[i] = std::is_same_v<T, double> ? __builtin_sqrt(x[i]) : __builtin_sqrtf(x[i]);
          return out;
        }
      },
      a);
}

/// The 64-bit product of 32-bit lanes, as (high, low) halves.
template <int W>
struct WideProduct {
  Pack<std::uint32_t, W> high, low;
};
template <int W>
TWOSCALE_INLINE WideProduct<W> multiply_wide(std::uint32_t constant, Pack<std::uint32_t, W> a) {
  WideProduct<W> out;
#if defined(__AVX2__)
  if constexpr (W % 8 == 0) {
    // vpmuludq multiplies the even lanes; the odd ones are shifted down, multiplied, blended back.
    const __m256i factor = _mm256_set1_epi32(static_cast<int>(constant));
    for (int p = 0; p < a.kParts; ++p) {
      const auto v = __builtin_bit_cast(__m256i, a.part[p]);
      const __m256i even = _mm256_mul_epu32(v, factor);
      const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(v, 32), factor);
      using Part = typename Pack<std::uint32_t, W>::Part;
      out.high.part[p] = __builtin_bit_cast(Part, _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA));
      out.low.part[p] = __builtin_bit_cast(Part, _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA));
    }
    return out;
  }
#endif
  for (int i = 0; i < W; ++i) {
    const std::uint64_t product = std::uint64_t{constant} * a.lane(i);
    out.high.set_lane(i, static_cast<std::uint32_t>(product >> 32));
    out.low.set_lane(i, static_cast<std::uint32_t>(product));
  }
  return out;
}

template <class T>
inline constexpr bool kIsPack = false;
template <class T, int W>
inline constexpr bool kIsPack<Pack<T, W>> = true;

/// The plain number: a pack of one lane, so that scalar and batched runs share every bit.
using Real = Pack<double, 1>;

}  // namespace twoscale
