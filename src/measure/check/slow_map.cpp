// Is h non-expansive? [P] Assumption slow-nonexp. Every pair of surveyed points. Where the problem gives its means, or
// a closed form of h that was found right, h is computed. Else both points were solved with the same noise sets, so
// that noise common to both cancels; the sets differ by what is left of it, and that is the uncertainty.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

/// Fixed points are solved to 1e-10; over pairs 1e-2 apart that leaves this much in a ratio.
constexpr double kRounding = 1e-6;

struct Ratio {
  double value = 0, standard_error = 0;
  std::size_t i = 0, j = 0;
};

Ratio ratio_of(const Solved& a, const Solved& b) {
  const double apart = distance(a.y, b.y);
  VectorMean mean;
  for (std::size_t s = 0; s < a.h.size(); ++s) mean.add(difference(a.h[s], b.h[s]));
  const Numbers d = mean.value();
  if (a.h.size() == 1) return {norm(d) / apart, 0, 0, 0};  // computed
  // |mean|^2 is too large by the mean's own variance.
  const double noise = mean.standard_error(), square = std::max(0.0, dot(d, d) - noise * noise);
  Ratio out{std::sqrt(square) / apart, 0, 0, 0};
  if (dot(d, d) > 0) {
    Mean along;
    const Numbers unit = scaled(1 / norm(d), d);
    for (std::size_t s = 0; s < a.h.size(); ++s) along.add(dot(unit, difference(a.h[s], b.h[s])));
    out.standard_error = along.standard_error() / apart;
  }
  return out;
}

std::vector<Ratio> all_ratios(const SolvedPoints& solved, double least_apart) {
  std::vector<Ratio> out;
  for (std::size_t i = 0; i < solved.points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (distance(solved.points[i].y, solved.points[j].y) < least_apart) continue;
      out.push_back(ratio_of(solved.points[i], solved.points[j]));
      out.back().i = i, out.back().j = j;
    }
  return out;
}

std::string four_digits(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4f", value);
  return buffer;
}

/// The same points with h computed; nothing where the problem does not say enough of itself.
std::optional<SolvedPoints> computed(Probe& probe, const SolvedPoints& solved, const Findings& findings) {
  const Evaluator& problem = probe.problem();
  const bool means = probe.can().means && findings.trust_means,
             closed = probe.can().reduced && findings.trust_closed_forms;
  if (!means && !closed) return std::nullopt;
  SolvedPoints out;
  for (const Solved& at : solved.points) {
    if (means) {
      const auto x = Frozen::exact(probe).fast_solution(at.y, problem.fast_start());
      if (!x) return std::nullopt;
      out.points.push_back({at.y, {*x}, {*problem.mean_slow(*x, at.y)}});
    } else {
      out.points.push_back({at.y, {}, {*problem.reduced(at.y)}});
    }
  }
  return out;
}

CheckLine unsolved(const SolvedPoints& solved) {
  return {"slow map",
          "slow_nonexpansive",
          CheckVerdict::unknown,
          "no fixed point of the averaged fast map was found at y = " + point(solved.failed_at) +
              ": h cannot be evaluated there",
          "see the line on the fast map; if it contracts, f may jump in x (a branch), or its samples are too noisy for "
          "averages "
          "of this length",
          {}};
}

}  // namespace

void check_slow_map(Probe& probe, const SolvedPoints& sampled, const Findings& findings, Lines& out) {
  if (sampled.failed > 0) return out.push_back(unsolved(sampled));
  const std::optional<SolvedPoints> exact = computed(probe, sampled, findings);
  const SolvedPoints& solved = exact ? *exact : sampled;
  CheckLine line{"slow map", "slow_nonexpansive", CheckVerdict::ok, "", "", {}};
  const double least = probe.step_at(probe.slow_region(), probe.slow_region().centre);
  const std::vector<Ratio> ratios = all_ratios(solved, least);
  if (ratios.empty()) {
    line.text = "the slow set is a single point: h has nothing to expand";
    return out.push_back(line);
  }
  const double degrees = static_cast<double>(sampled.sets.size()) - 1;
  const double t = probe.alarm_t(static_cast<double>(ratios.size()), degrees);
  const auto excess = [&](const Ratio& r) { return r.value - t * r.standard_error - kRounding; };
  const Ratio largest =
      *std::max_element(ratios.begin(), ratios.end(), [](const Ratio& a, const Ratio& b) { return a.value < b.value; });
  const Ratio surest = *std::max_element(ratios.begin(), ratios.end(),
                                         [&](const Ratio& a, const Ratio& b) { return excess(a) < excess(b); });
  const bool expands = excess(surest) > 1;
  const Ratio& shown = expands ? surest : largest;
  // It was picked from all of them: an interval for the largest has to hold for each.
  const double tail = (1 - probe.options().confidence) / (2 * static_cast<double>(ratios.size()));
  const double half = student_quantile(tail, degrees) * shown.standard_error, lower = shown.value - half;
  const auto expanding = static_cast<std::uint64_t>(
      std::count_if(ratios.begin(), ratios.end(), [&](const Ratio& r) { return excess(r) > 1; }));
  const std::string ratio = four_digits(shown.value) + (half >= 5e-5 ? " +- " + four_digits(half) : "");
  if (expands) {
    line.verdict = CheckVerdict::wrong;
    line.text = "h expands " + grouped(expanding) + " of " + grouped(ratios.size()) + " pairs, by " + ratio +
                " between y = " + point(solved.points[shown.i].y) + " and " + point(solved.points[shown.j].y);
    line.advice =
        "h must not expand: the theorems do not hold, and the slow variable may run away; shrink slow_set "
        "to where h does not expand, or measure y in other units";
  } else {
    line.text = "non-expansive on " + grouped(ratios.size()) + " pairs, largest ratio " + ratio +
                (exact ? std::string(", computed from the ") + (probe.can().means ? "means" : "closed form") : "");
    constexpr double kTooVague = 0.25;
    if (lower > 1 + kRounding) {
      line.verdict = CheckVerdict::warning;
      line.text = "h may expand: the largest ratio of " + grouped(ratios.size()) + " pairs is " + ratio;
      line.advice = "give the problem mean_fast and mean_slow, and h is computed; where h expands, y may run away";
    } else if (largest.value > 1 && half > kTooVague) {
      line.verdict = CheckVerdict::unknown;
      line.text = "no expansion seen on " + grouped(ratios.size()) +
                  " pairs, but the largest ratio is only known to be " + ratio;
      line.advice = "the samples are too noisy to tell; ask for more draws";
    }
  }
  line.numbers = {{"estimate", shown.value},
                  {"lower", lower},
                  {"upper", shown.value + half},
                  {"pairs", static_cast<double>(ratios.size())},
                  {"expanding", static_cast<double>(expanding)}};
  out.push_back(line);
}

}  // namespace twoscale::detail
