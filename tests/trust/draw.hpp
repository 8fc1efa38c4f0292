#pragma once
// A random problem of a family, with what is known of it by construction. Nothing here uses the solver's code.

#include <Eigen/Dense>

#include "random_problem.hpp"

namespace twoscale::trust {

enum class Family {
  plain,
  curved,
  multiplies,       // noise in proportion to y, which grows on the way
  heavy,            // heavy tails
  rare,             // one event in a thousand
  discrete,         // signs
  quiet,            // noise of 1e-5
  noiseless,
  fast_active,      // x* on the boundary of its set
  slow_active,      // y* on the boundary of its set
  flat,             // h turns nothing in one direction, or hardly
  turning,          // h only turns
  ill_conditioned,  // fast condition 100 to 10^4, leak up to 1000
  expanding         // h expands in a direction: nothing to be found
};
inline constexpr int kFamilies = 14;
const char* name_of(Family family);

struct Drawn {
  Family family;
  int number;
  RandomProblem problem;
  double condition = 1, leak = 0;  // of A; |C A^-1|
  double trace = 0;                // of Sigma at the solution, on the faces that are active there
  double start_residual = 0;       // squared
  std::string set = "";            // which set, where one is active

  /// x*(y), of the problem with its sets.
  Eigen::VectorXd fast_solution(const Eigen::VectorXd& y) const;
  /// |Proj_Y h(y) - y|^2
  double squared_residual(const std::vector<double>& y) const;
  /// 2 tr(Sigma)/T
  double limit(double samples) const { return 2 * trace / samples; }
  bool right(double residual, double samples) const {
    return residual <= 20 * limit(samples) || residual <= 1e-9 * start_residual;
  }
};

Drawn draw(Family family, int number);

}  // namespace twoscale::trust
