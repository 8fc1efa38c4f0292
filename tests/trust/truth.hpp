#pragma once
// Truth: what is known of a problem by construction. Its maps are those of random_problem.hpp, written a second time
// with Eigen: nothing here is the solver's code, its projections included.

#include <functional>
#include <optional>
#include <vector>

#include "numbers.hpp"

namespace twoscale::trust {

/// A set that holds a solution on its boundary, and what the boundary is like there.
struct ActiveSet {
  std::function<Vec(const Vec&)> project;
  Mat face;              // orthonormal columns: the directions along the boundary, perhaps none
  double curvature = 0;  // of the boundary, times how far the map points out of it
};

struct Truth {
  Mat A, S, C, M;
  Vec xs, ys, push, lift;
  double unit_y = 1, bend_h = 0;
  std::optional<ActiveSet> fast, slow;

  /// x*(y). Where the fast set is active, f must not curve.
  Vec fast_solution(const Vec& y) const;
  /// |Proj_Y h(y) - y|^2
  double squared_residual(const std::vector<double>& y) const;
  /// Of Sigma at the solution, given the standard deviations of F and of G there. On a face, only what moves y along it
  /// counts, and only what moves x along its own gets there: noise across is projected away.
  double trace(const Vec& sigma_f, const Vec& sigma_g) const;

 private:
  /// P*: what an error in f becomes in h.
  Mat leak() const;
};

}  // namespace twoscale::trust
