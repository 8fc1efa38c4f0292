#pragma once
// Pack<T, W>: W replicas side by side, one per SIMD lane, behaving like one number.
//
// Problem functions are written once and run on packs; a pack of one lane is the plain number.
// Built on the compiler's vector extensions: every operation is one IEEE operation per lane, so a
// lane's bits do not depend on W or on what the other lanes hold.

#include <cstdint>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define TWOSCALE_INLINE [[gnu::always_inline]] inline

namespace twoscale {

namespace detail {

template <class T, int W>
struct NativeVector {
  typedef T type __attribute__((vector_size(sizeof(T) * W)));
};
template <class T>
struct NativeVector<T, 1> {
  using type = T;
};

template <class T>
using SameSizeInt = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

}  // namespace detail

/// What a comparison of packs gives: bool for one lane, all-ones or zero per lane otherwise.
template <class T, int W>
struct MaskOf {
  using type = typename detail::NativeVector<detail::SameSizeInt<T>, W>::type;
};
template <class T>
struct MaskOf<T, 1> {
  using type = bool;
};

template <class T, int W>
struct Pack {
  static_assert(W >= 1 && (W & (W - 1)) == 0, "a pack holds a power of two of lanes");
  using Native = typename detail::NativeVector<T, W>::type;
  using Mask = typename MaskOf<T, W>::type;
  static constexpr int kWidth = W;

  Native native;

  TWOSCALE_INLINE Pack() : native{} {}
  TWOSCALE_INLINE Pack(T value) : native(broadcast(value)) {}  // NOLINT: numbers are packs
  TWOSCALE_INLINE static Pack from_native(Native value) {
    Pack p;
    p.native = value;
    return p;
  }

  TWOSCALE_INLINE T lane(int i) const {
    if constexpr (W == 1) return native;
    else return native[i];
  }
  TWOSCALE_INLINE void set_lane(int i, T value) {
    if constexpr (W == 1) native = value;
    else native[i] = value;
  }

  TWOSCALE_INLINE friend Pack operator+(Pack a, Pack b) { return from_native(a.native + b.native); }
  TWOSCALE_INLINE friend Pack operator-(Pack a, Pack b) { return from_native(a.native - b.native); }
  TWOSCALE_INLINE friend Pack operator*(Pack a, Pack b) { return from_native(a.native * b.native); }
  TWOSCALE_INLINE friend Pack operator/(Pack a, Pack b) { return from_native(a.native / b.native); }
  TWOSCALE_INLINE friend Pack operator-(Pack a) { return from_native(-a.native); }
  TWOSCALE_INLINE friend Pack operator+(Pack a) { return a; }

  TWOSCALE_INLINE friend Pack operator^(Pack a, Pack b)
    requires std::is_integral_v<T>
  {
    return from_native(a.native ^ b.native);
  }
  TWOSCALE_INLINE friend Pack operator&(Pack a, Pack b)
    requires std::is_integral_v<T>
  {
    return from_native(a.native & b.native);
  }
  TWOSCALE_INLINE friend Pack operator|(Pack a, Pack b)
    requires std::is_integral_v<T>
  {
    return from_native(a.native | b.native);
  }
  TWOSCALE_INLINE friend Pack operator>>(Pack a, int bits)
    requires std::is_integral_v<T>
  {
    return from_native(a.native >> bits);
  }
  TWOSCALE_INLINE friend Pack operator<<(Pack a, int bits)
    requires std::is_integral_v<T>
  {
    return from_native(a.native << bits);
  }

  TWOSCALE_INLINE Pack& operator+=(Pack b) { return *this = *this + b; }
  TWOSCALE_INLINE Pack& operator-=(Pack b) { return *this = *this - b; }
  TWOSCALE_INLINE Pack& operator*=(Pack b) { return *this = *this * b; }
  TWOSCALE_INLINE Pack& operator/=(Pack b) { return *this = *this / b; }

  TWOSCALE_INLINE friend Mask operator<(Pack a, Pack b) { return a.native < b.native; }
  TWOSCALE_INLINE friend Mask operator>(Pack a, Pack b) { return a.native > b.native; }
  TWOSCALE_INLINE friend Mask operator<=(Pack a, Pack b) { return a.native <= b.native; }
  TWOSCALE_INLINE friend Mask operator>=(Pack a, Pack b) { return a.native >= b.native; }
  TWOSCALE_INLINE friend Mask operator==(Pack a, Pack b) { return a.native == b.native; }
  TWOSCALE_INLINE friend Mask operator!=(Pack a, Pack b) { return a.native != b.native; }

  /// a where the mask holds, b elsewhere, lane by lane; both sides are evaluated.
  TWOSCALE_INLINE friend Pack where(Mask mask, Pack a, Pack b) {
    return from_native(mask ? a.native : b.native);
  }
  TWOSCALE_INLINE friend Pack min(Pack a, Pack b) { return where(b < a, b, a); }
  TWOSCALE_INLINE friend Pack max(Pack a, Pack b) { return where(a < b, b, a); }
  TWOSCALE_INLINE friend Pack abs(Pack a) { return where(a > Pack(T(0)), a, Pack(T(0)) - a); }

