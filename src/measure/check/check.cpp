#include <twoscale/measure/check.hpp>

#include <algorithm>

#include "probe.hpp"

namespace twoscale {

const char* name_of(CheckVerdict verdict) {
  switch (verdict) {
    case CheckVerdict::ok:
      return "ok";
    case CheckVerdict::warning:
      return "warning";
    case CheckVerdict::wrong:
      return "wrong";
    case CheckVerdict::unknown:
      break;
  }
  return "unknown";
}

int CheckReport::count(CheckVerdict verdict) const {
  return static_cast<int>(
      std::count_if(lines.begin(), lines.end(), [&](const CheckLine& line) { return line.verdict == verdict; }));
}

const CheckLine& CheckReport::line(const std::string& name) const {
  for (const CheckLine& line : lines)
    if (line.name == name) return line;
  throw Error("the check has no line '" + name + "'");
}

namespace {

void require(const CheckOptions& options) {
  require_in_range("confidence", options.confidence, Range::open(0, 1));
  require_in_range("alarm", options.alarm, Range::open(0, 1));
  require_in_range("pairs", options.pairs, Range::whole_at_least(1));
  require_in_range("effort", options.effort, Range::above(0));
  require_in_range("radius", options.radius, Range::above(0));
  require_in_range("slow_step", options.slow_step, Range::at_least(0));
  require_in_range("fast_step", options.fast_step, Range::at_least(0));
}

void append(const detail::Lines& lines, detail::Lines& out) { out.insert(out.end(), lines.begin(), lines.end()); }

/// A problem whose samples are not numbers has nothing else to be measured.
bool samples_are_finite(detail::Probe& probe, CheckReport& report) {
  using namespace detail;
  const std::uint32_t set = probe.new_set();
  constexpr std::uint64_t kPoints = 64;
  for (std::uint64_t i = 0; i < kPoints; ++i) {
    const Numbers x = probe.fast_point(), y = probe.slow_point();
    const bool f = finite(probe.fast(x, y, probe.noise(Role::xi, set, i)));
    const bool g = finite(probe.slow(x, y, probe.noise(Role::zeta_g, set, i)));
    if (f && g) continue;
    report.lines.push_back({"samples",
                            "finite",
                            CheckVerdict::wrong,
                            std::string(f ? "G" : "F") + " is not finite at x = " + point(x) + ", y = " + point(y),
                            "the sets must lie where the samples are defined; nothing else was measured",
                            {}});
    return false;
  }
  return true;
}

}  // namespace

CheckReport check(const Evaluator& problem, const CheckOptions& options) {
  require(options);
  detail::Probe probe(problem, options);
  CheckReport report;
  if (samples_are_finite(probe, report)) {
    probe.look_for_jumps();
    detail::Findings findings;
    check_fast_map(probe, findings, report.lines);
    const detail::SolvedPoints solved = solve_points(probe);
    detail::Lines given;  // what the problem says of itself, which the slow map may then rest on
    check_samples(probe, findings, given);
    detail::Lines closed_forms;
    check_closed_forms(probe, solved, findings, closed_forms);
    check_slow_map(probe, solved, findings, report.lines);
    check_noise_in_y(probe, report.lines);
    append(given, report.lines);
    check_moments(probe, report.lines);
    check_derivatives(probe, report.lines);
    append(closed_forms, report.lines);
    check_sets(probe, solved, findings, report.lines);
    check_lipschitz(probe, solved, findings, report.lines);
    check_product_condition(probe, solved, findings, report.lines);
    check_leakage(probe, solved, findings, report.lines);
  }
  report.samples = probe.samples();
  return report;
}

}  // namespace twoscale
