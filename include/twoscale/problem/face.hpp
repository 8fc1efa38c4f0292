#pragma once
// Face: the projection onto a set near one point, and its derivative there.
//
//   D v = d/dt Proj[w + t v] at t = 0
//
// For a polyhedron D is the orthogonal projection onto the face that Proj[w] lies in, for every w but those on a seam
// between two faces. It is symmetric, as the second derivative of a convex function, so that D p serves a row p of P.
// By a one-sided difference over 2^-22 of w's length: of a polyhedron exact up to rounding, 1e-9 of v; of a curved set
// up to 2^-22 of its curvature. Any set with project(v) will do. Lanes in which nothing was projected have D v = v, to
// the bit.

#include <twoscale/core/elementary.hpp>
#include <twoscale/core/vector.hpp>

namespace twoscale {

template <class Set, class V>
class Face {
 public:
  using S = typename V::Element;

  TWOSCALE_INLINE Face(const Set& set, const V& point) : set_(set), point_(point), nearest_(point) {
    set_.project(nearest_);
    S apart(0.0);
    for (int i = 0; i < point.size(); ++i) apart = apart + where(nearest_[i] == point[i], S(0.0), S(1.0));
    moved_ = where(apart > S(0.0), S(1.0), S(0.0));
  }

  /// Proj[w].
  const V& nearest() const { return nearest_; }
  /// Whether some lane was projected at all.
  TWOSCALE_INLINE bool is_active() const { return any(moved_ > S(0.0)); }

  /// D v.
  V along(const V& v) const {
    constexpr double kShare = 0x1p-22;
    const S length = norm(v), scale = norm(point_);
    const S step = where(length > S(0.0), kShare * where(scale > S(0.0), scale, S(1.0)) / length, S(1.0));
    V there = point_ + step * v;
    set_.project(there);
    V out(v.size());
    for (int i = 0; i < v.size(); ++i) out[i] = where(moved_ > S(0.0), (there[i] - nearest_[i]) / step, v[i]);
    return out;
  }

 private:
  const Set& set_;
  V point_, nearest_;
  S moved_;  // 1 in the lanes where Proj[w] is not w
};

}  // namespace twoscale