 private:
  TWOSCALE_INLINE static Native broadcast(T value) {
    if constexpr (W == 1) return value;
    else return value - Native{};  // x - 0 keeps every x, the sign of zero included
  }
};

/// Does the mask hold in any lane?
template <class Mask>
TWOSCALE_INLINE bool any(const Mask& mask) {
  if constexpr (std::is_same_v<Mask, bool>) {
    return mask;
  } else {
    constexpr int lanes = sizeof(Mask) / sizeof(mask[0]);
    auto some = mask[0];
    for (int i = 1; i < lanes; ++i) some |= mask[i];
    return some != 0;
  }
}

/// Lane-wise conversion between number types, and reinterpretation of their bits.
template <class To, class From, int W>
TWOSCALE_INLINE Pack<To, W> convert(Pack<From, W> a) {
  if constexpr (W == 1) return Pack<To, W>(static_cast<To>(a.native));
  else
    return Pack<To, W>::from_native(
        __builtin_convertvector(a.native, typename Pack<To, W>::Native));
}
template <class To, class From, int W>
TWOSCALE_INLINE Pack<To, W> bit_cast(Pack<From, W> a) {
  static_assert(sizeof(To) == sizeof(From));
  return Pack<To, W>::from_native(
      __builtin_bit_cast(typename Pack<To, W>::Native, a.native));
}

namespace detail {

// One x86 instruction per register where the compiler's vector extensions have no operator; the
// lane loop is the same IEEE operation and serves every other machine.
template <class Vector, class Register, class Op, class... Rest>
TWOSCALE_INLINE Vector per_register(Op op, const Vector& first, const Rest&... rest) {
  constexpr int count = sizeof(Vector) / sizeof(Register);
  union Parts {
    Vector whole;
    Register parts[count];
  };
  Parts out{};
  auto part = [](const Vector& v, int i) {
    Parts p{v};
    return p.parts[i];
  };
  for (int i = 0; i < count; ++i) out.parts[i] = op(part(first, i), part(rest, i)...);
  return out.whole;
}

}  // namespace detail

/// a * b + c with one rounding.
template <class T, int W>
TWOSCALE_INLINE Pack<T, W> fma(Pack<T, W> a, Pack<T, W> b, Pack<T, W> c) {
  using P = Pack<T, W>;
#if defined(__FMA__)
  constexpr int kBytes = sizeof(T) * W;
  if constexpr (std::is_same_v<T, double> && kBytes % 32 == 0)
    return P::from_native(detail::per_register<typename P::Native, __m256d>(
        [](__m256d x, __m256d y, __m256d z) { return _mm256_fmadd_pd(x, y, z); }, a.native, b.native, c.native));
  else if constexpr (std::is_same_v<T, float> && kBytes % 32 == 0)
    return P::from_native(detail::per_register<typename P::Native, __m256>(
        [](__m256 x, __m256 y, __m256 z) { return _mm256_fmadd_ps(x, y, z); }, a.native, b.native, c.native));
  else
#endif
  {
    P out;
    for (int i = 0; i < W; ++i) {
      if constexpr (std::is_same_v<T, float>) out.set_lane(i, __builtin_fmaf(a.lane(i), b.lane(i), c.lane(i)));
      else out.set_lane(i, __builtin_fma(a.lane(i), b.lane(i), c.lane(i)));
    }
    return out;
  }
}

template <class T, int W>
TWOSCALE_INLINE Pack<T, W> sqrt(Pack<T, W> a) {
  using P = Pack<T, W>;
#if defined(__AVX__)
  constexpr int kBytes = sizeof(T) * W;
  if constexpr (std::is_same_v<T, double> && kBytes % 32 == 0)
    return P::from_native(detail::per_register<typename P::Native, __m256d>(
        [](__m256d x) { return _mm256_sqrt_pd(x); }, a.native));
  else if constexpr (std::is_same_v<T, float> && kBytes % 32 == 0)
    return P::from_native(detail::per_register<typename P::Native, __m256>(
        [](__m256 x) { return _mm256_sqrt_ps(x); }, a.native));
  else
#endif
  {
    P out;
    for (int i = 0; i < W; ++i) {
      if constexpr (std::is_same_v<T, float>) out.set_lane(i, __builtin_sqrtf(a.lane(i)));
      else out.set_lane(i, __builtin_sqrt(a.lane(i)));
    }
    return out;
  }
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
    using Native = typename Pack<std::uint32_t, W>::Native;
    const __m256i factor = _mm256_set1_epi32(static_cast<int>(constant));
    auto halves = [factor](__m256i v, bool high) {
      const __m256i even = _mm256_mul_epu32(v, factor);
      const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(v, 32), factor);
      return high ? _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA)
                  : _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
    };
    out.high.native = detail::per_register<Native, __m256i>([&](__m256i v) { return halves(v, true); }, a.native);
    out.low.native = detail::per_register<Native, __m256i>([&](__m256i v) { return halves(v, false); }, a.native);
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
