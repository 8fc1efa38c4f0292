// Scalar code on purpose, under a name of its own, as in matrix_ball.cpp.
#define EIGEN_DONT_VECTORIZE
#define Eigen EigenOfTwoscale
#include <twoscale/problem/set/spectrahedron.hpp>

#include <Eigen/Eigenvalues>

#include <twoscale/problem/set/simplex.hpp>

namespace twoscale::detail {

void project_to_spectrahedron(std::vector<double>& entries, int side, double trace) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<RowMajor> matrix(entries.data(), side, side);
  if (!matrix.allFinite()) return;  // left as it is, to be reported
  const Eigen::MatrixXd symmetric = 0.5 * matrix + 0.5 * matrix.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
  Eigen::VectorXd values = solver.eigenvalues();
  const SimplexCut cut({values.data(), values.data() + values.size()}, trace);
  for (double& value : values) value = cut(value);
  const Eigen::MatrixXd& vectors = solver.eigenvectors();
  const Eigen::MatrixXd nearest = vectors * values.asDiagonal() * vectors.transpose();
  matrix = 0.5 * nearest + 0.5 * nearest.transpose();  // the same number on both sides of the diagonal
}

}  // namespace twoscale::detail
