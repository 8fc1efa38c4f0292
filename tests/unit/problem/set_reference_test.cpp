// Sets against references: known points, known diameters, bisection, singular values, least squares.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "unit/problem/set_cases.hpp"

namespace {

using namespace set_testing;
using namespace twoscale;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Point random_point(int dimension) {
  const auto number = rc::gen::resize(rc::kNominalSize, rc::gen::inRange(-4000, 4001));
  return *rc::gen::container<Point>(dimension, rc::gen::map(number, [](int n) { return n / 1000.0; }));
}
double distance(const Point& a, const Point& b) { return length(minus(a, b)); }

template <class Set>
Point projected(const Set& set, const Point& v) {
  return project_vectors<1>(set, {v})[0];
}
template <class Set>
Point projected(const Set& set, int rows, int cols, const Point& v) {
  return project_matrices<1>(set, rows, cols, {v})[0];
}

TEST(SetReference, BallMovesAlongTheRay) {
  EXPECT_EQ(projected(Ball(5.0), {6, 8}), (Point{3, 4}));
  EXPECT_EQ(projected(Ball(5.0, {1, -1}), {7, 7}), (Point{4, 3}));
  EXPECT_EQ(projected(Ball(0.0, {1, -1}), {7, 7}), (Point{1, -1}));
}

TEST(SetReference, PointsExactlyOnTheBoundaryKeepTheirBits) {
  const Point three_four = {3, 4}, corner = {-1, 2}, edge = {0.5, -7}, minus_zero = {-0.0, 0.0};
  EXPECT_TRUE(same_bits(projected(Ball(5.0), three_four), three_four));
  EXPECT_TRUE(same_bits(projected(Box(-1.0, 2.0), corner), corner));
  EXPECT_TRUE(same_bits(projected(Halfspace({2, 0}, 1.0), edge), edge));
  EXPECT_TRUE(same_bits(projected(Orthant(), minus_zero), minus_zero));
  EXPECT_TRUE(same_bits(projected(FrobeniusBall(5.0), 1, 2, three_four), three_four));
  EXPECT_TRUE(same_bits(projected(SpectralBall(5.0), 1, 2, three_four), three_four));
}

TEST(SetReference, VectorsAndMatricesOfFixedSizeAreProjectedToo) {
  Vector<Real, 2> v{6.0, 8.0};
  Ball(5.0).project(v);
  EXPECT_EQ(v[0].lane(0), 3);
  EXPECT_EQ(v[1].lane(0), 4);
  Matrix<Real, 2, 2> m = Matrix<Real, 2, 2>::identity(2);
  m(1, 1) = 7.0;
  SpectralBall(2.0).project(m);
  EXPECT_NEAR(m(0, 0).lane(0), 1, 1e-15);
  EXPECT_NEAR(m(1, 1).lane(0), 2, 1e-15);
  FrobeniusBall(1.0).project(m);
  EXPECT_NEAR(frobenius_norm(m).lane(0), 1, 1e-15);
}

// max(v - t, 0) with t from bisection on the sum.
Point simplex_by_bisection(const Point& v, double total) {
  auto cut = [&](double t) {
    Point out = v;
    for (double& value : out) value = std::max(value - t, 0.0);
    return out;
  };
  double low = *std::min_element(v.begin(), v.end()) - total, high = *std::max_element(v.begin(), v.end());
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    const Point now = cut(middle);
    (std::accumulate(now.begin(), now.end(), 0.0) > total ? low : high) = middle;
  }
  return cut(low);
}

TEST(SetReference, SimplexAgreesWithBisectionOnTheThreshold) {
  EXPECT_TRUE(rc::check([] {
    const Point v = random_point(*rc::gen::inRange(1, 12));
    const double total = *rc::gen::element(0.0, 0.001, 1.0, 2.5, 40.0);
    RC_ASSERT(distance(projected(Simplex(total), v), simplex_by_bisection(v, total)) <= 1e-12 * (1 + total));
  }));
}

TEST(SetReference, L1BallShrinksSizesAndKeepsSigns) {
  EXPECT_EQ(projected(L1Ball(1.0), {3, -3, 1}), (Point{0.5, -0.5, 0}));
  EXPECT_EQ(projected(L1Ball(1.0, {1, 0}), {1, 5}), (Point{1, 1}));
}

TEST(SetReference, SecondOrderConeHasAnApexAndSides) {
  EXPECT_EQ(projected(SecondOrderCone(), {-5, 3, 4}), (Point{0, 0, 0}));
  EXPECT_EQ(projected(SecondOrderCone(), {0, 3, 4}), (Point{2.5, 1.5, 2}));
  EXPECT_EQ(projected(SecondOrderCone(), {-5, 0, 0}), (Point{0, 0, 0}));
  EXPECT_EQ(projected(SecondOrderCone(2.0), {0, 5}), (Point{2, 4}));
}

TEST(SetReference, SpectrahedronTakesTheSymmetricPartsEigenvalues) {
  const Point got = projected(Spectrahedron(2), {3, 1, -1, -2});  // symmetric part diag(3, -2)
  EXPECT_LE(distance(got, {1, 0, 0, 0}), 1e-15);
}

TEST(SetReference, SimplexSplitsTiesEvenly) {
  EXPECT_EQ(projected(Simplex(), {5, 5, -1}), (Point{0.5, 0.5, 0}));
  EXPECT_EQ(projected(Simplex(), {0, 0, 0, 0}), (Point{0.25, 0.25, 0.25, 0.25}));
}

