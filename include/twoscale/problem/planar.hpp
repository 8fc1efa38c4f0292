#pragma once
// Rotation: a turn of the plane, the non-expansive map of most worked examples.

#include <twoscale/core/elementary.hpp>
#include <twoscale/core/vector.hpp>

namespace twoscale {

/// R_theta y as y + (R_theta - I) y with cos(theta) - 1 = -2 sin^2(theta/2): for a small angle the map stays
/// a rotation to the last bit that matters, over a million steps too.
struct Rotation {
  double cosine_less_one = 0, sine = 0;

  Rotation() = default;
  explicit Rotation(double theta) {
    const double half = sin(Real(theta / 2)).lane(0);
    cosine_less_one = -2 * half * half;
    sine = sin(Real(theta)).lane(0);
  }

  template <class Y>
  TWOSCALE_INLINE Y operator()(const Y& y) const {
    return {y[0] + (cosine_less_one * y[0] - sine * y[1]), y[1] + (cosine_less_one * y[1] + sine * y[0])};
  }
};

}  // namespace twoscale
