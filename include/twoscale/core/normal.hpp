#pragma once
// Standard normals from random words, in single precision: IEEE operations and own polynomials only, so that the bits
// are the same everywhere. The polynomials are minimax fits; their relative errors, at most 1.5e-6, are far below what
// any number of draws could tell.

#include <cstdint>

#include <twoscale/core/horner.hpp>
#include <twoscale/core/philox.hpp>

namespace twoscale {

namespace detail {

/// -log u for u in (0, 1], never negative, zero at one. u = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)).
template <int W>
TWOSCALE_INLINE Pack<float, W> minus_log(const Pack<float, W>& u) {
  using F = Pack<float, W>;
  using I = Pack<std::int32_t, W>;
  const I bits = bit_cast<std::int32_t>(u);
  const I k = (bits - I(0x3f3504f3)) & I(~0x007fffff);  // times 2^23
  const F f = bit_cast<float>(bits - k) - F(1.0F);
  static constexpr float kLog[] = {-1.000001F,   0.50001115F, -0.33314508F, 0.24909744F,
                                   -0.20496328F, 0.18667854F, -0.11896108F};      // -log(1 + f) / f, to 1.1e-6
  return fma(convert<float>(k), F(-8.262958405176314e-8F), f * horner(f, kLog));  // log(2) / 2^23
}

/// In (0, 1], from 31 bits.
template <int W>
TWOSCALE_INLINE Pack<float, W> unit_float(const Words<W>& word) {
  using F = Pack<float, W>;
  return fma(convert<float>(bit_cast<std::int32_t>(word >> 1)), F(4.656612873077393e-10F), F(2.3283064365386963e-10F));
}

}  // namespace detail

template <int W>
struct NormalPair {
  Pack<float, W> first, second;
};

/// Two independent standard normals by the method of Box and Muller [box_muller_1958]; at most 6.66 in size.
template <int W>
TWOSCALE_INLINE NormalPair<W> normal_pair(const Words<W>& radius_word, const Words<W>& angle_word) {
  using F = Pack<float, W>;
  const F radius = sqrt(detail::minus_log(detail::unit_float<W>(radius_word)));  // 1/sqrt(2) of Box-Muller's
  // An angle in +-pi/4 turned by pi/4 fills one quadrant: (c - s, c + s). The two lowest bits give the signs.
  const F a = convert<float>(bit_cast<std::int32_t>(angle_word)) * F(3.657295198167899e-10F);  // pi/4 / 2^31
  const F z = a * a;
  static constexpr float kSin[] = {0.9999985F, -0.16662382F, 0.008150057F};                  // sin(a) / a, to 1.5e-6
  static constexpr float kCos[] = {0.99999994F, -0.49999842F, 0.04165442F, -0.0013579404F};  // to 3.3e-8
  const F s = a * detail::horner(z, kSin);
  const F c = detail::horner(z, kCos);
  const Words<W> sign0 = angle_word << 31, sign1 = (angle_word << 30) & Words<W>(0x80000000U);
  return {bit_cast<float>(bit_cast<std::uint32_t>(radius * (c - s)) ^ sign0),
          bit_cast<float>(bit_cast<std::uint32_t>(radius * (c + s)) ^ sign1)};
}

/// A normal cut at three standard deviations and scaled back to variance one: at most 3.0409 in size. By inversion:
/// sqrt(2) erfinv(t) = t q(-log(1 - t^2)) with t uniform.
template <int W>
TWOSCALE_INLINE Pack<float, W> truncated_normal(const Words<W>& word) {
  using F = Pack<float, W>;
  const F whole = convert<float>(bit_cast<std::int32_t>(word));
  const F t = fma(whole, F(4.644041e-10F), F(2.3220205e-10F));  // erf(3 / sqrt(2)) / 2^31
  const F w = detail::minus_log(fma(-t, t, F(1.0F)));
  static constexpr float kQuantile[] = {1.270364F,       0.33259264F,    0.016493944F,    -0.0032288316F,
                                        -0.00029492928F, 0.00012349706F, -1.2734112e-05F, 4.6867592e-07F};  // to 2.9e-7
  return t * detail::horner(w, kQuantile);
}

}  // namespace twoscale
