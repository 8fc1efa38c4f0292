// How much of the fast error leaks into the slow map: |P*| = |C A^-1|, [P] eq. (A-C-P).
//
// While y moves by beta (h - y) the fast variable lags by (beta/alpha) A^-1 dx*/dy (h - y), and the raw oracle is off
// by C times that: the residual fed back with the factor (beta/alpha) |C A^-1| |dx*/dy| ([P] eq.
// (raw-fast-tracking-scale), (raw-leakage-main)). Against a rotation the feedback drives y outwards instead of adding a
// floor.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

/// Feedback of the residual from which on a method without correction is warned about.
constexpr double kStrong = 0.5;

/// |P* v| without matrices: A z = v by z <- v + df/dx z, then C z.
double sensitivity_along(const Probe& probe, const Frozen& set, const Numbers& x, const Numbers& y, const Numbers& v) {
  const double step = probe.step_at(probe.fast_region(), x);
  const auto slope = [&](const auto& map, const Numbers& along) {
    const double length = norm(along);
    if (!(length > 0)) return scaled(0, map(x));
    const Numbers difference_of = difference(map(moved(x, step / length, along)), map(moved(x, -step / length, along)));
    return scaled(length / (2 * step), difference_of);
  };
  Numbers z = v, term = v;
  constexpr int kTerms = 200;
  for (int k = 0; k < kTerms && norm(term) > 1e-4 * norm(z); ++k) {
    term = slope([&](const Numbers& at) { return set.fast(at, y); }, term);
    z = moved(z, 1, term);
  }
  return norm(slope([&](const Numbers& at) { return set.slow(at, y); }, z));
}

/// The gain at a surveyed point, one value for each of the first noise sets.
Mean gain_at(Probe& probe, const SolvedPoints& solved, const Solved& at) {
  Mean out;
  const std::size_t sets = std::min<std::size_t>(solved.sets.size(), probe.shape().fast <= 8 ? 8 : 4);
  const Numbers v = probe.direction(probe.shape().fast);
  for (std::size_t s = 0; s < sets; ++s) {
    if (!probe.dense()) out.add(sensitivity_along(probe, solved.sets[s], at.x[s], at.y, v));
    else if (const auto P = preconditioner_of(solved.sets[s], at.x[s], at.y)) out.add(operator_norm(*P));
  }
  return out;
}

void judge(const Probe& probe, const Findings& findings, double gain, CheckLine& line) {
  const CheckOptions& options = probe.options();
  const double feedback = gain * findings.fast_solution_slope;
  line.numbers.emplace_back("feedback", feedback);
  if (!(feedback > 1e-9)) {
    line.text += ": the raw loop sees no lag";
    return;
  }
  const double most = kStrong / feedback;
  line.numbers.emplace_back("largest_ratio", most);
  if (options.fast_step <= 0) {
    line.text += ": a raw loop feeds back half its motion or more at slow/fast steps above " + brief(most);
    return;
  }
  const double now = options.slow_step / options.fast_step * feedback;
  line.numbers.emplace_back("feedback_now", now);
  line.text += ": at the slow/fast step ratio " + brief(options.slow_step / options.fast_step) +
               " a raw loop feeds back " + brief(now) + " of its motion" +
               (now > kStrong         ? "; correction matters"
                : now > 0.1 * kStrong ? "; correction helps"
                                      : "; correction hardly matters");
  if (now > kStrong && !options.corrected) {
    line.verdict = CheckVerdict::warning;
    line.advice = "use a corrected method, or slow/fast steps below " + brief(most);
  }
}

}  // namespace

std::optional<Dense> preconditioner_of(const Frozen& set, const Numbers& x, const Numbers& y) {
  Dense dF = set.fast_derivative(x, y), C = set.slow_derivative(x, y);
  if (const NumbersFace face = set.fast_face(x, y); face.is_active()) face.project_rows(dF), face.project_rows(C);
  return preconditioner(dF, C);
}

void check_leakage(Probe& probe, const SolvedPoints& solved, const Findings& findings, Lines& out) {
  CheckLine line{"leakage", "leakage", CheckVerdict::ok, "", "", {}};
  Mean largest;
  if (probe.can().smooth) {
    const std::size_t points = std::min<std::size_t>(solved.points.size(), 4);
    for (std::size_t p = 0; p < points; ++p) {
      const Mean now = gain_at(probe, solved, solved.points[p]);
      if (now.count() > 1 && (largest.count() == 0 || now.value() > largest.value())) largest = now;
    }
  }
  if (largest.count() == 0 || !std::isfinite(largest.value())) {
    line.verdict = CheckVerdict::unknown;
    line.text = probe.can().smooth ? "|C A^-1| not measured: x*(y) was not found, or I - dF/dx is singular there"
                                   : "g has no derivative in x at x*(y): the first-order leak cannot be corrected";
    line.advice = probe.can().smooth ? "" : "keep the slow step small against the fast one";
    return out.push_back(line);
  }
  const double half = probe.shown_t(static_cast<double>(largest.count()) - 1) * largest.standard_error();
  line.text = std::string("|C A^-1| = ") + (probe.dense() ? "" : "at least ") + probe.interval(largest.value(), half);
  line.numbers = {{"estimate", largest.value()}, {"lower", largest.value() - half}, {"upper", largest.value() + half}};
  if (probe.dense()) {
    judge(probe, findings, largest.value(), line);
  } else {  // nothing follows from a lower bound
    line.verdict = CheckVerdict::unknown;
    line.text += ", seen in a few of many directions: how much a raw loop feeds back is not told";
  }
  out.push_back(line);
}

}  // namespace twoscale::detail
