#pragma once
// The outlook: what awaits a run at its start, measured before it by products with derivative samples and Krylov
// solves, without a matrix.
//
// Lag: how much of y's motion a raw oracle sees come back through x, which lags behind x*(y).
//
//   y moves by v an iteration, x follows with steps alpha:   x = x*(y) - (1/alpha) A^-1 x*'(y) v,   x*' = A^-1 df/dy
//   G is then off by C of that: by (1/alpha) M v, M = C A^-1 x*'(y)
//
// to first order, so that y' = y + beta (h(y) - y) becomes (I + (beta/alpha) M)(y' - y) = beta (h(y) - y): without a
// correction alpha/beta has to stay above |M|.
//
// Bend: x that follows with steps alpha fluctuates by e, E e e^T in proportion to alpha. Where f and g bend, H is then
// off by E (1/2)(g''(e, e) + P f''(e, e)), however H is corrected, for a correction is linear in F.
//
// Shake: how noisy samples of A are. A learned P has that noise in it, and a leak makes it the larger.

#include <cstdint>
#include <optional>
#include <vector>

#include <twoscale/problem/evaluator.hpp>

namespace twoscale {

struct LagGain {
  double gain = 0;      // of the direction of y that is stretched most, as far as was seen: no more than |M|
  double slowness = 0;  // |A^-1 v| / |v|: 1 / alpha times as many iterations until x has gone where y sends it
  bool solved = true;   // the solves behind these did not have to stop early
  std::uint64_t evaluations = 0;  // of F, G and their derivatives that it took, at most
};

/// Where a run starts, for about so many evaluations; the problem's own first points where none are given. None where
/// the evaluations are too few, where the problem has no derivatives in x, and where something is not finite.
std::optional<LagGain> lag_gain(const Evaluator& problem, std::uint64_t evaluations,
                                const std::vector<double>& fast_start = {}, const std::vector<double>& slow_start = {});

struct Outlook {
  double fast_noise = 0;          // of one estimate of h: tr P Cov F P^T,
  double slow_noise = 0;          // and tr Cov G
  double widest = 1;              // the share of it in any one direction, at most
  double bend = 0;                // |bias of H| over alpha
  double shake = 0;               // of a sample A v, its noise over its mean
  std::uint64_t evaluations = 0;  // that it took, at most
};

/// The same: for about so many evaluations, or none.
std::optional<Outlook> outlook(const Evaluator& problem, std::uint64_t evaluations,
                               const std::vector<double>& fast_start = {}, const std::vector<double>& slow_start = {});

}  // namespace twoscale
