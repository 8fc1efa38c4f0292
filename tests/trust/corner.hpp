#pragma once
// Corner: a random set with a point on its boundary, where a solution is to be.

#include <string>

#include "dice.hpp"
#include "random_problem.hpp"
#include "truth.hpp"

namespace twoscale::trust {

struct Corner {
  std::string name;  // box, ball or simplex
  AnySet set;        // for the solver
  ActiveSet active;  // the same, for the truth
  Vec point;
  Vec normal;  // points out of the set there: a map that ends at point + normal is projected back onto the point
  Vec inside;  // another point of the set, to start from
};

/// A set of about the size `unit`, with normals between a fifth of `strength` units and about one `strength`.
Corner random_corner(Dice& dice, int size, double unit, double strength);

}  // namespace twoscale::trust
