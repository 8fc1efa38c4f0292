#pragma once
// Every set of the library in several shapes, each with a membership check and members written on their own.

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <numeric>

#include <twoscale/problem/set.hpp>

#include "unit/problem/set_case.hpp"

namespace set_testing {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Eigen::VectorXd to_eigen(const Point& v) { return Eigen::Map<const Eigen::VectorXd>(v.data(), v.size()); }
inline RowMajor to_eigen(const Point& v, int rows, int cols) {
  return Eigen::Map<const RowMajor>(v.data(), rows, cols);
}
inline Point from_eigen(const RowMajor& m) { return {m.data(), m.data() + m.size()}; }

using Svd = Eigen::JacobiSVD<Eigen::MatrixXd>;
inline Svd svd_of(const Point& v, int rows, int cols) {
  return Svd(to_eigen(v, rows, cols), Eigen::ComputeThinU | Eigen::ComputeThinV);
}

inline void describe_as_ball(SetCase& set, double radius, const Point& centre) {
  set.violation = [=](const Point& v) { return std::max(0.0, length(minus(v, centre)) - radius); };
  // Off the unit ball of directions: on the sphere. In it: inside.
  set.member = [=](const Point& raw) { return moved(centre, radius / std::max(1.0, length(raw)), raw); };
  set.inner = centre;
}

inline SetCase ball_case(const std::string& name, double radius, const Point& centre) {
  SetCase set = vector_case(name, static_cast<int>(centre.size()), twoscale::Ball(radius, centre));
  describe_as_ball(set, radius, centre);
  return set;
}
inline SetCase ball_at_the_origin(const std::string& name, double radius, int dimension) {
  SetCase set = vector_case(name, dimension, twoscale::Ball(radius));
  describe_as_ball(set, radius, Point(dimension, 0.0));
  return set;
}
inline SetCase frobenius_case(const std::string& name, double radius, int rows, int cols) {
  SetCase set = matrix_case(name, rows, cols, twoscale::FrobeniusBall(radius));
  describe_as_ball(set, radius, Point(rows * cols, 0.0));
  return set;
}

inline SetCase spectral_case(const std::string& name, double radius, int rows, int cols) {
  SetCase set = matrix_case(name, rows, cols, twoscale::SpectralBall(radius));
  set.violation = [=](const Point& v) { return std::max(0.0, svd_of(v, rows, cols).singularValues()(0) - radius); };
  // Half of the members are extreme points of the ball: every singular value equal to the radius.
  set.member = [=](const Point& raw) -> Point {
    if (raw[0] <= 0) return moved(Point(raw.size(), 0.0), radius / std::max(1.0, length(raw)), raw);
    const Svd svd = svd_of(raw, rows, cols);
    return from_eigen(radius * svd.matrixU() * svd.matrixV().transpose());
  };
  set.inner = Point(rows * cols, 0.0);
  return set;
}

template <class Set>
SetCase box_case(const std::string& name, const Set& box, const Point& lower, const Point& upper, const Point& inner) {
  SetCase set = vector_case(name, static_cast<int>(lower.size()), box);
  set.violation = [=](const Point& v) {
    double most = 0;
    for (std::size_t i = 0; i < v.size(); ++i) most = std::max({most, lower[i] - v[i], v[i] - upper[i]});
    return most;
  };
  set.member = [=](Point raw) {
    for (std::size_t i = 0; i < raw.size(); ++i) raw[i] = std::clamp(raw[i], lower[i], upper[i]);
    return raw;
  };
  set.inner = inner;
  set.exact_twice = true;
  return set;
}

inline SetCase simplex_case(const std::string& name, double total, int dimension) {
  SetCase set = vector_case(name, dimension, twoscale::Simplex(total));
  set.violation = [=](const Point& v) {
    const double sum = std::accumulate(v.begin(), v.end(), 0.0);
    return std::max(std::abs(sum - total), -*std::min_element(v.begin(), v.end()));
  };
  set.member = [=](Point raw) {
    for (double& value : raw) value = std::max(value, 0.0);
    const double sum = std::accumulate(raw.begin(), raw.end(), 0.0);
    if (sum == 0) raw[0] = total;
    else
      for (double& value : raw) value *= total / sum;
    return raw;
  };
  return set;
}

inline SetCase affine_case(const std::string& name, const std::vector<Point>& rows, const Point& right_side) {
  const int dimension = static_cast<int>(rows[0].size());
  Eigen::MatrixXd m(rows.size(), dimension);
  for (std::size_t r = 0; r < rows.size(); ++r) m.row(r) = to_eigen(rows[r]);
  const Eigen::VectorXd b = to_eigen(right_side);
  const Svd svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::MatrixXd kernel = svd.matrixV().rightCols(dimension - svd.rank());
  const Eigen::VectorXd some = svd.solve(b);
  SetCase set = vector_case(name, dimension, twoscale::Affine(rows, right_side));
  set.violation = [=](const Point& v) { return (m * to_eigen(v) - b).cwiseAbs().maxCoeff(); };
  set.member = [=](const Point& raw) -> Point {
    const Eigen::VectorXd z = some + kernel * to_eigen(raw).head(kernel.cols());
    return {z.data(), z.data() + z.size()};
  };
  return set;
}

inline SetCase halfspace_case(const std::string& name, const Point& normal, double bound, const Point& inner) {
  SetCase set = vector_case(name, static_cast<int>(normal.size()), twoscale::Halfspace(normal, bound));
  auto excess = [=](const Point& v) { return std::max(0.0, dot(normal, v) - bound); };
  set.violation = excess;
  // Mirrored in the boundary, so as far inside as it was outside.
  set.member = [=](const Point& raw) {
    return excess(raw) > 0 ? moved(raw, -2 * excess(raw) / dot(normal, normal), normal) : raw;
  };
  set.inner = inner;
  return set;
}

inline SetCase l1_ball_case(const std::string& name, double radius, const Point& centre) {
  SetCase set = vector_case(name, static_cast<int>(centre.size()), twoscale::L1Ball(radius, centre));
  auto size = [](const Point& v) {
    return std::accumulate(v.begin(), v.end(), 0.0, [](double sum, double value) { return sum + std::abs(value); });
  };
  set.violation = [=](const Point& v) { return std::max(0.0, size(minus(v, centre)) - radius); };
  set.member = [=](const Point& raw) { return moved(centre, radius / std::max(1.0, size(raw)), raw); };
  set.inner = centre;
  return set;
}

inline SetCase cone_case(const std::string& name, double slope, int dimension) {
  SetCase set = vector_case(name, dimension, twoscale::SecondOrderCone(slope));
  auto rest = [](const Point& v) { return length(Point(v.begin() + 1, v.end())); };
  set.violation = [=](const Point& v) { return std::max({0.0, rest(v) - slope * v[0], -v[0]}); };
  set.member = [=](Point raw) {  // as high as it has to be, and by what it was
    raw[0] = rest(raw) / slope + std::max(0.0, raw[0]);
    return raw;
  };
  set.inner = Point(dimension, 0.0);
  set.inner[0] = 1;
  return set;
}

inline SetCase spectrahedron_case(const std::string& name, int side, double trace) {
  SetCase set = vector_case(name, side * side, twoscale::Spectrahedron(side, trace));
  set.violation = [=](const Point& v) {
    const RowMajor m = to_eigen(v, side, side);
    const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).eigenvalues()(0);
    return std::max({std::abs(m.trace() - trace), -least, (m - m.transpose()).cwiseAbs().maxCoeff()});
  };
  set.member = [=](const Point& raw) -> Point {
    const RowMajor m = to_eigen(raw, side, side);
    const RowMajor square = m * m.transpose();
    if (square.trace() == 0) return from_eigen(RowMajor::Identity(side, side) * (trace / side));
    return from_eigen(square * (trace / square.trace()));
  };
  return set;
}

