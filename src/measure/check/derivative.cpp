// Are the derivative samples unbiased? [P] Assumption online-precond. Their average against central differences of F
// and G on common noise, entry by entry where x is small enough, else in a few directions.
#include <algorithm>
#include <cmath>
#include <optional>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

constexpr int kEntryLimit = 20;  // fast numbers up to which every entry is looked at
/// Two step sizes and Richardson's extrapolation: what is left of the curvature, relative to the difference of the two.
constexpr double kCurvature = 1, kRounding = 1e-7;

struct LargestError {
  double score = -1, given = 0, differences = 0, standard_error = 0, allowed = 0;
  int row = 0, column = 0;  // column -1: a random direction
  Numbers x, y;
};

struct DifferenceQuotients {
  VectorMean given, extrapolated, fine, coarse;
};

/// One direction at one point: n derivative samples, and n draws of difference quotients at two steps.
template <class Sample, class Derivative>
DifferenceQuotients quotients_along(const Numbers& v, const Numbers& x, double step, int draws, const Sample& sample,
                                    const Derivative& derivative) {
  DifferenceQuotients out;
  for (int i = 0; i < draws; ++i) {
    const auto quotient = [&](double e) {
      return scaled(1 / (2 * e), difference(sample(moved(x, e, v), i), sample(moved(x, -e, v), i)));
    };
    const Numbers fine = quotient(step), coarse = quotient(2 * step);
    out.fine.add(fine), out.coarse.add(coarse);
    out.extrapolated.add(moved(scaled(4.0 / 3, fine), -1.0 / 3, coarse));
    out.given.add(derivative(x, v, i));
  }
  return out;
}

void compare(LargestError& worst, const DifferenceQuotients& s, double z, int column, const Numbers& x,
             const Numbers& y) {
  const Numbers given = s.given.value(), differences = s.extrapolated.value(), fine = s.fine.value(),
                coarse = s.coarse.value();
  for (std::size_t i = 0; i < given.size(); ++i) {
    const double error = std::hypot(s.given.standard_error(i), s.extrapolated.standard_error(i));
    const double scale = 1 + std::abs(given[i]) + std::abs(differences[i]);
    const double allowed = z * error + kCurvature * std::abs(fine[i] - coarse[i]) + kRounding * scale;
    const double score = std::abs(given[i] - differences[i]) / allowed;
    if (score > worst.score || std::isnan(score))
      worst = {std::isnan(score) ? 1e300 : score,
               given[i],
               differences[i],
               error,
               allowed,
               static_cast<int>(i),
               column,
               x,
               y};
  }
}

