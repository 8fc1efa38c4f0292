#pragma once
// The two instruction sets the hand-written kernels are compiled for, under one set of names: AVX-512 (x86-64-v4) with
// 16 lanes, AVX2 (x86-64-v3) with 8. A pack is one register of floats or words and two registers of doubles.
//
// Everything lives in a namespace of the instruction set, so that no function of one is linked into the other.

#include <immintrin.h>

#include <cstdint>

#define HAND_INLINE [[gnu::always_inline]] inline

#if defined(__AVX512F__)
#define HAND_ISA v4
#else
#define HAND_ISA v3
#endif

namespace hand::HAND_ISA {

#if defined(__AVX512F__)

using F = __m512;   // a pack of floats
using I = __m512i;  // a pack of words, or half a pack of 64-bit elements
using D = __m512d;  // half a pack of doubles
inline constexpr int kLanes = 16;
inline constexpr int kLockstep = 2, kTogether = 4;

HAND_INLINE F load(const float* from) { return _mm512_load_ps(from); }
HAND_INLINE void store(float* to, F a) { _mm512_store_ps(to, a); }
HAND_INLINE D load(const double* from) { return _mm512_load_pd(from); }
HAND_INLINE void store(double* to, D a) { _mm512_store_pd(to, a); }
/// Half a pack of floats as doubles. From memory, where widening needs no shuffle.
HAND_INLINE D widen(const float* from) { return _mm512_cvtps_pd(_mm256_load_ps(from)); }

HAND_INLINE F all(float a) { return _mm512_set1_ps(a); }
HAND_INLINE D all(double a) { return _mm512_set1_pd(a); }
HAND_INLINE I words(std::uint32_t a) { return _mm512_set1_epi32(static_cast<int>(a)); }
HAND_INLINE I low_words(std::uint32_t a) { return _mm512_set1_epi64(a); }

HAND_INLINE F fma(F a, F b, F c) { return _mm512_fmadd_ps(a, b, c); }
HAND_INLINE D fma(D a, D b, D c) { return _mm512_fmadd_pd(a, b, c); }
HAND_INLINE F root(F a) { return _mm512_sqrt_ps(a); }
HAND_INLINE D root(D a) { return _mm512_sqrt_pd(a); }
HAND_INLINE F to_float(I a) { return _mm512_cvtepi32_ps(a); }
HAND_INLINE F as_float(I a) { return _mm512_castsi512_ps(a); }
HAND_INLINE I as_words(F a) { return _mm512_castps_si512(a); }
HAND_INLINE I as_words(D a) { return _mm512_castpd_si512(a); }

HAND_INLINE I multiply(I a, I b) { return _mm512_mul_epu32(a, b); }
HAND_INLINE I high(I product) { return _mm512_shuffle_epi32(product, static_cast<_MM_PERM_ENUM>(0xF5)); }
HAND_INLINE I high_too(I product) { return _mm512_shuffle_epi32(product, static_cast<_MM_PERM_ENUM>(0xF5)); }
HAND_INLINE I bit_xor(I a, I b) { return _mm512_xor_si512(a, b); }
HAND_INLINE I bit_xor(I a, I b, I c) { return _mm512_ternarylogic_epi64(a, b, c, 0x96); }
HAND_INLINE I bit_and(I a, I b) { return _mm512_and_si512(a, b); }
HAND_INLINE I subtract(I a, I b) { return _mm512_sub_epi32(a, b); }
HAND_INLINE I add_long(I a, I b) { return _mm512_add_epi64(a, b); }
template <int N>
HAND_INLINE I right(I a) {
  return _mm512_srli_epi32(a, N);
}
template <int N>
HAND_INLINE I left(I a) {
  return _mm512_slli_epi32(a, N);
}
/// The low (high) words of two half packs as one pack.
HAND_INLINE I merge_low(I a, I b) { return as_words(_mm512_shuffle_ps(as_float(a), as_float(b), 0x88)); }
HAND_INLINE I merge_high(I a, I b) { return as_words(_mm512_shuffle_ps(as_float(a), as_float(b), 0xDD)); }

/// a with its sign flipped where the top bit of `sign` is set.
HAND_INLINE F flip(F a, I sign, I top) { return as_float(_mm512_ternarylogic_epi32(as_words(a), sign, top, 0x78)); }

using Mask = __mmask8;
HAND_INLINE Mask above(D a, D b) { return _mm512_cmp_pd_mask(b, a, _CMP_LT_OQ); }
HAND_INLINE bool any(Mask a, Mask b) { return (a | b) != 0; }
HAND_INLINE D pick(Mask mask, D a, D b) { return _mm512_mask_blend_pd(mask, b, a); }
HAND_INLINE Mask bit_clear(I a, long long bit) { return _mm512_testn_epi64_mask(a, _mm512_set1_epi64(bit)); }

#else

using F = __m256;
using I = __m256i;
using D = __m256d;
inline constexpr int kLanes = 8;
inline constexpr int kLockstep = 4, kTogether = 4;

HAND_INLINE F load(const float* from) { return _mm256_load_ps(from); }
HAND_INLINE void store(float* to, F a) { _mm256_store_ps(to, a); }
HAND_INLINE D load(const double* from) { return _mm256_load_pd(from); }
HAND_INLINE void store(double* to, D a) { _mm256_store_pd(to, a); }
HAND_INLINE D widen(const float* from) { return _mm256_cvtps_pd(_mm_load_ps(from)); }

HAND_INLINE F all(float a) { return _mm256_set1_ps(a); }
HAND_INLINE D all(double a) { return _mm256_set1_pd(a); }
HAND_INLINE I words(std::uint32_t a) { return _mm256_set1_epi32(static_cast<int>(a)); }
HAND_INLINE I low_words(std::uint32_t a) { return _mm256_set1_epi64x(a); }

HAND_INLINE F fma(F a, F b, F c) { return _mm256_fmadd_ps(a, b, c); }
HAND_INLINE D fma(D a, D b, D c) { return _mm256_fmadd_pd(a, b, c); }
HAND_INLINE F root(F a) { return _mm256_sqrt_ps(a); }
HAND_INLINE D root(D a) { return _mm256_sqrt_pd(a); }
HAND_INLINE F to_float(I a) { return _mm256_cvtepi32_ps(a); }
HAND_INLINE F as_float(I a) { return _mm256_castsi256_ps(a); }
HAND_INLINE I as_words(F a) { return _mm256_castps_si256(a); }
HAND_INLINE I as_words(D a) { return _mm256_castpd_si256(a); }

HAND_INLINE I multiply(I a, I b) { return _mm256_mul_epu32(a, b); }
HAND_INLINE I high(I product) { return _mm256_srli_epi64(product, 32); }
HAND_INLINE I high_too(I product) { return _mm256_shuffle_epi32(product, 0xF5); }
HAND_INLINE I bit_xor(I a, I b) { return _mm256_xor_si256(a, b); }
HAND_INLINE I bit_xor(I a, I b, I c) { return _mm256_xor_si256(_mm256_xor_si256(b, c), a); }
HAND_INLINE I bit_and(I a, I b) { return _mm256_and_si256(a, b); }
HAND_INLINE I subtract(I a, I b) { return _mm256_sub_epi32(a, b); }
HAND_INLINE I add_long(I a, I b) { return _mm256_add_epi64(a, b); }
template <int N>
HAND_INLINE I right(I a) {
  return _mm256_srli_epi32(a, N);
}
template <int N>
HAND_INLINE I left(I a) {
  return _mm256_slli_epi32(a, N);
}
HAND_INLINE I merge_low(I a, I b) { return as_words(_mm256_shuffle_ps(as_float(a), as_float(b), 0x88)); }
HAND_INLINE I merge_high(I a, I b) { return as_words(_mm256_shuffle_ps(as_float(a), as_float(b), 0xDD)); }

HAND_INLINE F flip(F a, I sign, I top) { return as_float(bit_xor(as_words(a), bit_and(sign, top))); }

using Mask = __m256d;
HAND_INLINE Mask above(D a, D b) { return _mm256_cmp_pd(b, a, _CMP_LT_OQ); }
HAND_INLINE bool any(Mask a, Mask b) { return _mm256_movemask_pd(_mm256_or_pd(a, b)) != 0; }
HAND_INLINE D pick(Mask mask, D a, D b) { return _mm256_blendv_pd(b, a, mask); }
HAND_INLINE Mask bit_clear(I a, long long bit) {
  return _mm256_castsi256_pd(_mm256_cmpeq_epi64(bit_and(a, _mm256_set1_epi64x(bit)), _mm256_setzero_si256()));
}

#endif

}  // namespace hand::HAND_ISA
