// Does x*(y) stay in X and h(y) in Y? [P] Assumption compact
//
// A fast set without x*(y) is wrong: the projected fast variable can never arrive. A slow set that h leaves is a
// warning up to a tenth of its diameter: the projected map is non-expansive still, but its fixed points may be others.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

constexpr double kRounding = 1e-6;  // of the diameter
constexpr double kFastWrong = 0.01, kSlowWrong = 0.1;

/// x*(y) or h(y) at a point, and what its error may hide.
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
      out.fast.push_back({y, *x, 0});
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

Images sampled_images(Probe& probe, const Survey& survey) {
  Images out;
  for (const Solved& at : survey.points) {
    const auto tests = static_cast<double>(survey.points.size());
    out.fast.push_back(averaged(probe, at.y, at.x, tests));
    out.slow.push_back(averaged(probe, at.y, at.h, tests));
  }
  return out;
}

CheckLine set_line(Probe& probe, const std::vector<Image>& images, bool fast) {
  const std::string symbol = fast ? "x*(y)" : "h(y)", set = fast ? "fast" : "slow";
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
    line.verdict = worst > (fast ? kFastWrong : kSlowWrong) * scale ? CheckVerdict::wrong : CheckVerdict::warning;
    line.text = symbol + " leaves the " + set + " set for " + grouped(outside) + " of " + total + ", by at most " +
                brief(worst) + ", at y = " + point(where);
    line.advice = fast ? "enlarge fast_set: the projected fast variable cannot reach x*(y)"
                  : line.verdict == CheckVerdict::wrong
                      ? "enlarge slow_set until h stays in it: the projected map may have other fixed points"
                      : "enlarge slow_set, or keep the projection";
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

void check_sets(Probe& probe, const Survey& survey, const Findings& findings, Lines& out) {
  const Abilities& can = probe.can();
  const bool closed = can.fast_solution && can.reduced && findings.trust_closed_forms;
  const Images images = can.means || closed ? exact_images(probe) : sampled_images(probe, survey);
  out.push_back(set_line(probe, images.fast, true));
  out.push_back(set_line(probe, images.slow, false));
}

}  // namespace twoscale::detail
