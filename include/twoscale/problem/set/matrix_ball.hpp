#pragma once
// Balls of matrices, for the preconditioner: FrobeniusBall (entries) and SpectralBall (largest
// singular value). [P] Assumption online-precond asks for a compact convex set that holds every P*(y).

#include <cmath>
#include <vector>

#include <twoscale/core/matrix.hpp>
#include <twoscale/problem/set/ball.hpp>

namespace twoscale {

class FrobeniusBall {
 public:
  explicit FrobeniusBall(double radius) : entries_(radius) {}

  template <class S, int R, int C>
  TWOSCALE_INLINE void project(Matrix<S, R, C>& m) const {
    entries_.project(m.entries());
  }
  double radius() const { return entries_.radius(); }

 private:
  Ball entries_;
};

namespace detail {
/// Cuts the singular values of a row-by-row matrix at the radius, in place.
void clip_singular_values(std::vector<double>& entries, int rows, int cols, double radius);
}  // namespace detail

class SpectralBall {
 public:
  explicit SpectralBall(double radius) : radius_(radius) {
    if (!(radius >= 0) || std::isinf(radius))
      throw Error::field("spectral ball radius", to_text(radius), "at least 0, or the set is empty");
  }

  template <class S, int R, int C>
  void project(Matrix<S, R, C>& m) const {
    // The Frobenius norm bounds the spectral norm: most steps need no decomposition.
    const S square = squared_norm(m.entries());
    const auto outside = square > S(radius_ * radius_);
    if (!any(outside)) return;
    const int count = m.rows() * m.cols();
    std::vector<double> entries(count);
    for (int lane = 0; lane < S::kWidth; ++lane) {
      if (!(square.lane(lane) > radius_ * radius_)) continue;
      for (int i = 0; i < count; ++i) entries[i] = m.entries()[i].lane(lane);
      detail::clip_singular_values(entries, m.rows(), m.cols(), radius_);
      for (int i = 0; i < count; ++i) m.entries()[i].set_lane(lane, entries[i]);
    }
  }
  double radius() const { return radius_; }

 private:
  double radius_;
};

}  // namespace twoscale
