#pragma once
// What a certificate is held against: x*(y), h(y) and the noise of an ideal query, from the problem's means; and the
// interval that whoever knew the noise would make.

#include <algorithm>
#include <cmath>

#include <twoscale/core/stream.hpp>
#include <twoscale/measure/chi_square.hpp>
#include <twoscale/measure/numbers.hpp>

namespace suite {

using twoscale::Evaluator;
using twoscale::detail::Dense;
using twoscale::detail::difference;
using twoscale::detail::dot;
using twoscale::detail::moved;
using twoscale::detail::norm;
using Numbers = Evaluator::Numbers;

/// Iterates the mean of F, which contracts.
inline Numbers fast_solution(const Evaluator& problem, const Numbers& y) {
  if (auto known = problem.fast_solution(y)) return *known;
  Numbers x = problem.fast_start();
  for (int i = 0; i < 100000; ++i) {
    Numbers next = problem.mean_fast(x, y).value();
    const double step = norm(difference(next, x));
    x = std::move(next);
    if (step < 1e-14) break;
  }
  return x;
}

inline Numbers reduced(const Evaluator& problem, const Numbers& y) {
  return problem.mean_slow(fast_solution(problem, y), y).value();
}

/// Proj_Y[h(y)] - y
inline Numbers residual(const Evaluator& problem, const Numbers& y) {
  Numbers h = reduced(problem, y);
  problem.project_slow(h);
  return difference(h, y);
}

/// A fixed point of h, by halved steps from the start.
inline Numbers solution(const Evaluator& problem) {
  Numbers y = problem.slow_start();
  for (int i = 0; i < 20000; ++i) {
    const Numbers r = residual(problem, y);
    if (norm(r) < 1e-8) break;
    y = moved(y, 0.5, r);
    problem.project_slow(y);
  }
  return y;
}

/// The slope of a mean in x, by central differences.
template <class Function>
Dense slope(const Function& mean, const Numbers& x, int rows) {
  constexpr double kStep = 1e-5;
  Dense out(rows, static_cast<int>(x.size()));
  for (int j = 0; j < out.cols; ++j) {
    Numbers up = x, down = x;
    up[j] += kStep, down[j] -= kStep;
    const Numbers rise = difference(mean(up), mean(down));
    for (int i = 0; i < rows; ++i) out.at(i, j) = rise[i] / (2 * kStep);
  }
  return out;
}

/// The covariance of G + P* F at x*(y): of one pair of queries.
inline Dense noise_of_pair(const Evaluator& problem, const Numbers& y) {
  const Numbers x = fast_solution(problem, y);
  const int fast = problem.shape().fast, slow = problem.shape().slow;
  Dense a = slope([&](const Numbers& v) { return problem.mean_fast(v, y).value(); }, x, fast);
  for (double& entry : a.entry) entry = -entry;
  for (int i = 0; i < fast; ++i) a.at(i, i) += 1;
  const Dense c = slope([&](const Numbers& v) { return problem.mean_slow(v, y).value(); }, x, slow);
  const Dense p = twoscale::detail::right_divide(c, a).value();
  constexpr std::uint64_t kDraws = 20000;
  const Numbers g = problem.mean_slow(x, y).value(), f = problem.mean_fast(x, y).value();
  Dense out(slow, slow);
  for (std::uint64_t k = 0; k < kDraws; ++k) {
    const Numbers of_slow = difference(problem.slow(x, y, problem.noise(twoscale::Role::zeta_g, 99, 0, k)), g);
    const Numbers of_fast = difference(problem.fast(x, y, problem.noise(twoscale::Role::zeta_f, 99, 0, k)), f);
    const Numbers both = moved(of_slow, 1, p.times(of_fast));
    for (int i = 0; i < slow; ++i)
      for (int j = 0; j < slow; ++j) out.at(i, j) += both[i] * both[j] / kDraws;
  }
  return out;
}

/// L with L L^T = S, where S may be singular.
inline Dense root(const Dense& s) {
  Dense out(s.rows, s.rows);
  double trace = 0;
  for (int i = 0; i < s.rows; ++i) trace += s.at(i, i);
  for (int j = 0; j < s.rows; ++j) {
    double pivot = s.at(j, j);
    for (int k = 0; k < j; ++k) pivot -= out.at(j, k) * out.at(j, k);
    if (!(pivot > 1e-12 * trace)) continue;
    for (int i = j; i < s.rows; ++i) {
      double entry = s.at(i, j);
      for (int k = 0; k < j; ++k) entry -= out.at(i, k) * out.at(j, k);
      out.at(i, j) = entry / std::sqrt(pivot);
    }
  }
  return out;
}

/// The law of |a|^2 - tr S for a normal a with mean of length sqrt(r) and covariance S, known: the gamma law with its
/// three first cumulants.
struct KnownLaw {
  double along = 0, along_square = 0, second = 0, third = 0;  // u^T S u, u^T S^2 u, tr S^2, tr S^3

  KnownLaw(const Dense& s, Numbers u) {
    const double length = norm(u);
    if (length > 0)
      for (double& value : u) value /= length;
    const Numbers su = s.times(u);
    along = dot(u, su), along_square = dot(su, su);
    for (int i = 0; i < s.rows; ++i) {
      Numbers unit(static_cast<std::size_t>(s.rows));
      unit[i] = 1;
      const Numbers column = s.times(unit);
      second += dot(column, column), third += dot(column, s.times(column));
    }
  }
  double below(double value, double r) const {
    const double variance = 4 * r * along + 2 * second, skew = 24 * r * along_square + 8 * third;
    const double shape = 4 * variance * variance * variance / (skew * skew);
    return twoscale::gamma_below(shape + (value - r) * std::sqrt(shape / variance), shape);
  }
  /// The r at which the value is at this quantile; 0 where none is.
  double at(double value, double level) const {
    if (below(value, 0) < level) return 0;
    double low = 0, high = std::abs(value) + std::sqrt(second);
    while (below(value, high) > level) high *= 2;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (low + high);
      (below(value, middle) > level ? low : high) = middle;
    }
    return low;
  }
};

/// The average width of the 95 % interval for |E m|^2 from the average of n/2 pairs of queries, normal, with a known
/// covariance; where E m points is read off the average, as it has to be. Estimates below zero are taken for zero at
/// the upper end, as certificates do.
inline double ideal_width(const Dense& pair, const Numbers& mean, double samples) {
  Dense s = pair;
  double trace = 0;
  for (double& entry : s.entry) entry *= 2 / samples;
  for (int i = 0; i < s.rows; ++i) trace += s.at(i, i);
  const Dense l = root(s);
  constexpr int kDraws = 200;
  twoscale::Stream<1> normals(7, 0, 0, twoscale::Law::normal, s.rows);
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) {
    const auto z = normals.draw<twoscale::kDynamic>(static_cast<std::uint64_t>(i));
    Numbers drawn(mean.size());
    for (int k = 0; k < s.rows; ++k) drawn[k] = z[k].lane(0);
    const Numbers a = moved(mean, 1, l.times(drawn));
    const double estimate = dot(a, a) - trace;
    const KnownLaw law(s, a);
    sum += law.at(std::max(0.0, estimate), 0.025) - law.at(estimate, 0.975);
  }
  return sum / kDraws;
}

}  // namespace suite
