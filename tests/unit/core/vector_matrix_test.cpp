// Small vectors and matrices: sizes fixed and not, sums in index order, the solve without pivots.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <thread>
#include <twoscale/core/dual.hpp>
#include <twoscale/core/matrix.hpp>
#include <type_traits>

namespace twoscale {
namespace {

template <class V>
void expect_elements(const V& v, std::initializer_list<double> expected) {
  ASSERT_EQ(v.size(), static_cast<int>(expected.size()));
  int i = 0;
  for (double value : expected) EXPECT_EQ(v[i++], value);
}

/// Every vector operation, for any mixture of fixed and run-time sizes.
template <class A, class B>
void check_vector_arithmetic() {
  const A a{1, 2, 4};
  const B b{0.5, -1, 8};
  expect_elements(a + b, {1.5, 1, 12});
  expect_elements(a - b, {0.5, 3, -4});
  expect_elements(-a, {-1, -2, -4});
  expect_elements(2.0 * a, {2, 4, 8});
  expect_elements(a * 2.0, {2, 4, 8});
  expect_elements(a / 2.0, {0.5, 1, 2});
  expect_elements(map(a, [](double x) { return x * x; }), {1, 4, 16});
  EXPECT_EQ(dot(a, b), 0.5 - 2 + 32);
  EXPECT_EQ(squared_norm(a), 21);
  EXPECT_EQ(norm(A{2, 3, 6}), 7);
}

TEST(Vector, ArithmeticWorksForFixedRunTimeAndMixedSizes) {
  check_vector_arithmetic<Vector<double, 3>, Vector<double, 3>>();
  check_vector_arithmetic<Vector<double>, Vector<double>>();
  check_vector_arithmetic<Vector<double, 3>, Vector<double>>();
  check_vector_arithmetic<Vector<double>, Vector<double, 3>>();
  // What two sizes agree on is the fixed one.
  static_assert(decltype(Vector<double>{1} + Vector<double, 1>{1})::kSize == 1);
}

TEST(Vector, CompoundAssignmentIsTheOperator) {
  Vector<double, 2> a{1, 2};
  a += Vector<double, 2>{10, 20};
  a -= Vector<double, 2>{1, 1};
  expect_elements(a, {10, 21});
}

/// Beyond what lies in a vector itself, results that nobody else looks at lend their memory.
template <class V>
void check_large_arithmetic() {
  V a(100), b(100);
  for (int i = 0; i < 100; ++i) a[i] = i, b[i] = 1.0 / (1 + i);
  const V x = a, y = b;
  const V sum = (x + y) - 2.0 * (y - x) / 4.0, same = x + std::move(a), twice = std::move(b) + (x - y);
  V moved = x;
  move_towards(moved, 0.25, y);
  V grown = x;
  grown += grown;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(sum[i], x[i] + y[i] - 2.0 * (y[i] - x[i]) / 4.0);
    EXPECT_EQ(same[i], x[i] + x[i]);
    EXPECT_EQ(twice[i], y[i] + (x[i] - y[i]));
    EXPECT_EQ(moved[i], x[i] + 0.25 * (y[i] - x[i]));
    EXPECT_EQ(grown[i], 2.0 * x[i]);
    EXPECT_EQ(x[i], i);  // nobody wrote into what has a name
  }
}

TEST(Vector, ArithmeticOfLargeVectorsLeavesOperandsAlone) {
  check_large_arithmetic<Vector<double>>();
  check_large_arithmetic<Vector<double, 100>>();
}

TEST(Vector, LargeOnesStartAtZeroInMemoryThatHeldOtherNumbers) {
  using S = Pack<double, 8>;
  for (int round = 0; round < 3; ++round) {
    Vector<S> v(500);
    Vector<S, 500> w;
    for (int i = 0; i < 500; ++i) {
      ASSERT_EQ(v[i].lane(3), 0.0);
      ASSERT_EQ(w[i].lane(3), 0.0);
      v[i] = w[i] = S(7.0);
    }
  }
}

TEST(Vector, MayOutliveTheThreadThatMadeIt) {
  Vector<Pack<double, 8>> v;
  std::thread([&] { v = Vector<Pack<double, 8>>(1000) + Vector<Pack<double, 8>>(1000); }).join();
  EXPECT_EQ(squared_norm(v).lane(5), 0.0);
}

TEST(Vector, GoesFromAKnownSizeToARunTimeOneAndBack) {
  const Vector<double, 2> few{1, 2};
  const Vector<double> any = few;
  expect_elements(any, {1, 2});
  expect_elements(Vector<double, 2>(any), {1, 2});
  EXPECT_THROW((Vector<double, 3>(any)), Error);
  Vector<double, 100> many;
  many[99] = 5;
  const Vector<double> anyhow = many;
  EXPECT_EQ(anyhow[99], 5);
  EXPECT_EQ((Vector<double, 100>(anyhow)[99]), 5);
  EXPECT_THROW((Vector<double, 101>(anyhow)), Error);
}

TEST(Matrix, GoesFromKnownRowsToRunTimeOnesAndBack) {
  Matrix<double, 2, 3> known(2, 3);
  known(1, 2) = 4;
  const Matrix<double, kDynamic, 3> any = known;
  EXPECT_EQ(any.rows(), 2);
  EXPECT_EQ(any(1, 2), 4);
  EXPECT_EQ((Matrix<double, 2, 3>(any)(1, 2)), 4);
}

TEST(Vector, StartsAtZero) {
  expect_elements(Vector<double, 2>(), {0, 0});
  expect_elements(Vector<double>(2), {0, 0});
  EXPECT_EQ(Vector<double>().size(), 0);
  EXPECT_EQ(squared_norm(Vector<double>()), 0.0);
}

TEST(Vector, SizesThatDoNotMatchThrow) {
  const Vector<double> two{1, 2}, three{1, 2, 3};
  EXPECT_THROW(two + three, Error);
  EXPECT_THROW(three - two, Error);
  EXPECT_THROW((three + Vector<double, 2>{1, 2}), Error);
  EXPECT_THROW((Vector<double, 2>{1, 2} - three), Error);
  EXPECT_THROW((Vector<double, 2>{1, 2, 3}), Error);
  EXPECT_THROW((Vector<double, 2>(3)), Error);
}

TEST(Vector, ScalesByDualsAndPacks) {
  const Dual<double, 1> x = [] {
    Dual<double, 1> out(2.0);
    out.tangent[0] = 1;
    return out;
  }();
  const auto scaled = x * Vector<double, 2>{3, 5};
  EXPECT_EQ(scaled[1].value, 10);
  EXPECT_EQ(scaled[1].tangent[0], 5);
  const auto packs = Pack<double, 4>(2.0) * Vector<Pack<double, 4>, 2>{Pack<double, 4>(3.0), Pack<double, 4>(5.0)};
  EXPECT_EQ(packs[1].lane(3), 10);
}

TEST(Sums, RunInIndexOrder) {
  // From the left both sums are 1; in halves or by even and odd terms they would be 0 or 2.
  const Vector<double> one{1, 1e100, -1e100, 1}, all{1, 1, 1, 1};
  EXPECT_EQ(dot(one, all), 1.0);
  EXPECT_EQ(dot(Vector<double, 4>{1e100, 1, -1e100, 1}, Vector<double, 4>{1, 1, 1, 1}), 1.0);
  Matrix<double> row(1, 4), column(4, 1);
  for (int i = 0; i < 4; ++i) row(0, i) = one[i], column(i, 0) = 1;
  EXPECT_EQ((row * all)[0], 1.0);
  EXPECT_EQ((row * column)(0, 0), 1.0);
  // Sixteen terms of which an even-odd or four-way sum would lose other digits than a running one.
  Vector<double> terms(16), ones(16);
  double running = 0;
  for (int i = 0; i < 16; ++i) terms[i] = (i % 3 == 0 ? 1e16 : 1) / (i + 1), ones[i] = 1;
  for (int i = 0; i < 16; ++i) running = i == 0 ? terms[0] : running + terms[i];
  EXPECT_EQ(dot(terms, ones), running);
}

template <class M>
M filled(std::mt19937_64& random, int rows, int cols) {
  std::uniform_real_distribution<double> pick(-1, 1);
  M out(rows, cols);
  for (int i = 0; i < rows * cols; ++i) out.entries()[i] = pick(random);
  return out;
}

template <class M>
Eigen::MatrixXd to_eigen(const M& m) {
  Eigen::MatrixXd out(m.rows(), m.cols());
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) out(i, j) = m(i, j);
  return out;
}

