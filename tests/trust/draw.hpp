#pragma once
// draw: a random problem of a family, with the truth about it.

#include <string>

#include "family.hpp"
#include "random_problem.hpp"
#include "truth.hpp"

namespace twoscale::trust {

/// What is worth saying of a problem besides its family.
struct Traits {
  int fast_size = 1, slow_size = 1;
  double condition = 1;  // of A
  double leak = 0;       // |C A^-1|
  std::string set;       // the one that is active, if any
};

struct Drawn {
  Family family;
  int number;
  Traits traits;
  RandomProblem problem;      // for the solver
  Truth truth;                // for the judge
  double trace = 0;           // of Sigma at the solution
  double start_residual = 0;  // squared

  /// 2 tr(Sigma)/T
  double limit(double samples) const { return 2 * trace / samples; }
};

/// The same for the same family and number, always.
Drawn draw(Family family, int number);

}  // namespace twoscale::trust
