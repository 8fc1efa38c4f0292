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
    const S square = centre_.empty() ? sum_of_squares(v) : sum_of_squares(shifted(v));
    // Not <=, so that a lane that is no longer finite stays so and is reported.
    const auto outside = square > S(radius_ * radius_);
    if (any(outside)) [[unlikely]]
      v = shrunk(v, square, outside);
  }

  double diameter(int) const { return 2 * radius_; }
  double radius() const { return radius_; }

 private:
  /// v may be a vector or a part of one.
  template <class V>
  TWOSCALE_INLINE static auto sum_of_squares(const V& v) {
    constexpr int kSize = [] {
      if constexpr (requires { V::kSize; }) return V::kSize;
      else return kDynamic;
    }();
    auto sum = v[0] * v[0];
    unrolled<kSize>(v.size(), [&](int i) TWOSCALE_INLINE_LAMBDA {
      if (i > 0) sum = sum + v[i] * v[i];
    });
    return sum;
  }
  template <class V>
  auto shifted(const V& v) const {
    detail::require_same_size(static_cast<int>(centre_.size()), v.size());
    Vector<std::remove_cvref_t<decltype(v[0])>> out(v.size());
    for (int i = 0; i < v.size(); ++i) out[i] = v[i] - centre_[i];
    return out;
  }
  double offset(int i) const { return centre_.empty() ? 0.0 : centre_[i]; }

  /// Kept out of the kernels, since most steps stay inside; on a copy, so that v itself may be kept in registers.
  template <class V, class S, class Mask>
  [[gnu::noinline]] V shrunk(V v, const S& square, const Mask& outside) const {
    S length = sqrt(square);
    if (any(square > S(std::numeric_limits<double>::max()))) [[unlikely]]
      length = scaled_length(v);
    const S factor = S(radius_) / length;
    for (int i = 0; i < v.size(); ++i) v[i] = where(outside, S(offset(i)) + (v[i] - offset(i)) * factor, v[i]);
    return v;
  }

  /// For points so far away that their square is no number.
  template <class V>
  auto scaled_length(const V& v) const {
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