template <class A, class B>
void check_matrix_arithmetic() {
  std::mt19937_64 random(4);
  const A a = filled<A>(random, 2, 3), c = filled<A>(random, 2, 3);
  const B b = filled<B>(random, 3, 4);
  const Eigen::MatrixXd ea = to_eigen(a), eb = to_eigen(b), ec = to_eigen(c);
  EXPECT_LT((to_eigen(a * b) - ea * eb).norm(), 1e-15);
  EXPECT_EQ(to_eigen(a + c), ea + ec);
  EXPECT_EQ(to_eigen(a - c), ea - ec);
  EXPECT_EQ(to_eigen(2.5 * a), 2.5 * ea);
  EXPECT_EQ(to_eigen(transpose(a)), ea.transpose());
  EXPECT_NEAR(frobenius_norm(a), ea.norm(), 1e-15);
  const auto product = a * Vector<double>{1, -2, 0.5};
  EXPECT_LT((Eigen::Vector2d(product[0], product[1]) - ea * Eigen::Vector3d(1, -2, 0.5)).norm(), 1e-15);
}

TEST(Matrix, ArithmeticAgreesWithEigenForFixedRunTimeAndMixedSizes) {
  check_matrix_arithmetic<Matrix<double, 2, 3>, Matrix<double, 3, 4>>();
  check_matrix_arithmetic<Matrix<double>, Matrix<double>>();
  check_matrix_arithmetic<Matrix<double, 2, 3>, Matrix<double>>();
  check_matrix_arithmetic<Matrix<double>, Matrix<double, 3, 4>>();
}

