// From h(y) - y to the natural residual, Proj_Y[h(y)] - y, with its noise.
//
// Around the average of the vectors the projection is its derivative D: noise across the face is cut off, noise along
// it stays. Near a seam, where a constraint is about to become active or to cease being so, that is not the whole
// truth: the projection is tried two standard errors away in the direction of each vector, both ways, and how far it is
// from D there, in the root mean square over vectors, widens the interval.
#include <algorithm>
#include <cmath>

#include "parts.hpp"

namespace twoscale::detail {

double make_natural(const Evaluator& problem, const Numbers& y, std::vector<Numbers>& means) {
  Numbers middle(y.size());
  for (const Numbers& m : means) add(middle, 1 / static_cast<double>(means.size()), m);
  if (!finite(middle)) return 0;
  const NumbersFace face = NumbersFace::slow(problem, moved(y, 1, middle));
  const double two_errors = 2 / std::sqrt(static_cast<double>(means.size()));
  double squares = 0;
  std::vector<Numbers> out;
  const Numbers natural = face.is_active() ? difference(face.nearest(), y) : middle;
  for (const Numbers& m : means) {
    const Numbers apart = difference(m, middle);
    out.push_back(moved(natural, 1, face.along(apart)));
    double farther = 0;
    for (const double sign : {-two_errors, two_errors}) {
      Numbers there = moved(moved(y, 1, middle), sign, apart);
      problem.project_slow(there);
      const Numbers expected = moved(natural, sign, face.along(apart));
      farther = std::max(farther, distance(difference(there, y), expected));
    }
    squares += farther * farther;
  }
  const double seam = std::sqrt(squares / static_cast<double>(means.size()));
  if (!face.is_active() && seam <= 1e-12 * (norm(y) + norm(middle))) return 0;  // nothing is projected: left as it is
  means = std::move(out);
  return seam;
}

}  // namespace twoscale::detail