CheckLine derivative(Probe& probe, bool fast) {
  const std::string F = fast ? "dF/dx" : "dG/dx";
  CheckLine line{"derivative", fast ? "fast_derivative" : "slow_derivative", CheckVerdict::ok, "", "", {}};
  const int nx = probe.shape().fast, rows = fast ? nx : probe.shape().slow;
  const bool entries = nx <= kEntryLimit;
  const int points = entries ? probe.fewer(4, 2) : 2, directions = entries ? nx : 4;
  const int evaluations = probe.fewer(160000, 20000);
  const int most = probe.fewer(4096, 64);
  const int draws = std::clamp(evaluations / (5 * points * directions), std::min(128, most), most);
  const double z = probe.alarm_z(static_cast<double>(points) * directions * rows);
  LargestError worst;
  for (int p = 0; p < points; ++p) {
    const Numbers x = probe.inner_fast_point(), y = probe.inner_slow_point();
    const double step = probe.step_at(probe.fast_region(), x);
    for (int d = 0; d < directions; ++d) {
      Numbers v(static_cast<std::size_t>(nx));
      if (entries) v[d] = 1;
      else v = probe.direction(nx);
      const std::uint32_t set = probe.new_set();
      const auto sample = [&](const Numbers& at, int i) {
        const auto number = static_cast<std::uint64_t>(i);
        return fast ? probe.fast(at, y, probe.noise(Role::xi, set, number))
                    : probe.slow(at, y, probe.noise(Role::zeta_g, set, number));
      };
      const auto given = [&](const Numbers& at, const Numbers& along, int i) {
        const auto number = static_cast<std::uint64_t>(i);
        return fast ? probe.fast_derivative(at, y, probe.noise(Role::omega_A, set, number), along)
                    : probe.slow_derivative(at, y, probe.noise(Role::omega_C, set, number), along);
      };
      compare(worst, quotients_along(v, x, step, draws, sample, given), z, entries ? d : -1, x, y);
    }
  }
  const bool own = fast ? probe.can().own_fast_derivative : probe.can().own_slow_derivative;
  const bool scored = probe.problem().differentiation(fast).ends_with("score");
  const std::string entry = worst.column >= 0
                                ? "entry (" + std::to_string(worst.row) + "," + std::to_string(worst.column) + ")"
                                : "row " + std::to_string(worst.row) + " along a random direction";
  if (worst.score > 1) {
    line.verdict = CheckVerdict::wrong;
    line.text = (own ? "your " : "") + F + " differs: " + entry + " is " + brief(worst.given) + ", differences give " +
                brief(worst.differences) + " +- " + brief(worst.standard_error) + " at x = " + point(worst.x) +
                ", y = " + point(worst.y);
    line.advice =
        own ? "correct that entry of " + std::string(fast ? "fast_derivative" : "slow_derivative") +
                  " (or of its product)"
        : scored ? "the score does not fit the law of what is drawn: correct " +
                       std::string(fast ? "fast_score" : "slow_score")
                 : "for held noise the sample jumps in x, so that its own derivative misses part of the mean's: give " +
                       std::string(fast ? "fast_score or fast_derivative" : "slow_score or slow_derivative");
  } else {
    line.text = F + (own ? "" : " by " + probe.problem().differentiation(fast)) +
                " agrees with differences of the mean " +
                (entries ? "in every entry" : "in " + std::to_string(directions) + " random directions") + " at " +
                std::to_string(points) + " points, to " + brief(worst.allowed);
  }
  line.numbers = {{"given", worst.given},
                  {"differences", worst.differences},
                  {"standard_error", worst.standard_error},
                  {"row", static_cast<double>(worst.row)},
                  {"column", static_cast<double>(worst.column)}};
  return line;
}

/// w . (J v) against (J^T w) . v for the same noise, where the problem writes J^T w itself.
std::optional<CheckLine> adjoint(Probe& probe, bool fast) {
  const std::string member = fast ? "fast_derivative_adjoint" : "slow_derivative_adjoint";
  const Role role = fast ? Role::omega_A : Role::omega_C;
  CheckLine line{"derivative", fast ? "fast_adjoint" : "slow_adjoint", CheckVerdict::ok, "", "", {}};
  constexpr int kTrials = 16;
  double worst = 0;
  for (int i = 0; i < kTrials; ++i) {
    const Numbers x = probe.inner_fast_point(), y = probe.inner_slow_point(), v = probe.direction(probe.shape().fast);
    const Numbers w = probe.direction(fast ? probe.shape().fast : probe.shape().slow);
    const Numbers omega = probe.noise(role, probe.new_set(), 0);
    const auto back = fast ? probe.problem().fast_derivative_adjoint(x, y, omega, w)
                           : probe.problem().slow_derivative_adjoint(x, y, omega, w);
    if (!back) return std::nullopt;
    const Numbers along = fast ? probe.fast_derivative(x, y, omega, v) : probe.slow_derivative(x, y, omega, v);
    const double apart = std::abs(dot(w, along) - dot(*back, v)) / (1e-300 + norm(along) + norm(*back));
    worst = std::max(worst, std::isnan(apart) ? 1e300 : apart);
  }
  constexpr double kRounding = 1e-6;  // leaves room for a product that comes from differences
  line.text = "your " + member +
              (worst > kRounding ? " is not the transpose of the derivative: off by " : " agrees, to ") + brief(worst) +
              " of its size";
  line.verdict = worst > kRounding ? CheckVerdict::wrong : CheckVerdict::ok;
  if (worst > kRounding) line.advice = "correct " + member + ": w . (J v) must be (J^T w) . v for the same noise";
  line.numbers = {{"off", worst}};
  return line;
}

}  // namespace

void check_derivatives(Probe& probe, Lines& out) {
  if (!probe.can().smooth) {
    out.push_back({"derivative",
                   "derivatives",
                   CheckVerdict::unknown,
                   "the problem says it has no derivative in x at x*(y): none is looked at",
                   "use methods without correction",
                   {}});
    return;
  }
  for (const bool fast : {true, false}) {
    out.push_back(derivative(probe, fast));
    if (auto line = adjoint(probe, fast)) out.push_back(*line);
  }
}

}  // namespace twoscale::detail
