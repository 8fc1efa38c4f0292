// Lipschitz constants the theorems carry: the largest slopes seen. Lower bounds of the true ones, with the interval of
// the largest. g in x [P] Assumption g-lip, derivatives [P] Assumption smooth, x* [P] Assumption moving-target.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

struct Slope {
  double value = 0, standard_error = 0;
  double degrees = 1;
};

/// The norm of a mean difference over a distance, with the mean's own variance taken out.
Slope slope_of(const std::vector<Numbers>& differences, double apart) {
  VectorMean mean;
  for (const Numbers& d : differences) mean.add(d);
  const Numbers d = mean.value();
  const double noise = mean.standard_error(), length = norm(d);
  Slope out{std::sqrt(std::max(0.0, length * length - noise * noise)) / apart, 0,
            static_cast<double>(differences.size()) - 1};
  if (length > 0) {
    Mean along;
    for (const Numbers& one : differences) along.add(dot(d, one) / length);
    out.standard_error = along.standard_error() / apart;
  }
  return out;
}

/// By what is sure of them: the largest of many noisy slopes would be noise.
void keep_larger(const Probe& probe, Slope& largest, const Slope& now) {
  const auto sure = [&](const Slope& s) {
    return s.value - probe.shown_t(std::max(1.0, s.degrees)) * s.standard_error;
  };
  if (sure(now) > sure(largest)) largest = now;
}

CheckLine line_of(const Probe& probe, const std::string& name, const std::string& what, const Slope& slope) {
  const double half = probe.shown_t(std::max(1.0, slope.degrees)) * slope.standard_error;
  const bool known = std::isfinite(slope.value);
  constexpr double kNone = 1e-6;  // what rounding makes of no slope
  const bool seen = slope.value >= kNone && slope.value - half > 0;
  const std::string size = seen ? " at least " + probe.interval(slope.value, half) : " none seen";
  return {"lipschitz",
          name,
          known ? CheckVerdict::ok : CheckVerdict::unknown,
          known ? what + size : what + " not measured: differences are not finite",
          "",
          {{"estimate", slope.value}, {"lower", slope.value - half}, {"upper", slope.value + half}}};
}

template <class Difference>
Slope measured(int draws, double apart, const Difference& one) {
  std::vector<Numbers> differences;
  for (int i = 0; i < draws; ++i) differences.push_back(one(static_cast<std::uint64_t>(i)));
  return slope_of(differences, apart);
}

void slow_in_both(Probe& probe, Lines& out) {
  const int pairs = probe.fewer(40, 4), draws = probe.fewer(256, 16);
  Slope in_x, in_both;
  for (int p = 0; p < pairs; ++p) {
    const Numbers x = probe.fast_point(), y = probe.slow_point(), y2 = probe.slow_point();
    const double near = probe.step_at(probe.fast_region(), x);
    const Numbers x2 = p % 2 ? probe.fast_point() : moved(x, near, probe.direction(probe.shape().fast));
    const std::uint32_t set = probe.new_set();
    const auto noise = [&](std::uint64_t i) { return probe.noise(Role::zeta_g, set, i); };
    if (const double apart = distance(x, x2); apart >= near)
      keep_larger(probe, in_x, measured(draws, apart, [&](std::uint64_t i) {
                    return difference(probe.slow(x, y, noise(i)), probe.slow(x2, y, noise(i)));
                  }));
    if (const double apart = std::hypot(distance(x, x2), distance(y, y2)); apart >= near)
      keep_larger(probe, in_both, measured(draws, apart, [&](std::uint64_t i) {
                    return difference(probe.slow(x, y, noise(i)), probe.slow(x2, y2, noise(i)));
                  }));
  }
  out.push_back(line_of(probe, "lipschitz_slow", "|g| in x", in_x));
  out.push_back(line_of(probe, "lipschitz_slow_both", "|g| in (x, y)", in_both));
}

