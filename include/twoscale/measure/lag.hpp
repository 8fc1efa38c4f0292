#pragma once
// The lag gain: how much of y's motion a raw oracle sees come back through x, which lags behind x*(y).
//
//   y moves by v an iteration, x follows with steps alpha:   x = x*(y) - (1/alpha) A^-1 x*'(y) v,   x*' = A^-1 df/dy
//   G is then off by C of that: by (1/alpha) M v, M = C A^-1 x*'(y)
//
// to first order, so that y' = y + beta (h(y) - y) becomes (I + (beta/alpha) M)(y' - y) = beta (h(y) - y): without a
// correction alpha/beta has to stay above |M|. Measured by products with derivative samples and Krylov solves, without
// a matrix.

#include <cstdint>
#include <optional>
#include <vector>

#include <twoscale/problem/evaluator.hpp>

namespace twoscale {

struct LagGain {
  double gain = 0;                // of the direction of y that is stretched most, as far as was seen: no more than |M|
  std::uint64_t evaluations = 0;  // of F, G and their derivatives that it took, at most
};

/// Where a run starts, for about so many evaluations; the problem's own first points where none are given. None where
/// the evaluations are too few, where the problem has no derivatives in x, and where something is not finite.
std::optional<LagGain> lag_gain(const Evaluator& problem, std::uint64_t evaluations,
                                const std::vector<double>& fast_start = {}, const std::vector<double>& slow_start = {});

}  // namespace twoscale
