// Does f(x*(y), y) stay in X and h(y) in Y? [P] Assumption compact
//
// A set that is left holds its variable: it is a constraint, and part of the problem. x*(y) then solves a variational
// inequality, and solutions are fixed points of Proj_Y h (docs/concepts/sets.md). That is a warning: the theorems of
// the paper do not cover it, and the set may have been meant as a mere bound.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

constexpr double kRounding = 1e-6;  // of the diameter

/// f(x*(y), y) or h(y) at a point, and what its error may hide.
struct Image {
  Numbers y, value;
  double uncertainty = 0;
};
struct Images {
  std::vector<Image> fast, slow;
};

/// The means where offered, then closed forms that were found right: no noise, so that a thousand points are cheap.
Images exact_images(Probe& probe) {
  const Evaluator& problem = probe.problem();
  const int points = probe.fewer(1024, 64);
  Images out;
  for (int i = 0; i < points; ++i) {
    const Numbers y = i % 2 ? probe.slow_point() : probe.slow_boundary();
    if (probe.can().means) {
      const auto x = Frozen::exact(probe).fast_solution(y, problem.fast_start());
      if (!x) continue;
      out.fast.push_back({y, *problem.mean_fast(*x, y), 0});
      out.slow.push_back({y, *problem.mean_slow(*x, y), 0});
    } else {
      if (const auto x = problem.fast_solution(y)) out.fast.push_back({y, *x, 0});
      if (const auto h = problem.reduced(y)) out.slow.push_back({y, *h, 0});
    }
  }
  return out;
}

Image averaged(Probe& probe, const Numbers& y, const std::vector<Numbers>& values, double tests) {
  VectorMean mean;
  for (const Numbers& value : values) mean.add(value);
  return {y, mean.value(), probe.alarm_t(tests, static_cast<double>(values.size()) - 1) * mean.standard_error()};
}

Images sampled_images(Probe& probe, const SolvedPoints& solved) {
  Images out;
  for (const Solved& at : solved.points) {
    const auto tests = static_cast<double>(solved.points.size());
    std::vector<Numbers> images;
    for (std::size_t s = 0; s < at.x.size(); ++s) images.push_back(solved.sets[s].fast(at.x[s], at.y));
    out.fast.push_back(averaged(probe, at.y, images, tests));
    out.slow.push_back(averaged(probe, at.y, at.h, tests));
  }
  return out;
}

CheckLine set_line(Probe& probe, const std::vector<Image>& images, bool fast) {
  const std::string symbol = fast ? "f(x*(y), y)" : "h(y)", set = fast ? "fast" : "slow";
  CheckLine line{"sets", set + "_set", CheckVerdict::ok, "", "", {}};
  if (images.empty()) {
    line.verdict = CheckVerdict::unknown;
    line.text = symbol + " could not be found at any point";
    return line;
  }
  const Region& region = fast ? probe.fast_region() : probe.slow_region();
  const double scale = region.radius > 0 ? 2 * region.radius : 1 + norm(region.centre);
  std::uint64_t outside = 0;
  double worst = 0, vague = 0;
  Numbers where;
  for (const Image& image : images) {
    Numbers inside = image.value;
    if (fast) probe.problem().project_fast(inside);
    else probe.problem().project_slow(inside);
    const double away = distance(inside, image.value);
    vague = std::max(vague, image.uncertainty);
    if (!(away > image.uncertainty + kRounding * (scale + norm(image.value)))) continue;
    ++outside;
    if (away > worst) worst = away, where = image.y;
  }
  const std::string total = grouped(images.size()) + " points";
  if (outside > 0) {
    line.verdict = CheckVerdict::warning;
    line.text = symbol + " leaves the " + set + " set for " + grouped(outside) + " of " + total + ", by at most " +
                brief(worst) + ", at y = " + point(where);
    line.advice = std::string(fast ? "the set holds x: solved is the inner problem on it, which auto does and the "
                                     "presets' theorems do not cover"
                                   : "the set holds y: solved is y = Proj_Y h(y), which the presets' theorems do not "
                                     "cover unless G itself is projected") +
                  "; keep it if it is a constraint, enlarge it only if it was meant as a bound";
  } else {
    line.text = symbol + " stays in the " + set + " set at " + total +
                (vague > 0 ? ", as far as the noise lets see (" + brief(vague) + ")" : "");
  }
  if (!region.bounded) line.text += "; the " + set + " set has no bound";
  line.numbers = {{"points", static_cast<double>(images.size())},
                  {"outside", static_cast<double>(outside)},
                  {"worst", worst},
                  {"uncertainty", vague}};
  return line;
}

}  // namespace

void check_sets(Probe& probe, const SolvedPoints& solved, const Findings& findings, Lines& out) {
  const Abilities& can = probe.can();
  const bool closed = can.fast_solution && can.reduced && findings.trust_closed_forms;
  const Images images = can.means || closed ? exact_images(probe) : sampled_images(probe, solved);
  out.push_back(set_line(probe, images.fast, true));
  out.push_back(set_line(probe, images.slow, false));
}

}  // namespace twoscale::detail
