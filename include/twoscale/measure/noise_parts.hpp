#pragma once
// How noisy F and G are, each as one estimate H = G + P (F - w) of h sees it: tr P Cov F P^T and tr Cov G. A run that
// draws F and G as the roots of the two are needs the fewest samples (StatisticalLimit::at_best_split).

#include <cstdint>
#include <optional>
#include <vector>

#include <twoscale/problem/evaluator.hpp>

namespace twoscale {

struct NoiseParts {
  double fast = 0, slow = 0;
  /// Of the larger of the two, S: sqrt(tr S^2) / tr S, a bound on the share of it in any one direction.
  double widest = 1;
  std::uint64_t samples = 0;  // of F, G and their derivatives, that it took
};

/// At (x, y), w being x before it was projected. `preconditioner` is P, row by row; where it is empty P r is found by
/// Krylov solves with averages of derivative samples. It takes about so many evaluations. None where something is not
/// finite, and where P is unknown and the problem has no derivatives. The same arguments give the same bits.
std::optional<NoiseParts> noise_parts(const Evaluator& problem, const std::vector<double>& x,
                                      const std::vector<double>& w, const std::vector<double>& y,
                                      const std::vector<double>& preconditioner, std::uint64_t evaluations);

}  // namespace twoscale
