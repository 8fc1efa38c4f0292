#pragma once
// Simplex: v >= 0 with sum v = total. Mixed strategies, occupancy measures.

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

namespace detail {

/// max(v - t, 0) with the number t that makes the sum over a point's coordinates a total; by sorting
/// [held_wolfe_crowder_1974]. Measured from the largest coordinate, so that far points lose no digits. NaN if the point
/// is not finite.
class SimplexCut {
 public:
  SimplexCut(std::vector<double> point, double total) : largest_(*std::max_element(point.begin(), point.end())) {
    for (double& value : point) value -= largest_;
    shift_ = threshold(std::move(point), total);
  }
  double operator()(double value) const {
    const double moved = (value - largest_) - shift_;
    return moved < 0 ? 0.0 : moved;
  }

 private:
  static double threshold(std::vector<double> sorted, double total) {
    for (double value : sorted)
      if (!std::isfinite(value)) return std::nan("");
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double sum = 0, shift = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      sum += sorted[i];
      const double candidate = (sum - total) / static_cast<double>(i + 1);
      if (i > 0 && sorted[i] <= candidate) break;
      shift = candidate;
    }
    return shift;
  }

  double largest_, shift_ = 0;
};

}  // namespace detail

class Simplex {
 public:
  explicit Simplex(double total = 1.0) : total_(total) {
    if (!(total >= 0) || std::isinf(total))
      throw Error::field("simplex total", to_text(total), "at least 0, or the set is empty");
  }

  /// Exact; each lane on its own.
  template <class V>
  void project(V& v) const {
    using S = std::remove_cvref_t<decltype(v[0])>;
    std::vector<double> point(v.size());
    for (int lane = 0; lane < S::kWidth; ++lane) {
      for (int i = 0; i < v.size(); ++i) point[i] = v[i].lane(lane);
      const detail::SimplexCut cut(point, total_);
      for (int i = 0; i < v.size(); ++i) v[i].set_lane(lane, cut(point[i]));
    }
  }

  double diameter(int dimension) const { return dimension > 1 ? total_ * std::sqrt(2.0) : 0.0; }

 private:
  double total_;
};

}  // namespace twoscale
