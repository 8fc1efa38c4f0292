#include "truth.hpp"

#include <cmath>

namespace twoscale::trust {

Vec Truth::fast_solution(const Vec& y) const {
  const Vec manifold = xs + S * (y - ys);
  if (!fast) return manifold;
  // x <- Proj_X[f(x, y)], a contraction by at least 1 - 1/2000: so many steps reach the last digits.
  constexpr int kSteps = 100000;
  Vec x = fast->project(manifold);
  for (int i = 0; i < kSteps; ++i) {
    const Vec next = fast->project(x - A * (x - manifold) - push);
    const double moved = (next - x).norm();
    x = next;
    if (moved <= 1e-15 * x.norm()) break;
  }
  return x;
}

double Truth::squared_residual(const std::vector<double>& slow_point) const {
  const Vec y = Eigen::Map<const Vec>(slow_point.data(), static_cast<Eigen::Index>(slow_point.size()));
  const Vec v = y - ys, u = fast_solution(y) - xs - S * v;  // u is zero unless a set is in the way
  const Vec bent = (1 - bend_h) * v + bend_h * unit_y * (v / unit_y).array().sin().matrix();
  const Vec h = ys + lift + M * bent + C * u;
  return ((slow ? slow->project(h) : h) - y).squaredNorm();
}

Mat Truth::leak() const {
  if (!fast) return C * A.inverse();
  const Mat& T = fast->face;
  if (T.cols() == 0) return Mat::Zero(C.rows(), C.cols());  // a corner: x* does not move
  const Mat along = T.transpose() * A * T + fast->curvature * Mat::Identity(T.cols(), T.cols());
  return C * T * along.inverse() * T.transpose();
}

double Truth::trace(const Vec& sigma_f, const Vec& sigma_g) const {
  const Mat P = leak();
  Mat sigma = P * sigma_f.cwiseAbs2().asDiagonal() * P.transpose();
  sigma.diagonal() += sigma_g.cwiseAbs2();
  if (!slow) return sigma.trace();
  const double shrink = 1 / (1 + slow->curvature);  // a ball's projection pulls neighbours together
  return shrink * shrink * (slow->face.transpose() * sigma * slow->face).trace();
}

}  // namespace twoscale::trust
