#pragma once
// Spectrahedron: symmetric positive semidefinite matrices of a trace, their entries row by row. Density matrices,
// relaxations of assignments. For small matrices: a projection takes their eigenvalues.

#include <cmath>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

namespace detail {
/// The entries of a square matrix become those of the nearest member.
void project_to_spectrahedron(std::vector<double>& entries, int side, double trace);
}  // namespace detail

class Spectrahedron {
 public:
  /// Matrices of so many rows: the variable has side * side numbers.
  explicit Spectrahedron(int side, double trace = 1.0) : side_(side), trace_(trace) {
    if (side < 1) throw Error::field("spectrahedron side", std::to_string(side), "at least 1");
    if (!(trace >= 0) || std::isinf(trace))
      throw Error::field("spectrahedron trace", to_text(trace), "at least 0, or the set is empty");
  }

  /// The symmetric part's eigenvalues go to the simplex; each lane on its own.
  template <class V>
  void project(V& v) const {
    detail::require_same_size(side_ * side_, v.size());
    using S = std::remove_cvref_t<decltype(v[0])>;
    std::vector<double> entries(v.size());
    for (int lane = 0; lane < S::kWidth; ++lane) {
      for (int i = 0; i < v.size(); ++i) entries[i] = v[i].lane(lane);
      detail::project_to_spectrahedron(entries, side_, trace_);
      for (int i = 0; i < v.size(); ++i) v[i].set_lane(lane, entries[i]);
    }
  }

  double diameter(int) const { return side_ > 1 ? trace_ * std::sqrt(2.0) : 0.0; }

 private:
  int side_;
  double trace_;
};

}  // namespace twoscale