/// A product of two cases that already have their checks.
template <class Set>
SetCase product_case(const std::string& name, const Set& product, const SetCase& first, const SetCase& second) {
  SetCase set = vector_case(name, first.dimension + second.dimension, product);
  auto head = [n = first.dimension](const Point& v) { return Point(v.begin(), v.begin() + n); };
  auto tail = [n = first.dimension](const Point& v) { return Point(v.begin() + n, v.end()); };
  set.violation = [=](const Point& v) { return std::max(first.violation(head(v)), second.violation(tail(v))); };
  set.member = [=](const Point& raw) {
    Point out = first.member(head(raw));
    const Point rest = second.member(tail(raw));
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
  };
  return set;
}

inline std::vector<SetCase> all_sets() {
  using namespace twoscale;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<SetCase> sets = {
      ball_at_the_origin("Disk", 1.5, 2),
      ball_at_the_origin("BallOnALine", 0.75, 1),
      ball_case("BallOffCentre", 1.25, {0.5, -1.0, 2.0, 0.1}),
      ball_case("BallOfRadiusZero", 0.0, {0.5, -1.0, 2.0}),
      box_case("BoxOfTheSameBounds", Box(-0.5, 1.25), Point(3, -0.5), Point(3, 1.25), Point(3, 0.5)),
      box_case("BoxOfItsOwnBounds", Box({-1, 0.5, -kInfinity}, {1, 0.5, 2}), {-1, 0.5, -kInfinity}, {1, 0.5, 2},
               {0, 0.5, 1}),
      box_case("Orthant", Orthant(), Point(4, 0.0), Point(4, kInfinity), Point(4, 1.0)),
      simplex_case("Simplex", 1.0, 5),
      simplex_case("SimplexOfAnotherTotal", 2.5, 3),
      simplex_case("SimplexOfTotalZero", 0.0, 3),
      simplex_case("SimplexOnALine", 1.0, 1),
      affine_case("Plane", {{1, 2, -2}}, {3}),
      affine_case("LineWithARedundantEquation", {{1, 1, 0}, {0, 3, 1}, {2, 5, 1}}, {1, 2, 4}),
      affine_case("Point", {{2, 1}, {1, -3}}, {1, 5}),
      halfspace_case("Halfspace", {3, -4, 1}, 0.5, {-1, 1, -1}),
      l1_ball_case("L1Ball", 1.5, Point(4, 0.0)),
      l1_ball_case("L1BallOffCentre", 0.75, {0.5, -1.0, 2.0}),
      l1_ball_case("L1BallOfRadiusZero", 0.0, {0.5, -1.0}),
      cone_case("SecondOrderCone", 1.0, 3),
      cone_case("SteepSecondOrderCone", 0.25, 4),
      spectrahedron_case("Spectrahedron", 3, 1.0),
      spectrahedron_case("SpectrahedronOfOneNumber", 1, 2.0),
      frobenius_case("FrobeniusBall", 1.5, 2, 3),
      spectral_case("SpectralBall", 1.5, 3, 3),
      spectral_case("SpectralBallOfWideMatrices", 0.75, 2, 4),
      spectral_case("SpectralBallOfTallMatrices", 2.0, 3, 1),
  };

  SetCase singleton = vector_case("Singleton", 2, Singleton({0.25, -3}));
  singleton.violation = [](const Point& v) { return length(minus(v, {0.25, -3})); };
  singleton.member = [](const Point&) { return Point{0.25, -3}; };
  singleton.exact_twice = true;
  sets.push_back(singleton);

  SetCase whole = vector_case("WholeSpace", 3, WholeSpace());
  whole.violation = [](const Point&) { return 0.0; };
  whole.member = [](const Point& raw) { return raw; };
  whole.inner = Point(3, 0.0);
  whole.exact_twice = true;
  sets.push_back(whole);

  const SetCase ball = ball_case("", 1.0, {1, -1}), simplex = simplex_case("", 1.0, 3);
  const SetCase halfspace = halfspace_case("", {1, 2}, 0.0, {});
  const Product pair(Factor{2, Ball(1.0, {1, -1})}, Factor{3, Simplex()});
  const SetCase pair_case = product_case("ProductOfTwo", pair, ball, simplex);
  const Product triple(Factor{2, Ball(1.0, {1, -1})}, Factor{3, Simplex()}, Factor{2, Halfspace({1, 2}, 0.0)});
  const Product nested(Factor{5, pair}, Factor{2, Singleton({0.25, -3})});
  sets.push_back(pair_case);
  sets.push_back(product_case("ProductOfThree", triple, pair_case, halfspace));
  sets.push_back(product_case("ProductInAProduct", nested, pair_case, singleton));
  return sets;
}

}  // namespace set_testing
