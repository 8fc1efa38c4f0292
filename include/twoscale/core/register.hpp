#pragma once
// One machine register of lanes, and the few operations that need to know the instruction set. Everything else is the
// compiler's vector extensions (core/pack.hpp).

#include <algorithm>
#include <cstdint>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define TWOSCALE_INLINE [[gnu::always_inline]] inline
#define TWOSCALE_INLINE_LAMBDA __attribute__((always_inline))

// What is built on registers follows the instruction set, in its alignment too. The kinds have names of their own, so
// that code compiled for one never meets the other's in a program that holds both.
#if defined(__AVX512F__)
#define TWOSCALE_INSTRUCTION_SET avx512
#else
#define TWOSCALE_INSTRUCTION_SET avx2
#endif

namespace twoscale {
inline namespace TWOSCALE_INSTRUCTION_SET {

/// Registers of at most this many bytes: the compiler lowers wider vectors lane by lane (GCC 12 for AVX2, single-loop
/// on rotor-curved: about 3.5 times slower with 64 here than with 32).
#if defined(__AVX512F__)
inline constexpr int kRegisterBytes = 64;
#else
inline constexpr int kRegisterBytes = 32;
#endif

namespace registers {

template <class T, int Lanes>
struct Register {
  typedef T type __attribute__((vector_size(sizeof(T) * Lanes)));
};
template <class T>
struct Register<T, 1> {
  using type = T;
};

/// How many of W lanes one register takes.
template <class T, int W>
inline constexpr int kLanesPerPart = std::min(W, kRegisterBytes / static_cast<int>(sizeof(T)));

/// Is any bit set?
template <class Part>
TWOSCALE_INLINE bool any(const Part& bits) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Part) == 64) {
    const auto wide = __builtin_bit_cast(__m512i, bits);
    return _mm512_test_epi64_mask(wide, wide) != 0;
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(Part) == 32) {
    const auto wide = __builtin_bit_cast(__m256i, bits);
    return _mm256_testz_si256(wide, wide) == 0;
  }
#endif
  if constexpr (std::is_integral_v<Part>) return bits != 0;
  else {
    auto lane = bits[0];
    for (int i = 1; i < static_cast<int>(sizeof(Part) / sizeof(lane)); ++i) lane |= bits[i];
    return lane != 0;
  }
}

/// One operation on every lane, one after the other.
template <class Op, class Part, class... Rest>
TWOSCALE_INLINE Part lane_by_lane(const Op& op, const Part& first, const Rest&... rest) {
  if constexpr (std::is_arithmetic_v<Part>) return op(first, rest...);
  else {
    Part out = first;
    for (int i = 0; i < static_cast<int>(sizeof(Part) / sizeof(out[0])); ++i) out[i] = op(first[i], rest[i]...);
    return out;
  }
}

/// x * y + z with one rounding.
template <class T, class Part>
TWOSCALE_INLINE Part fma(const Part& x, const Part& y, const Part& z) {
  constexpr bool kDouble = std::is_same_v<T, double>;
#if defined(__AVX512F__)
  if constexpr (sizeof(Part) == 64 && kDouble) return _mm512_fmadd_pd(x, y, z);
  else if constexpr (sizeof(Part) == 64) return _mm512_fmadd_ps(x, y, z);
  else
#endif
#if defined(__FMA__)
      if constexpr (sizeof(Part) == 32 && kDouble)
    return _mm256_fmadd_pd(x, y, z);
  else if constexpr (sizeof(Part) == 32) return _mm256_fmadd_ps(x, y, z);
  else
#endif
    return lane_by_lane(
        [](T a, T b, T c) -> T {
          if constexpr (kDouble) return __builtin_fma(a, b, c);
          else return __builtin_fmaf(a, b, c);
        },
        x, y, z);
}

