// Does f contract in x? [P] Assumption fast-contract
//
// Screening: pairs far apart, and at points the direction that difference quotients stretch most, each on a few draws.
// Measuring: the worst candidates again on fresh draws, along the stretched direction alone. Picking by one sample and
// measuring by another keeps the largest of many noisy numbers from looking larger than it is.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

struct Candidate {
  Numbers a, b, y;
  Numbers out;  // unit vector along f(a) - f(b)
  double ratio = 0;
};

Candidate screened(const Frozen& frozen, const Numbers& a, const Numbers& b, const Numbers& y) {
  Candidate out{a, b, y, difference(frozen.fast(a, y), frozen.fast(b, y)), 0};
  const double length = norm(out.out), apart = distance(a, b);
  out.ratio = apart > 0 ? length / apart : 0;
  out.out = length > 0 ? scaled(1 / length, out.out) : out.out;
  return out;
}

/// The pair around x along the direction f stretches most; without square matrices, the best of a few powers of df/dx.
Candidate stretched(Probe& probe, const Frozen& frozen, const Numbers& x, const Numbers& y) {
  const double step = probe.step_at(probe.fast_region(), x);
  const auto around = [&](const Numbers& v) { return screened(frozen, moved(x, step, v), moved(x, -step, v), y); };
  if (probe.dense()) return around(top_direction(frozen.fast_derivative(x, y)));
  Candidate best, now = around(probe.direction(probe.shape().fast));
  constexpr int kPowers = 6;
  for (int i = 0; i < kPowers; ++i) {
    if (now.ratio >= best.ratio) best = now;
    if (!(now.ratio > 0)) break;
    now = around(now.out);
  }
  return best;
}

std::vector<Candidate> screen(Probe& probe) {
  const Frozen frozen(probe, 64);
  const int points = probe.fewer(24, 4);
  std::vector<Candidate> out;
  for (int i = 0; i < points; ++i) {
    const Numbers y = i % 2 ? probe.slow_point() : probe.slow_boundary();
    out.push_back(screened(frozen, probe.fast_point(), probe.fast_point(), y));
    out.push_back(stretched(probe, frozen, probe.inner_fast_point(), y));
  }
  // Points projected onto the same spot differ by rounding, and their ratio is rounding over rounding.
  std::erase_if(out, [&](const Candidate& c) { return distance(c.a, c.b) < probe.step_at(probe.fast_region(), c.a); });
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) { return a.ratio > b.ratio; });
  return out;
}

Mean measured(Probe& probe, const Candidate& pair, int draws) {
  const std::uint32_t set = probe.new_set();
  const double apart = distance(pair.a, pair.b);
  Mean mean;
  for (int i = 0; i < draws; ++i) {
    const Numbers xi = probe.noise(Role::xi, set, static_cast<std::uint64_t>(i));
    mean.add(dot(pair.out, difference(probe.fast(pair.a, pair.y, xi), probe.fast(pair.b, pair.y, xi))) / apart);
  }
  return mean;
}

}  // namespace

void check_fast_map(Probe& probe, Findings& findings, Lines& out) {
  std::vector<Candidate> candidates = screen(probe);
  const auto kept = std::min<std::size_t>(candidates.size(), 6);
  CheckLine line{"fast map", "fast_contraction", CheckVerdict::ok, "", "", {}};
  Candidate worst;
  Mean value;
  const int draws = probe.shape().fast_noise > 0 ? probe.fewer(8192, 256) : 2;
  for (std::size_t i = 0; i < kept; ++i) {
    const Mean now = measured(probe, candidates[i], draws);
    if (i == 0 || now.value() > value.value()) value = now, worst = candidates[i];
  }
  if (kept > 0) value = measured(probe, worst, draws);  // fresh: the largest of several means looks larger than it is
  const double mu = findings.contraction = value.value(), half = probe.shown_z() * value.standard_error();
  const double lower = mu - probe.alarm_z(1) * value.standard_error() - 1e-9;
  if (kept == 0 || !std::isfinite(mu)) {
    line.verdict = CheckVerdict::unknown;
    line.text = "contraction not measured: differences of F are not finite";
    out.push_back(line);
    return;
  }
  const Numbers at = moved(scaled(0.5, worst.a), 0.5, worst.b);
  line.text = "contraction " + probe.interval(mu, half) + " in x, worst near x = " + point(at) +
              ", y = " + point(worst.y) + (probe.dense() ? "" : "; seen in a few directions only");
  if (lower > 1) {
    line.verdict = CheckVerdict::wrong;
    line.advice =
        "f(., y) must contract: no method tracks x*(y) otherwise; damp F to x + t (F - x) with a small t, or "
        "measure x in other units";
  } else if (mu + half >= 1 || mu > 0.98) {
    line.verdict = CheckVerdict::warning;
    line.advice = mu + half >= 1 && mu < 0.98 ? "the samples are too noisy to tell the factor from 1"
                                              : "hardly a contraction: inner solves will be long";
  }
  line.numbers = {{"estimate", mu}, {"lower", mu - half}, {"upper", mu + half}};
  constexpr std::size_t kSmall = 8;
  for (std::size_t i = 0; i < at.size() && at.size() <= kSmall; ++i)
    line.numbers.emplace_back("x_" + std::to_string(i), at[i]);
  for (std::size_t i = 0; i < worst.y.size() && worst.y.size() <= kSmall; ++i)
    line.numbers.emplace_back("y_" + std::to_string(i), worst.y[i]);
  out.push_back(line);
}

}  // namespace twoscale::detail
