#pragma once
// Steps: how far each line of a method moves in one iteration.

namespace twoscale {

/// [P] letters: fast = alpha, preconditioner = gamma, slow = beta, anchor = lambda.
struct Steps {
  double fast = 0, preconditioner = 0, slow = 0, anchor = 0;
};

}  // namespace twoscale
