// Are the closed forms a problem offers those of its own maps? Against its means where it has them, which makes the
// comparison exact and blind to a bias of the samples (that is another line); otherwise against samples.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

constexpr double kRounding = 1e-6;     // of fixed points solved to 1e-10, and of formulas with tabled constants
constexpr double kDifferences = 1e-3;  // of Jacobians by differences

struct LargestError {
  double score = -1, apart = 0, standard_error = 0;
  Numbers y;
};

void compare(LargestError& worst, double apart, double standard_error, double allowed, const Numbers& y) {
  const double score = std::isfinite(apart) ? apart / allowed : 1e300;
  if (score > worst.score) worst = {score, apart, standard_error, y};
}

/// One coordinate at a time: a mean that should be zero.
void compare_mean(Probe& probe, LargestError& worst, const VectorMean& mean, bool few, double tests, double rounding,
                  const Numbers& y) {
  const double count = static_cast<double>(mean.count());
  const double quantile = few ? probe.alarm_t(tests * static_cast<double>(mean.size()), count - 1)
                              : probe.alarm_z(tests * static_cast<double>(mean.size()));
  const Numbers value = mean.value();
  for (std::size_t i = 0; i < value.size(); ++i)
    compare(worst, std::abs(value[i]), mean.standard_error(i), quantile * mean.standard_error(i) + rounding, y);
}

CheckLine line_of(const LargestError& worst, const std::string& name, const std::string& symbol,
                  const std::string& rival, int points) {
  CheckLine line{"closed forms",
                 name,
                 CheckVerdict::ok,
                 "",
                 "",
                 {{"difference", worst.apart}, {"standard_error", worst.standard_error}}};
  const std::string error = worst.standard_error > 0 ? " +- " + brief(worst.standard_error) : "";
  if (worst.score > 1) {
    line.verdict = CheckVerdict::wrong;
    line.text = "your " + symbol + " is off by " + brief(worst.apart) + error + " at y = " + point(worst.y) +
                ", against " + rival;
    line.advice = "correct " + name + ": residuals and errors are measured with it";
  } else {
    line.text = symbol + " agrees with " + rival + " at " + std::to_string(points) + " points, to " +
                brief(worst.apart) + error;
  }
  return line;
}

void check_fast_solution(Probe& probe, const std::vector<Numbers>& points, Lines& out) {
  const Evaluator& problem = probe.problem();
  LargestError worst;
  for (const Numbers& y : points) {
    const Numbers x = *problem.fast_solution(y);
    const double rounding = kRounding * (1 + norm(x));
    if (probe.can().means) {
      compare(worst, distance(*problem.mean_fast(x, y), x), 0, rounding, y);
      continue;
    }
    VectorMean mean;
    const std::uint32_t set = probe.new_set();
    const int draws = probe.fewer(4096, 128);
    for (int i = 0; i < draws; ++i)
      mean.add(difference(probe.fast(x, y, probe.noise(Role::xi, set, static_cast<std::uint64_t>(i))), x));
    compare_mean(probe, worst, mean, false, static_cast<double>(points.size()), rounding, y);
  }
  out.push_back(line_of(worst, "fast_solution", "x*(y)", probe.can().means ? "mean_fast" : "samples of F",
                        static_cast<int>(points.size())));
}

void check_reduced(Probe& probe, const SolvedPoints& solved, const std::vector<Numbers>& points, Lines& out) {
  const Evaluator& problem = probe.problem();
  LargestError worst;
  int used = 0;
  if (probe.can().means) {
    const Frozen exact = Frozen::exact(probe);
    for (const Numbers& y : points)
      if (const auto x = exact.fast_solution(y, problem.fast_start())) {
        const Numbers h = *problem.mean_slow(*x, y);
        compare(worst, distance(*problem.reduced(y), h), 0, kRounding * (1 + norm(h)), y), ++used;
      }
  } else {
    for (const Solved& at : solved.points) {
      VectorMean mean;
      const Numbers h = *problem.reduced(at.y);
      for (const Numbers& sampled : at.h) mean.add(difference(sampled, h));
      compare_mean(probe, worst, mean, true, static_cast<double>(solved.points.size()), kRounding * (1 + norm(h)),
                   at.y),
          ++used;
    }
  }
  if (used > 0) out.push_back(line_of(worst, "reduced", "h(y)", probe.can().means ? "the means" : "samples", used));
}

/// P A v = C v, with A and C by differences of the maps.
void check_preconditioner(Probe& probe, const SolvedPoints& solved, const std::vector<Numbers>& points, Lines& out) {
  const Evaluator& problem = probe.problem();
  LargestError worst;
  int used = 0;
  const auto defect = [&](const Frozen& set, const Numbers& x, const Numbers& y, const Numbers& v, Numbers& reference) {
    const double step = probe.step_at(probe.fast_region(), x);
    const Numbers up = moved(x, step, v), down = moved(x, -step, v);
    const Numbers Jv = scaled(1 / (2 * step), difference(set.fast(up, y), set.fast(down, y)));
    reference = scaled(1 / (2 * step), difference(set.slow(up, y), set.slow(down, y)));
    return difference(*problem.preconditioner_times(y, difference(v, Jv)), reference);
  };
  Numbers reference;
  if (probe.can().means) {
    const Frozen exact = Frozen::exact(probe);
    for (const Numbers& y : points)
      if (const auto x = exact.fast_solution(y, problem.fast_start())) {
        const Numbers d = defect(exact, *x, y, probe.direction(probe.shape().fast), reference);
        compare(worst, norm(d), 0, kDifferences * (1 + norm(reference)), y), ++used;
      }
  } else {
    constexpr std::size_t kPoints = 8;
    const std::size_t count = std::min(kPoints, solved.points.size());
    for (std::size_t p = 0; p < count; ++p) {
      const Solved& at = solved.points[p];
      const Numbers v = probe.direction(probe.shape().fast);
      VectorMean mean;
      for (std::size_t s = 0; s < solved.sets.size(); ++s)
        mean.add(defect(solved.sets[s], at.x[s], at.y, v, reference));
      compare_mean(probe, worst, mean, true, static_cast<double>(count), kDifferences * (1 + norm(reference)), at.y),
          ++used;
    }
  }
  if (used > 0) out.push_back(line_of(worst, "preconditioner", "P*(y)", "C A^-1", used));
}

}  // namespace

void check_closed_forms(Probe& probe, const SolvedPoints& solved, Findings& findings, Lines& out) {
  const Abilities& can = probe.can();
  std::vector<Numbers> points;
  constexpr int kPoints = 16;
  for (int i = 0; i < kPoints; ++i) points.push_back(i % 2 ? probe.slow_point() : probe.slow_boundary());
  const std::size_t before = out.size();
  if (can.fast_solution) check_fast_solution(probe, points, out);
  if (can.reduced) check_reduced(probe, solved, points, out);
  if ((can.preconditioner || can.preconditioner_times) && can.smooth) check_preconditioner(probe, solved, points, out);
  for (std::size_t i = before; i < out.size(); ++i)
    if (out[i].verdict != CheckVerdict::ok) findings.trust_closed_forms = false;
}

}  // namespace twoscale::detail
