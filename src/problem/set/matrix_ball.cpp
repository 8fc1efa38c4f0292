// Scalar code on purpose: Eigen's vectorised sums would make the bits depend on the machine. Under a name of its own,
// so that it cannot mix at link time with an Eigen compiled otherwise into the same program.
#define EIGEN_DONT_VECTORIZE
#define Eigen EigenOfTwoscale
#include <twoscale/problem/set/matrix_ball.hpp>

#include <Eigen/SVD>

namespace twoscale::detail {

void clip_singular_values(std::vector<double>& entries, int rows, int cols, double radius) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<RowMajor> matrix(entries.data(), rows, cols);
  if (!matrix.allFinite()) return;  // left as it is, to be reported
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  if (svd.singularValues()(0) <= radius) return;
  matrix = svd.matrixU() * svd.singularValues().cwiseMin(radius).asDiagonal() * svd.matrixV().transpose();
}

}  // namespace twoscale::detail
