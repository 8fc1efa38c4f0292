#pragma once
// The toolkit of what is measured: plain vectors, small dense algebra, P from derivatives, fixed points, quantiles,
// numbers in a sentence. Checks, certificates and limits use it. Kernels do not: theirs are packs (core/matrix.hpp).

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <twoscale/measure/mean.hpp>
#include <twoscale/problem/evaluator.hpp>

namespace twoscale::detail {

using Numbers = Evaluator::Numbers;

// --- vectors
double dot(const Numbers& a, const Numbers& b);
double norm(const Numbers& v);
double distance(const Numbers& a, const Numbers& b);
/// a + s b
Numbers moved(const Numbers& a, double s, const Numbers& b);
Numbers difference(const Numbers& a, const Numbers& b);
Numbers scaled(double s, const Numbers& v);
bool finite(const Numbers& v);

// --- small dense matrices
struct Dense {
  int rows = 0, cols = 0;
  Numbers entry;  // row by row
  Dense(int r, int c) : rows(r), cols(c), entry(static_cast<std::size_t>(r) * static_cast<std::size_t>(c)) {}
  double& at(int i, int j) { return entry[static_cast<std::size_t>(i) * cols + j]; }
  double at(int i, int j) const { return entry[static_cast<std::size_t>(i) * cols + j]; }
  Numbers times(const Numbers& v) const;
  Numbers transposed_times(const Numbers& v) const;
};
/// Elimination with partial pivoting; nothing when the matrix is singular to rounding.
std::optional<Numbers> solve(Dense matrix, Numbers right);
/// The same for the transposed system, several right sides: X with X matrix = right.
std::optional<Dense> right_divide(const Dense& right, const Dense& matrix);
Dense identity_minus(Dense matrix);
/// C (I - df/dx)^-1, [P] eq. (A-C-P); nothing where I - df/dx is singular.
std::optional<Dense> preconditioner(const Dense& fast_derivative, const Dense& slow_derivative);
/// The direction the matrix stretches most, by power iteration on M^T M.
Numbers top_direction(const Dense& matrix);
double operator_norm(const Dense& matrix);
/// Beyond this many fast numbers no square matrix is formed.
inline constexpr int kDenseLimit = 64;

// --- fixed points
/// A map of which a value may not be known.
using PartialMap = std::function<std::optional<Numbers>(const Numbers&)>;
struct FixedPoint {
  Numbers point, image;  // image before it is projected
  double residual = 0;
};
/// Of a non-expansive map followed by a projection, from a start, in so many steps at most: Halpern's iteration.
/// Nothing where a value is not known or not finite.
std::optional<FixedPoint> find_fixed_point(const PartialMap& map, const std::function<void(Numbers&)>& project,
                                           Numbers start, std::uint64_t steps);
/// Of a contraction, projected, to 1e-10: Anderson's extrapolation, which takes the map's own step where it goes
/// astray. Nothing where it is not found in 400 steps.
std::optional<Numbers> find_contraction_point(const std::function<Numbers(const Numbers&)>& map,
                                              const std::function<void(Numbers&)>& project, const Numbers& start);

// --- statistics
/// z with P(Z > z) = tail for a standard normal.
double normal_quantile(double tail);
/// A vector's mean, coordinate by coordinate.
class VectorMean {
 public:
  void add(const Numbers& v);
  Numbers value() const;
  double standard_error(std::size_t i) const { return mean_[i].standard_error(); }
  /// Of the whole vector: sqrt(sum of squares).
  double standard_error() const;
  std::uint64_t count() const { return mean_.empty() ? 0 : mean_[0].count(); }
  std::size_t size() const { return mean_.size(); }

 private:
  std::vector<Mean> mean_;
};
struct Tail {
  double shape = 0, standard_error = 0;  // of the generalised Pareto law of the largest values
  int used = 0;
};
/// From probability-weighted moments of the excesses over the 98 % quantile. Reorders the values.
Tail tail_shape(std::vector<double>& values);

// --- text
std::string brief(double value);
std::string grouped(std::uint64_t count);
/// "(1.9, -0.3)", cut after a few numbers.
std::string point(const Numbers& v);

}  // namespace twoscale::detail