void derivatives(Probe& probe, Lines& out) {
  const int points = probe.fewer(16, 3), draws = probe.fewer(256, 16);
  Slope fast, slow;
  for (int p = 0; p < points; ++p) {
    const Numbers x = probe.inner_fast_point(), y = probe.inner_slow_point();
    const Numbers v = probe.direction(probe.shape().fast), towards = p % 2 ? v : probe.direction(probe.shape().fast);
    const double apart = 10 * probe.step_at(probe.fast_region(), x);
    const Numbers x2 = moved(x, apart, towards);
    const std::uint32_t set = probe.new_set();
    keep_larger(probe, fast, measured(draws, apart, [&](std::uint64_t i) {
                  const Numbers omega = probe.noise(Role::omega_A, set, i);
                  return difference(probe.fast_derivative(x, y, omega, v), probe.fast_derivative(x2, y, omega, v));
                }));
    keep_larger(probe, slow, measured(draws, apart, [&](std::uint64_t i) {
                  const Numbers omega = probe.noise(Role::omega_C, set, i);
                  return difference(probe.slow_derivative(x, y, omega, v), probe.slow_derivative(x2, y, omega, v));
                }));
  }
  out.push_back(line_of(probe, "lipschitz_fast_derivative", "dF/dx in x", fast));
  out.push_back(line_of(probe, "lipschitz_slow_derivative", "dG/dx in x", slow));
}

void fast_solution(Probe& probe, const SolvedPoints& solved, Findings& findings, Lines& out) {
  Slope largest;
  const double least = probe.step_at(probe.slow_region(), probe.slow_region().centre);
  for (std::size_t i = 0; i < solved.points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Solved &a = solved.points[i], &b = solved.points[j];
      const double apart = distance(a.y, b.y);
      if (apart < least) continue;
      std::vector<Numbers> differences;
      for (std::size_t s = 0; s < a.x.size(); ++s) differences.push_back(difference(a.x[s], b.x[s]));
      keep_larger(probe, largest, slope_of(differences, apart));
    }
  findings.fast_solution_slope = largest.value;
  out.push_back(line_of(probe, "lipschitz_fast_solution", "x* in y", largest));
  if (solved.failed > 0) out.back().verdict = CheckVerdict::unknown;
}

void preconditioner(Probe& probe, const SolvedPoints& solved, Lines& out) {
  Slope largest;
  int used = 0;
  constexpr int kPairs = 3;
  const double near = 20 * probe.step_at(probe.slow_region(), probe.slow_region().centre);
  const std::size_t sets = std::min<std::size_t>(solved.sets.size(), probe.shape().fast <= 8 ? 6 : 3);
  for (std::size_t i = 1; i < solved.points.size() && used < kPairs; ++i) {
    const Solved &a = solved.points[i], &b = solved.points[i - 1];
    const double apart = distance(a.y, b.y);
    if (!(apart > 0 && apart < near)) continue;
    std::vector<Numbers> differences;
    for (std::size_t s = 0; s < sets; ++s) {
      const auto Pa = preconditioner_of(solved.sets[s], a.x[s], a.y),
                 Pb = preconditioner_of(solved.sets[s], b.x[s], b.y);
      if (Pa && Pb) differences.push_back(difference(Pa->entry, Pb->entry));
    }
    if (differences.size() < 2) continue;
    keep_larger(probe, largest, slope_of(differences, apart));
    ++used;
  }
  if (used > 0) out.push_back(line_of(probe, "lipschitz_preconditioner", "P* in y (Frobenius)", largest));
}

}  // namespace

void check_lipschitz(Probe& probe, const SolvedPoints& solved, Findings& findings, Lines& out) {
  slow_in_both(probe, out);
  fast_solution(probe, solved, findings, out);
  if (!probe.can().smooth) {
    out.push_back({"lipschitz",
                   "lipschitz_derivatives",
                   CheckVerdict::unknown,
                   "the problem says g has no derivative in x at x*(y)",
                   "",
                   {}});
    return;
  }
  derivatives(probe, out);
  if (probe.dense()) preconditioner(probe, solved, out);
  else
    out.push_back({"lipschitz",
                   "lipschitz_preconditioner",
                   CheckVerdict::unknown,
                   "P* in y not measured: x has more than " + std::to_string(kDenseLimit) + " numbers",
                   "",
                   {}});
}

}  // namespace twoscale::detail
