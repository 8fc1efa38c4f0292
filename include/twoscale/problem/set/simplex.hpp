#pragma once
// Simplex: v >= 0 with sum v = total. Mixed strategies, occupancy measures.

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

class Simplex {
 public:
  explicit Simplex(double total = 1.0) : total_(total) {
    if (!(total >= 0) || std::isinf(total))
      throw Error::field("simplex total", to_text(total), "at least 0, or the set is empty");
  }

  /// Exact, by sorting [held_wolfe_crowder_1974]; each lane on its own.
  template <class V>
  void project(V& v) const {
    using S = std::remove_cvref_t<decltype(v[0])>;
    std::vector<double> point(v.size());
    for (int lane = 0; lane < S::kWidth; ++lane) {
      for (int i = 0; i < v.size(); ++i) point[i] = v[i].lane(lane);
      const double largest = *std::max_element(point.begin(), point.end());
      for (double& value : point) value -= largest;
      const double shift = threshold(point);
      for (int i = 0; i < v.size(); ++i) {
        const double moved = point[i] - shift;
        v[i].set_lane(lane, moved < 0 ? 0.0 : moved);
      }
    }
  }

  double diameter(int dimension) const { return dimension > 1 ? total_ * std::sqrt(2.0) : 0.0; }

 private:
  /// The number t with sum max(v - t, 0) = total; NaN if the point is not finite. Measured from the largest
  /// coordinate, so that far points lose no digits.
  double threshold(std::vector<double> sorted) const {
    for (double value : sorted)
      if (!std::isfinite(value)) return std::nan("");
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double sum = 0, shift = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      sum += sorted[i];
      const double candidate = (sum - total_) / static_cast<double>(i + 1);
      if (i > 0 && sorted[i] <= candidate) break;
      shift = candidate;
    }
    return shift;
  }

  double total_;
};

}  // namespace twoscale
