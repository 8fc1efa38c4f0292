#pragma once
// L1Ball: sum of |v_i - centre_i| <= radius. Sparse answers: a budget that is spread over few coordinates.

#include <cmath>
#include <vector>

#include <twoscale/problem/set/simplex.hpp>

namespace twoscale {

class L1Ball {
 public:
  /// An empty centre is the origin of any dimension.
  explicit L1Ball(double radius, std::vector<double> centre = {}) : radius_(radius), centre_(std::move(centre)) {
    if (!(radius >= 0) || std::isinf(radius))
      throw Error::field("l1 ball radius", to_text(radius), "at least 0, or the set is empty");
    for (double value : centre_)
      if (!std::isfinite(value)) throw Error::field("l1 ball centre", to_text(value), "finite");
  }

  /// The sizes of v - centre go to the simplex of the radius, and keep their signs [duchi_et_al_2008]; each lane on its
  /// own.
  template <class V>
  void project(V& v) const {
    if (!centre_.empty()) detail::require_same_size(static_cast<int>(centre_.size()), v.size());
    using S = std::remove_cvref_t<decltype(v[0])>;
    std::vector<double> sizes(v.size());
    for (int lane = 0; lane < S::kWidth; ++lane) {
      double sum = 0;
      for (int i = 0; i < v.size(); ++i) sum += sizes[i] = std::abs(v[i].lane(lane) - centre(i));
      if (!(sum > radius_)) continue;  // nor where it is no number
      const detail::SimplexCut cut(sizes, radius_);
      for (int i = 0; i < v.size(); ++i)
        v[i].set_lane(lane, centre(i) + std::copysign(cut(sizes[i]), v[i].lane(lane) - centre(i)));
    }
  }

  double diameter(int) const { return 2 * radius_; }

 private:
  double centre(int i) const { return centre_.empty() ? 0.0 : centre_[i]; }

  double radius_;
  std::vector<double> centre_;
};

}  // namespace twoscale