TEST(Matrix, IdentityAndLayoutRowByRow) {
  const auto m = as_matrix<2, 3>(Vector<double>{1, 2, 3, 4, 5, 6});
  EXPECT_EQ(m(0, 2), 3);
  EXPECT_EQ(m(1, 0), 4);
  const auto I = Matrix<double, 3, 3>::identity(3);
  EXPECT_EQ(to_eigen(I), Eigen::Matrix3d::Identity());
  EXPECT_EQ(to_eigen(Matrix<double>::identity(2)), Eigen::Matrix2d::Identity());
}

TEST(Matrix, SizesThatDoNotMatchThrow) {
  const Matrix<double> a(2, 3), b(3, 2);
  EXPECT_THROW(a + b, Error);
  EXPECT_THROW(a - b, Error);
  EXPECT_THROW(a * a, Error);
  EXPECT_THROW(a * Vector<double>(2), Error);
  EXPECT_THROW((a * Matrix<double, 2, 2>()), Error);
  EXPECT_NO_THROW(a * b);
}

/// A = I - J with J's largest singular value a little below one: what solve() is meant for.
template <class M>
M identity_less_contraction(std::mt19937_64& random, int n) {
  M J = filled<M>(random, n, n);
  const double size = to_eigen(J).jacobiSvd().singularValues()(0);
  const double mu = std::uniform_real_distribution<double>(0, 0.95)(random);
  return M::identity(n) - mu / size * J;
}

template <int N>
void check_solve() {
  using M = Matrix<double, N, N>;
  std::mt19937_64 random(100 + N);
  for (int trial = 0; trial < 100; ++trial)
    for (int n = (N == kDynamic ? 1 : N); n <= (N == kDynamic ? 8 : N); ++n) {
      const M a = identity_less_contraction<M>(random, n), c = filled<M>(random, n, n);
      Vector<double, N> b(n);
      for (int i = 0; i < n; ++i) b[i] = c(0, i);
      const Eigen::MatrixXd ea = to_eigen(a);
      const Vector<double, N> x = solve(a, b);
      const Eigen::VectorXd expected = ea.fullPivLu().solve(Eigen::Map<const Eigen::VectorXd>(b.data(), n));
      ASSERT_LT((Eigen::Map<const Eigen::VectorXd>(x.data(), n) - expected).norm(), 1e-12 * (1 + expected.norm()));
      const Eigen::MatrixXd quotient = to_eigen(c) * ea.inverse();
      ASSERT_LT((to_eigen(right_divide(c, a)) - quotient).norm(), 1e-12 * (1 + quotient.norm())) << "size " << n;
    }
}

TEST(Solve, AgreesWithEigenAtEverySize) {
  check_solve<1>();
  check_solve<2>();
  check_solve<3>();
  check_solve<5>();
  check_solve<8>();
  check_solve<kDynamic>();
}

TEST(Solve, RightDivideTakesARectangle) {
  std::mt19937_64 random(8);
  const auto a = identity_less_contraction<Matrix<double, 3, 3>>(random, 3);
  const auto c = filled<Matrix<double, 2, 3>>(random, 2, 3);
  EXPECT_LT((to_eigen(right_divide(c, a) * a) - to_eigen(c)).norm(), 1e-13);
}

TEST(Solve, LanesOfAPackAreSolvedAlone) {
  using P = Pack<double, 4>;
  std::mt19937_64 random(9);
  Matrix<P, 3, 3> a(3, 3);
  Vector<P, 3> b{P(1.0), P(2.0), P(-1.0)};
  std::array<Matrix<double, 3, 3>, 4> each;
  for (int lane = 0; lane < 4; ++lane) {
    each[lane] = identity_less_contraction<Matrix<double, 3, 3>>(random, 3);
    for (int i = 0; i < 9; ++i) a.entries()[i].set_lane(lane, each[lane].entries()[i]);
  }
  const auto x = solve(a, b);
  for (int lane = 0; lane < 4; ++lane) {
    const auto expected = solve(each[lane], Vector<double, 3>{1, 2, -1});
    for (int i = 0; i < 3; ++i) EXPECT_EQ(x[i].lane(lane), expected[i]);
  }
}

TEST(Sizes, OfAMatrixThatCannotBeCountedAreRefused) {
  EXPECT_THROW(Matrix<double>(65536, 65536), Error);  // 2^32 entries: zero in 32 bits
  EXPECT_THROW(Matrix<double>(100000, 30000), Error);
}

TEST(Sizes, ThatDoNotFitAreRefusedByProductsAndSolvesToo) {
  EXPECT_THROW(dot(Vector<double>(3), Vector<double>(1)), Error);
  EXPECT_THROW(solve(Matrix<double>::identity(3), Vector<double>(2)), Error);
  EXPECT_THROW((as_matrix<kDynamic, kDynamic>(Vector<double>(3), 2, 2)), Error);
}

}  // namespace
}  // namespace twoscale
