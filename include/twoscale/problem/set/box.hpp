#pragma once
// Box: lower <= v <= upper, coordinate by coordinate. Orthant: v >= 0.

#include <cmath>
#include <limits>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

class Box {
 public:
  /// The same bounds in every coordinate.
  Box(double lower, double upper) : Box(std::vector{lower}, std::vector{upper}) {}
  Box(std::vector<double> lower, std::vector<double> upper) : lower_(std::move(lower)), upper_(std::move(upper)) {
    if (lower_.size() != upper_.size() || lower_.empty())
      throw Error::field("box bounds",
                         std::to_string(lower_.size()) + " and " + std::to_string(upper_.size()) + " numbers",
                         "equally many, at least one");
    for (std::size_t i = 0; i < lower_.size(); ++i)
      if (!(lower_[i] <= upper_[i]) || lower_[i] == kInfinity || upper_[i] == -kInfinity)
        throw Error::field("box bounds", "[" + to_text(lower_[i]) + ", " + to_text(upper_[i]) + "]",
                           "ordered and not both infinite, or the set is empty");
  }

  template <class V>
  void project(V& v) const {
    if (lower_.size() > 1) detail::require_same_size(static_cast<int>(lower_.size()), v.size());
    using S = std::remove_cvref_t<decltype(v[0])>;
    for (int i = 0; i < v.size(); ++i) {
      const S clipped = where(v[i] < S(lower(i)), S(lower(i)), where(v[i] > S(upper(i)), S(upper(i)), v[i]));
      v[i] = where(v[i] - v[i] == S(0.0), clipped, v[i]);  // what is no longer finite stays so, and is reported
    }
  }

  double diameter(int dimension) const {
    double square = 0;
    for (int i = 0; i < dimension; ++i) square += (upper(i) - lower(i)) * (upper(i) - lower(i));
    return std::sqrt(square);
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double lower(int i) const { return lower_[lower_.size() == 1 ? 0 : i]; }
  double upper(int i) const { return upper_[upper_.size() == 1 ? 0 : i]; }
  std::vector<double> lower_, upper_;
};

/// The non-negative orthant, where multipliers live.
class Orthant : public Box {
 public:
  Orthant() : Box(0.0, std::numeric_limits<double>::infinity()) {}
};

}  // namespace twoscale
