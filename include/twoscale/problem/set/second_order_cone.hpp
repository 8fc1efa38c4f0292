#pragma once
// SecondOrderCone: |(v_1, v_2, ...)| <= slope v_0. Friction, bounds on a norm that is itself a variable.

#include <cmath>
#include <limits>

#include <twoscale/core/vector.hpp>

namespace twoscale {

class SecondOrderCone {
 public:
  explicit SecondOrderCone(double slope = 1.0) : slope_(slope) {
    if (!(slope > 0) || std::isinf(slope))
      throw Error::field("second-order cone slope", to_text(slope), "above 0 and finite");
  }

  /// Onto the apex, or onto the ray through it that is nearest.
  template <class V>
  void project(V& v) const {
    using S = std::remove_cvref_t<decltype(v[0])>;
    const S height = v[0], length = length_of_rest(v);
    // Not where a number is no longer finite: it stays so, and is reported.
    const auto outside = (length > S(slope_) * height) & (height - height == S(0.0));
    if (!any(outside)) return;
    const S nearest = max(S(0.0), (height + slope_ * length) / (1 + slope_ * slope_));
    const S factor = where(length > S(0.0), slope_ * nearest / length, S(0.0));
    v[0] = where(outside, nearest, v[0]);
    for (int i = 1; i < v.size(); ++i) v[i] = where(outside, v[i] * factor, v[i]);
  }

  double diameter(int) const { return std::numeric_limits<double>::infinity(); }

 private:
  /// Over the largest of them, so that far points have a length, too.
  template <class V>
  static auto length_of_rest(const V& v) {
    using S = std::remove_cvref_t<decltype(v[0])>;
    S largest(0.0), sum(0.0);
    for (int i = 1; i < v.size(); ++i) largest = max(largest, abs(v[i]));
    const S unit = where(largest > S(0.0), largest, S(1.0));
    for (int i = 1; i < v.size(); ++i) sum = sum + v[i] / unit * (v[i] / unit);
    return unit * sqrt(sum);
  }

  double slope_;
};

}  // namespace twoscale
