#pragma once
// Ball: |v - centre| <= radius. A disk, when there are two coordinates.

#include <cmath>
#include <limits>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

class Ball {
 public:
  /// An empty centre is the origin of any dimension.
  explicit Ball(double radius, std::vector<double> centre = {}) : radius_(radius), centre_(std::move(centre)) {
    if (!(radius >= 0) || std::isinf(radius))
      throw Error::field("ball radius", to_text(radius), "at least 0, or the set is empty");
    for (double value : centre_)
      if (!std::isfinite(value)) throw Error::field("ball centre", to_text(value), "finite");
  }

  template <class V>
  TWOSCALE_INLINE void project(V& v) const {
    using S = std::remove_cvref_t<decltype(v[0])>;
    const S square = squared_distance(v);
    // Not <=, so that a lane that is no longer finite stays so and is reported.
    const auto outside = square > S(radius_ * radius_);
    if (any(outside)) [[unlikely]]
      shrink(v, square, outside);
  }

  double diameter(int) const { return 2 * radius_; }
  double radius() const { return radius_; }

 private:
  /// From v, a vector or a part of one, to the centre.
  template <class V>
  TWOSCALE_INLINE auto squared_distance(const V& v) const {
    if (centre_.empty()) return sum_of_squares<V>(v.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { return v[i]; });
    detail::require_same_size(static_cast<int>(centre_.size()), v.size());
    return sum_of_squares<V>(v.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { return v[i] - centre_[i]; });
  }
  template <class V, class At>
  TWOSCALE_INLINE static auto sum_of_squares(int size, const At& at) {
    constexpr int kSize = [] {
      if constexpr (requires { V::kSize; }) return V::kSize;
      else return kDynamic;
    }();
    const auto first = at(0);
    auto sum = first * first;
    unrolled<kSize>(size, [&](int i) TWOSCALE_INLINE_LAMBDA {
      if (i == 0) return;
      const auto value = at(i);
      sum = sum + value * value;
    });
    return sum;
  }
  double offset(int i) const { return centre_.empty() ? 0.0 : centre_[i]; }

  /// In the kernel: no rare case where a run starts, or ends, near the boundary.
  template <class V, class S, class Mask>
  TWOSCALE_INLINE void shrink(V& v, const S& square, const Mask& outside) const {
    S length = sqrt(square);
    if (any(square > S(std::numeric_limits<double>::max()))) [[unlikely]]
      length = scaled_length(v);
    const S factor = S(radius_) / length;
    for (int i = 0; i < v.size(); ++i) v[i] = where(outside, S(offset(i)) + (v[i] - offset(i)) * factor, v[i]);
  }

  /// For points so far away that their square is no number. On a copy, so that v itself may be kept in
  /// registers, and pure, so that the compiler knows that nothing else changes.
  template <class V>
  [[gnu::noinline, gnu::cold, gnu::pure]] auto scaled_length(V v) const {
    auto largest = abs(v[0] - offset(0));
    for (int i = 1; i < v.size(); ++i) largest = max(largest, abs(v[i] - offset(i)));
    auto sum = 0.0 * largest;
    for (int i = 0; i < v.size(); ++i) {
      const auto part = (v[i] - offset(i)) / largest;
      sum = sum + part * part;
    }
    return largest * sqrt(sum);
  }

  double radius_;
  std::vector<double> centre_;
};

}  // namespace twoscale
