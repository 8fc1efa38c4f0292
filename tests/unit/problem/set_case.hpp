#pragma once
// SetCase: one set under test, with a membership check and members of its own making, in plain doubles.
// Matrices are points too: their entries row by row.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <twoscale/core/matrix.hpp>

namespace set_testing {

using Point = std::vector<double>;
using twoscale::Pack;
using twoscale::Real;
inline constexpr int kLanes = 8;

struct SetCase {
  std::string name;
  int dimension = 0;
  std::function<Point(const Point&)> project;
  std::function<std::vector<Point>(const std::vector<Point>&)> project_lanes;  // of kLanes points at once
  std::function<double(const Point&)> violation;  // 0 in the set, the distance or more outside
  std::function<Point(const Point&)> member;      // a member made from any point
  Point inner = {};                               // deep in the set: what lies between it and a member keeps its bits
  bool exact_twice = false;                       // projecting twice gives the very same bits
};

inline std::ostream& operator<<(std::ostream& out, const SetCase& set) { return out << set.name; }

inline double dot(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
inline double length(const Point& a) { return std::sqrt(dot(a, a)); }
/// a + factor b.
inline Point moved(const Point& a, double factor, const Point& b) {
  Point out = a;
  for (std::size_t i = 0; i < a.size(); ++i) out[i] += factor * b[i];
  return out;
}
inline Point minus(const Point& a, const Point& b) { return moved(a, -1, b); }

inline bool same_bits(const Point& a, const Point& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

/// Runs action on W points laid side by side in `values`, which has entries [i].
template <int W, class Values, class Action>
std::vector<Point> on_lanes(Values& values, int count, const std::vector<Point>& points, const Action& action) {
  for (int i = 0; i < count; ++i)
    for (int lane = 0; lane < W; ++lane) values[i].set_lane(lane, points[lane][i]);
  action();
  std::vector<Point> out(W, Point(count));
  for (int i = 0; i < count; ++i)
    for (int lane = 0; lane < W; ++lane) out[lane][i] = values[i].lane(lane);
  return out;
}

template <int W, class Set>
std::vector<Point> project_vectors(const Set& set, const std::vector<Point>& points) {
  twoscale::Vector<Pack<double, W>> v(static_cast<int>(points[0].size()));
  return on_lanes<W>(v, v.size(), points, [&] { set.project(v); });
}
template <int W, class Set>
std::vector<Point> project_matrices(const Set& set, int rows, int cols, const std::vector<Point>& points) {
  twoscale::Matrix<Pack<double, W>> m(rows, cols);
  return on_lanes<W>(m.entries(), rows * cols, points, [&] { set.project(m); });
}

template <class Set>
SetCase vector_case(std::string name, int dimension, const Set& set) {
  return {.name = std::move(name),
          .dimension = dimension,
          .project = [set](const Point& v) { return project_vectors<1>(set, {v})[0]; },
          .project_lanes = [set](const std::vector<Point>& points) { return project_vectors<kLanes>(set, points); },
          .violation = {},
          .member = {}};
}
template <class Set>
SetCase matrix_case(std::string name, int rows, int cols, const Set& set) {
  return {.name = std::move(name),
          .dimension = rows * cols,
          .project = [=](const Point& v) { return project_matrices<1>(set, rows, cols, {v})[0]; },
          .project_lanes = [=](const std::vector<Point>& p) { return project_matrices<kLanes>(set, rows, cols, p); },
          .violation = {},
          .member = {}};
}

}  // namespace set_testing