template <class T, class Part>
TWOSCALE_INLINE Part sqrt(const Part& x) {
  constexpr bool kDouble = std::is_same_v<T, double>;
#if defined(__AVX512F__)
  if constexpr (sizeof(Part) == 64 && kDouble) return _mm512_sqrt_pd(x);
  else if constexpr (sizeof(Part) == 64) return _mm512_sqrt_ps(x);
  else
#endif
#if defined(__AVX__)
      if constexpr (sizeof(Part) == 32 && kDouble)
    return _mm256_sqrt_pd(x);
  else if constexpr (sizeof(Part) == 32) return _mm256_sqrt_ps(x);
  else
#endif
    return lane_by_lane(
        [](T a) -> T {
          if constexpr (kDouble) return __builtin_sqrt(a);
          else return __builtin_sqrtf(a);
        },
        x);
}

/// Lane-wise conversion to registers of as many lanes.
template <class To, class From>
TWOSCALE_INLINE To convert(const From& from) {
#if defined(__AVX512F__)
  // GCC 12 takes these two apart and puts them together again.
  if constexpr (sizeof(To) == 64 && sizeof(From) == 32) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(from[0])>, float>)
      return __builtin_bit_cast(To, _mm512_cvtps_pd(__builtin_bit_cast(__m256, from)));
    else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(from[0])>, std::int32_t>)
      return __builtin_bit_cast(To, _mm512_cvtepi32_pd(__builtin_bit_cast(__m256i, from)));
    else return __builtin_convertvector(from, To);
  } else
#endif
    return __builtin_convertvector(from, To);
}

/// The 64-bit products of the even 32-bit lanes with a constant; what stands in the odd lanes does not matter.
template <class Part>
TWOSCALE_INLINE Part multiply_even(const Part& x, std::uint32_t constant) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Part) == 64)
    return __builtin_bit_cast(
        Part, _mm512_mul_epu32(__builtin_bit_cast(__m512i, x), _mm512_set1_epi64(static_cast<long long>(constant))));
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(Part) == 32)
    return __builtin_bit_cast(
        Part, _mm256_mul_epu32(__builtin_bit_cast(__m256i, x), _mm256_set1_epi64x(static_cast<long long>(constant))));
#endif
  return (x & 0xffffffffU) * constant;
}

/// The upper halves of 64-bit lanes in the lower ones; what stands above does not matter.
template <class Part>
TWOSCALE_INLINE Part upper_half(const Part& x) {
#if defined(__AVX512F__)
  // A shuffle, because shifts of this size share a port with the products.
  if constexpr (sizeof(Part) == 64)
    return __builtin_bit_cast(Part, _mm512_shuffle_epi32(__builtin_bit_cast(__m512i, x), _MM_PERM_DDBB));
#endif
  return x >> 32;
}

/// The lower halves of the 64-bit lanes of both, in turn: low[0] of even, low[0] of odd, low[1] of even, ...
template <class Part>
TWOSCALE_INLINE Part join_lower(const Part& even, const Part& odd) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Part) == 64)
    return __builtin_bit_cast(Part, _mm512_mask_shuffle_epi32(__builtin_bit_cast(__m512i, even), 0xAAAA,
                                                              __builtin_bit_cast(__m512i, odd), _MM_PERM_CCAA));
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(Part) == 32)
    return __builtin_bit_cast(
        Part, _mm256_blend_epi32(__builtin_bit_cast(__m256i, even), __builtin_bit_cast(__m256i, odd << 32), 0xAA));
#endif
  return (even & 0xffffffffU) | (odd << 32);
}
/// The upper halves, in the same way.
template <class Part>
TWOSCALE_INLINE Part join_upper(const Part& even, const Part& odd) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Part) == 64)
    return __builtin_bit_cast(Part, _mm512_mask_shuffle_epi32(__builtin_bit_cast(__m512i, odd), 0x5555,
                                                              __builtin_bit_cast(__m512i, even), _MM_PERM_DDBB));
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(Part) == 32)
    return __builtin_bit_cast(
        Part, _mm256_blend_epi32(__builtin_bit_cast(__m256i, even >> 32), __builtin_bit_cast(__m256i, odd), 0xAA));
#endif
  return (even >> 32) | (odd & 0xffffffff00000000U);
}

}  // namespace registers
}  // namespace TWOSCALE_INSTRUCTION_SET
}  // namespace twoscale