TEST(SetReference, SpectralBallAgreesWithEigensSingularValues) {
  EXPECT_TRUE(rc::check([] {
    const int rows = *rc::gen::inRange(1, 6), cols = *rc::gen::inRange(1, 6);
    const double radius = *rc::gen::element(0.0, 0.5, 2.0, 6.0);
    const Point v = random_point(rows * cols);
    const Svd svd = svd_of(v, rows, cols);
    const Eigen::VectorXd clipped = svd.singularValues().cwiseMin(radius);
    const RowMajor expected = svd.matrixU() * clipped.asDiagonal() * svd.matrixV().transpose();
    RC_ASSERT(distance(projected(SpectralBall(radius), rows, cols, v), from_eigen(expected)) <= 1e-12);
  }));
}

TEST(SetReference, SpectralBallKeepsAMatrixWhoseEntriesAreLargeButNotItsNorm) {
  const Point orthogonal = {0.6, -0.8, 0.8, 0.6};  // singular values 1 and 1, Frobenius norm sqrt(2)
  EXPECT_TRUE(same_bits(projected(SpectralBall(1.25), 2, 2, orthogonal), orthogonal));
}

TEST(SetReference, AffineAgreesWithEigensLeastNormStep) {
  EXPECT_TRUE(rc::check([] {
    const int dimension = *rc::gen::inRange(1, 6), count = *rc::gen::inRange(1, dimension + 1);
    const Point entries = random_point(count * dimension), solution = random_point(dimension),
                v = random_point(dimension);
    const Eigen::MatrixXd m = to_eigen(entries, count, dimension);
    const Eigen::VectorXd b = m * to_eigen(solution);
    const Svd svd = svd_of(entries, count, dimension);
    RC_PRE(svd.singularValues()(count - 1) > 1e-2 * svd.singularValues()(0));  // otherwise both lose digits
    std::vector<Point> rows;
    for (int r = 0; r < count; ++r)
      rows.push_back({entries.begin() + r * dimension, entries.begin() + (r + 1) * dimension});
    const Eigen::VectorXd expected = to_eigen(v) + svd.solve(b - m * to_eigen(v));
    const Point got = projected(Affine(rows, {b.data(), b.data() + b.size()}), v);
    RC_ASSERT((to_eigen(got) - expected).norm() <= 1e-12 * (1 + to_eigen(v).norm() + expected.norm()));
  }));
}

TEST(SetReference, RepeatedEquationsChangeNothing) {
  const Point v = {1, 2, 3};
  const Point once = projected(Affine({{1, 1, 1}}, {0}), v);
  EXPECT_LE(distance(projected(Affine({{1, 1, 1}, {-2, -2, -2}, {0, 0, 0}}, {0, 0, 0}), v), once), 1e-15);
}

TEST(SetReference, AHalfspaceWithoutNormalIsEverything) {
  const Point v = {1e6, -1e6};
  EXPECT_TRUE(same_bits(projected(Halfspace({0, 0}, 0.0), v), v));
}

TEST(SetReference, ProductLeavesEachFactorItsOwnCoordinates) {
  const Product product(Factor{2, Ball(5.0)}, Factor{1, Box(0.0, 1.0)}, Factor{2, Simplex()});
  EXPECT_EQ(projected(product, {6, 8, -2, 5, 5}), (Point{3, 4, 0, 0.5, 0.5}));
}

TEST(SetReference, ProductWithTooManyCoordinatesIsRefusedWhenItMeetsTheVariable) {
  EXPECT_THROW(projected(Product(Factor{2, Ball(1.0)}, Factor{2, Ball(1.0)}), {1, 2, 3}), Error);
}

TEST(SetReference, DiametersAreTheLargestDistanceInTheSet) {
  EXPECT_EQ(Ball(1.5).diameter(3), 3);
  EXPECT_EQ(Ball(0.0).diameter(3), 0);
  EXPECT_EQ(Box(-1.0, 2.0).diameter(4), 6);
  EXPECT_EQ(Box({0, 1}, {3, 5}).diameter(2), 5);
  EXPECT_EQ(Orthant().diameter(2), kInfinity);
  EXPECT_EQ(Simplex().diameter(3), std::sqrt(2.0));
  EXPECT_EQ(Simplex(2.0).diameter(2), 2 * std::sqrt(2.0));
  EXPECT_EQ(Simplex(2.0).diameter(1), 0);
  EXPECT_EQ(Affine({{1, 1}}, {0}).diameter(2), kInfinity);
  EXPECT_EQ(Affine({{1, 1}, {1, -1}}, {0, 0}).diameter(2), 0);
  EXPECT_EQ(Affine({{1, 1}, {2, 2}}, {0, 0}).diameter(2), kInfinity);
  EXPECT_EQ(Halfspace({1, 1}, 0.0).diameter(2), kInfinity);
  EXPECT_EQ(Product(Factor{2, Ball(1.5)}, Factor{4, Box(0.0, 2.0)}).diameter(6), 5);
  EXPECT_EQ(Product(Factor{1, Ball(1.0)}, Factor{1, WholeSpace()}).diameter(2), kInfinity);
  EXPECT_EQ(Singleton({1, 2}).diameter(2), 0);
  EXPECT_EQ(WholeSpace().diameter(2), kInfinity);
  EXPECT_EQ(L1Ball(1.5).diameter(3), 3);
  EXPECT_EQ(SecondOrderCone().diameter(3), kInfinity);
  EXPECT_EQ(Spectrahedron(3, 2.0).diameter(9), 2 * std::sqrt(2.0));
  EXPECT_EQ(Spectrahedron(1).diameter(1), 0);
}

}  // namespace
