#pragma once
// NumbersFace: a Face on plain numbers, of a set that is known by its projection alone.

#include <functional>

#include <twoscale/measure/numbers.hpp>
#include <twoscale/problem/face.hpp>
#include <twoscale/problem/numbers.hpp>

namespace twoscale::detail {

/// A projection of plain numbers, seen as a set.
struct ProjectionSet {
  std::function<void(Numbers&)> onto;
  template <class V>
  void project(V& v) const {
    Numbers numbers = to_numbers(v);
    onto(numbers);
    v = to_vector<V>(numbers);
  }
};

class NumbersFace {
 public:
  NumbersFace(std::function<void(Numbers&)> onto, const Numbers& point)
      : set_{std::move(onto)}, face_(set_, to_vector<Vector<Real>>(point)) {}
  static NumbersFace fast(const Evaluator& problem, const Numbers& point) {
    return {[&problem](Numbers& v) { problem.project_fast(v); }, point};
  }
  static NumbersFace slow(const Evaluator& problem, const Numbers& point) {
    return {[&problem](Numbers& v) { problem.project_slow(v); }, point};
  }
  NumbersFace(const NumbersFace&) = delete;  // the face looks at the set in here
  NumbersFace& operator=(const NumbersFace&) = delete;

  bool is_active() const { return face_.is_active(); }
  Numbers nearest() const { return to_numbers(face_.nearest()); }
  Numbers along(const Numbers& v) const { return to_numbers(face_.along(to_vector<Vector<Real>>(v))); }
  /// M D, row by row.
  void project_rows(Dense& matrix) const {
    Numbers row(static_cast<std::size_t>(matrix.cols));
    for (int i = 0; i < matrix.rows; ++i) {
      for (int j = 0; j < matrix.cols; ++j) row[j] = matrix.at(i, j);
      row = along(row);
      for (int j = 0; j < matrix.cols; ++j) matrix.at(i, j) = row[j];
    }
  }

 private:
  ProjectionSet set_;
  Face<ProjectionSet, Vector<Real>> face_;
};

}  // namespace twoscale::detail
