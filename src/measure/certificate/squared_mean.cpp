// An interval for |E m|^2 from independent vectors of one law, normal or nearly so, of any dimension.
//
// With average a of K vectors and S their covariance, U = |a|^2 - tr S^/K (the average product of two of them) has
//   mean r = |E m|^2,   variance 4 E m^T S E m / K + 2 tr S^2 / (K (K - 1)),
//   third cumulant 24 E m^T S^2 E m / K^2 + 8 tr S^3 / K^3.
// A gamma law with these three cumulants is the approximation of [pearson_1959] to a noncentral chi-square, and exact
// for r = 0 and S a multiple of the identity but for S being estimated. Nothing larger than K by K is formed.
#include <algorithm>
#include <cmath>
#include <limits>

#include <twoscale/measure/chi_square.hpp>
#include <twoscale/measure/student.hpp>

#include "parts.hpp"

namespace twoscale::detail {

namespace {

Numbers average(const std::vector<Numbers>& vectors) {
  Numbers sum = vectors.front();
  for (std::size_t i = 1; i < vectors.size(); ++i) sum = moved(sum, 1, vectors[i]);
  return scaled(1 / static_cast<double>(vectors.size()), sum);
}

/// tr S^2 without the bias of tr S^^2, which is (tr S)^2/degrees and rules in many dimensions. Unbiased for normal
/// vectors; never below what any S of this trace has, nor above.
double trace_of_square(double square, double trace, double degrees, double dimension) {
  const double n = degrees;
  const double unbiased = n > 1 ? n * n / ((n - 1) * (n + 2)) * (square - trace * trace / n) : square;
  return std::clamp(unbiased, trace * trace / dimension, trace * trace);
}

/// r with fails(r) false above and true below, by bisection; `low` fails.
template <class Fails>
double boundary(double low, double high, const Fails& fails) {
  for (int i = 0; i < 60 && high - low > 1e-12 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (fails(middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace

SquaredMean::SquaredMean(const std::vector<Numbers>& vectors) : groups(static_cast<int>(vectors.size())) {
  const double degrees = groups - 1;
  const Numbers middle = average(vectors);
  std::vector<Numbers> apart;
  for (const Numbers& m : vectors) apart.push_back(difference(m, middle));
  const double size = dot(middle, middle);
  for (const Numbers& a : apart) {
    trace += dot(a, a) / degrees;
    const double projected = dot(a, middle);
    along += size > 0 ? projected * projected / (degrees * size) : 0;
    for (const Numbers& b : apart) {
      const double inner = dot(a, b) / degrees;
      square += inner * inner;
    }
  }
  // What rounding leaves of vectors that are all the same is no noise; squared again it may underflow, too.
  constexpr double kRounding = 1e-30;
  if (!(trace > kRounding * size) || !(square > 0)) trace = square = along = 0;
  square = trace_of_square(square, trace, degrees, static_cast<double>(middle.size()));
  estimate = size - trace / groups;
  if (!(trace > 0)) return;
  // Where noise gives the average its direction, that of E m is not known: the mean of S over directions of noise.
  signal_ = std::max(0.0, estimate) / size;
  along = std::max(along, signal_ * along + (1 - signal_) * square / trace);
}

SquaredMean::GammaFit SquaredMean::gamma_fit(double value, double r) const {
  const double k = groups;
  const double variance = 4 * r * along / k + 2 * square / (k * (k - 1));
  const double third = 24 * r * along * along / (k * k) + 8 * square * square / (trace * k * k * k);
  const double shape = 4 * variance * variance * variance / (third * third);
  return {shape, shape + (value - r) * std::sqrt(shape / variance)};
}
double SquaredMean::below(double value, double r) const {
  const GammaFit at = gamma_fit(value, r);
  return gamma_below(at.at, at.shape);
}
double SquaredMean::above(double value, double r) const {
  const GammaFit at = gamma_fit(value, r);
  return gamma_above(at.at, at.shape);
}

/// S is estimated: the tail that a normal variable has beyond Student's quantile. A variance along one direction has
/// K - 1 degrees of freedom, which is exact far from zero; a trace has as many for each of (tr S)^2/tr S^2 dimensions.
double SquaredMean::widened(double tail) const {
  const double degrees = (groups - 1) * (signal_ + (1 - signal_) * trace * trace / square);
  return student_tail(student_quantile(tail, degrees), std::numeric_limits<double>::infinity());
}

double SquaredMean::lower(double tail) const {
  if (!(trace > 0)) return std::max(0.0, estimate);
  const double least = widened(tail);
  if (!(estimate > 0) || above(estimate, 0) >= least) return 0;
  return boundary(0, estimate, [&](double r) { return above(estimate, r) < least; });
}

/// An estimate below zero is taken for zero: chance alone must not certify more than an estimate of zero does.
double SquaredMean::upper(double tail) const {
  const double value = std::max(0.0, estimate);
  if (!(trace > 0)) return value;
  const double least = widened(tail);
  const auto possible = [&](double r) { return below(value, r) >= least; };
  double high = value + noise();
  while (possible(high) && high < 1e300) high *= 2;
  return boundary(value, high, possible);
}

}  // namespace twoscale::detail
