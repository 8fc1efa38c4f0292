#pragma once
// Sine and cosine of one angle together, with the bits of core/elementary.hpp: one reduction serves both. Angles here
// are differences of points of two balls, so the branch for far ones is left out.

#include "pair.hpp"

namespace hand::HAND_ISA {

template <int N>
HAND_INLINE D horner(D z, const double (&c)[N]) {
  D sum = all(c[N - 1]);
  for (int i = N - 2; i >= 0; --i) sum = fma(sum, z, all(c[i]));
  return sum;
}

/// The polynomial of the quadrant, with its sign.
HAND_INLINE D of_quadrant(I quadrant, D sine, D cosine) {
  const D value = pick(bit_clear(quadrant, 1), sine, cosine);
  return pick(bit_clear(quadrant, 2), value, -value);
}

HAND_INLINE void sine_and_cosine(D x, D& sine_out, D& cosine_out) {
  const D magic = all(6755399441055744.0);  // 1.5 * 2^52: the sum's low bits are the whole number
  const D shifted = x * all(6.36619772367581382433e-01) + magic;
  const D n = shifted - magic;
  const I quadrant = as_words(shifted);  // the bits of magic above bit 1 do not matter
  D r = fma(n, all(-1.57079632673412561417e+00), x);
  r = fma(n, all(-6.07710050630396597660e-11), r);
  r = fma(n, all(-2.02226624879595063154e-21), r);
  const D z = r * r;
  static constexpr double kSin[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                    -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                    -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  static constexpr double kCos[] = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                    2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                    2.08757232129817482790e-09, -1.13596475577881948265e-11};
  const D sine = fma(r * z, horner(z, kSin), r);
  const D cosine = fma(z * z, horner(z, kCos), fma(z, all(-0.5), all(1.0)));
  sine_out = of_quadrant(quadrant, sine, cosine);
  cosine_out = of_quadrant(add_long(quadrant, low_words(1)), sine, cosine);
}

struct Angle {
  Pair sine, cosine;
};
HAND_INLINE Angle angle_of(const Pair& x) {
  Angle out;
  for (int h = 0; h < 2; ++h) sine_and_cosine(x.half[h], out.sine.half[h], out.cosine.half[h]);
  return out;
}

}  // namespace hand::HAND_ISA
