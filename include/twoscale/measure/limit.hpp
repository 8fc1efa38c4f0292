#pragma once
// The statistical limit: how small can E|h(y) - y|^2 be after T samples, whatever the method?
//
// With P* = C A^-1 at (x*(y), y), one sample each of F and G make an unbiased estimate of h at the solution, up to
// second order: H = G + P* (F - x). Its covariance is
//
//   Sigma = Cov G + P* Cov F P*^T
//
// and a mean of N of them leaves tr(Sigma)/N of E|h(y) - y|^2: what averaging attains [polyak_juditsky_1992]. A pair is
// two samples, so T of them allow about 2 tr(Sigma)/T. docs/concepts/limit.md says what of this is proved, and where it
// is a yardstick and not a bound.

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <twoscale/problem/evaluator.hpp>

namespace twoscale {

struct LimitOptions {
  std::uint64_t samples = 16384;  // of each of F and G, for Sigma; fewer where x and y are large
  std::uint64_t seed = 1;         // the streams have a key of their own, which no run uses
  /// Evaluations of F, G and their derivatives that it may cost, about, where x is too large for a matrix P; 0: as many
  /// as take seconds.
  std::uint64_t evaluations = 0;
};

struct StatisticalLimit {
  double trace = 0, standard_error = 0;   // of Sigma
  double slow_trace = 0, fast_trace = 0;  // of Cov G and of P* Cov F P*^T, which add up to it
  std::vector<double> covariance;         // Sigma, row by row; empty where y has more than 64 numbers
  std::vector<double> x, y;               // where it was measured
  bool whole = true;                      // false: P* could not be had, so only G's noise is in it: too low
  std::string how;                        // in words: where, from what, what is missing

  /// 2 tr(Sigma)/T: as many samples of F as of G.
  double at(double samples) const { return 2 * trace / samples; }
  /// The same where the samples are split as is best, as sqrt(tr P* Cov F P*^T) to sqrt(tr Cov G): up to two times
  /// less.
  double at_best_split(double samples) const {
    const double sum = std::sqrt(slow_trace) + std::sqrt(fast_trace);
    return sum * sum / samples;
  }
};

/// At a solution, which is found from the problem's h(y) or its means; none where it gives neither, where its fast map
/// has no fixed point that can be found, and where something is not finite.
/// Throws Error on options out of range. The same options give the same bits.
std::optional<StatisticalLimit> statistical_limit(const Evaluator& problem, const LimitOptions& options = {});

/// At a given y, such as the answer of a run, from samples alone: x moves to x*(y) first, starting from x. None where
/// something is not finite, or A is singular as far as its samples tell.
/// Throws Error on options out of range, and on x or y of the wrong size.
std::optional<StatisticalLimit> limit_at(const Evaluator& problem, const std::vector<double>& x,
                                         const std::vector<double>& y, const LimitOptions& options = {});

}  // namespace twoscale
