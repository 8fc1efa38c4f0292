#pragma once
// Affine: the solutions of linear equations M v = b. Halfspace: normal . v <= bound.

#include <cmath>
#include <limits>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

class Affine {
 public:
  /// One row of M and one entry of b per equation. Dependent equations are dropped, contradictory
  /// ones are refused.
  Affine(const std::vector<std::vector<double>>& rows, const std::vector<double>& right_side);

  /// v - Q^T (Q v - c) with orthonormal rows Q.
  template <class V>
  void project(V& v) const {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      detail::require_same_size(static_cast<int>(rows_[r].size()), v.size());
      auto excess = v[0] * rows_[r][0];
      for (int i = 1; i < v.size(); ++i) excess = excess + v[i] * rows_[r][i];
      excess = excess - right_side_[r];
      for (int i = 0; i < v.size(); ++i) v[i] = v[i] - excess * rows_[r][i];
    }
  }

  double diameter(int dimension) const {
    return static_cast<int>(rows_.size()) >= dimension ? 0.0 : std::numeric_limits<double>::infinity();
  }

 private:
  std::vector<std::vector<double>> rows_;
  std::vector<double> right_side_;
};

class Halfspace {
 public:
  Halfspace(std::vector<double> normal, double bound);

  template <class V>
  void project(V& v) const {
    detail::require_same_size(static_cast<int>(normal_.size()), v.size());
    auto excess = v[0] * normal_[0];
    for (int i = 1; i < v.size(); ++i) excess = excess + v[i] * normal_[i];
    excess = excess - bound_;
    using S = std::remove_cvref_t<decltype(excess)>;
    const auto outside = excess > S(0.0);
    if (!any(outside)) return;
    for (int i = 0; i < v.size(); ++i) v[i] = where(outside, v[i] - excess * normal_[i], v[i]);
  }

  double diameter(int) const { return std::numeric_limits<double>::infinity(); }

 private:
  std::vector<double> normal_;  // of length one, or zero when every point is inside
  double bound_;
};

}  // namespace twoscale
