#pragma once
// Eigen's numbers, in which problems are drawn and judged, and copies of them in the library's, in which they are
// solved.

#include <Eigen/Dense>

#include <twoscale/core/matrix.hpp>

namespace twoscale::trust {

using Mat = Eigen::MatrixXd;
using Vec = Eigen::VectorXd;

inline Matrix<double> to_matrix(const Mat& m) {
  Matrix<double> out(static_cast<int>(m.rows()), static_cast<int>(m.cols()));
  for (int i = 0; i < out.rows(); ++i)
    for (int j = 0; j < out.cols(); ++j) out(i, j) = m(i, j);
  return out;
}

inline Vector<double> to_vector(const Vec& v) {
  Vector<double> out(static_cast<int>(v.size()));
  for (int i = 0; i < out.size(); ++i) out[i] = v(i);
  return out;
}

inline std::vector<double> to_doubles(const Vec& v) { return {v.begin(), v.end()}; }

inline double operator_norm(const Mat& m) { return Eigen::JacobiSVD<Mat>(m).singularValues()(0); }

/// Orthonormal columns that span what is at right angles to v.
inline Mat complement(const Vec& v) {
  const Mat q = Eigen::HouseholderQR<Mat>(Mat(v)).householderQ();
  return q.rightCols(v.size() - 1);
}

}  // namespace twoscale::trust
