#include "outcome.hpp"

#include <cmath>
#include <limits>

#include <twoscale/run/run.hpp>
#include <twoscale/schedule/tuner.hpp>

#include "format.hpp"

namespace twoscale::trust {

namespace {

/// Right is so near the limit, or, where noise hardly limits anything, so far below the start.
constexpr double kTimesLimit = 20, kOfStart = 1e-9;

}  // namespace

std::optional<double> Outcome::over_limit() const { return limit > 0 ? std::optional(residual / limit) : std::nullopt; }

ReplicaResult solve(const Drawn& drawn, const Plan& plan) {
  RunOptions options;
  options.seed = 1 + static_cast<std::uint64_t>(drawn.number);
  // One replica needs no packs, and `auto` no other method's choices: the fewer kernels, the sooner this is compiled.
  const Kernel kernel = [&](auto starts, auto results) {
    detail::run_group<RandomProblem, 1, TunedChoices>(drawn.problem, plan, options, starts, results);
  };
  RunResult result = run_with<RandomProblem, TunedChoices>(drawn.problem, plan, options, {kernel, kernel, 1});
  return std::move(result.replicas.at(0));
}

Outcome judge(const Drawn& drawn, const ReplicaResult& result, double samples) {
  double residual = drawn.truth.squared_residual(result.last.answer());
  if (std::isnan(residual)) residual = std::numeric_limits<double>::infinity();
  const double limit = drawn.limit(samples);
  return {.family = drawn.family,
          .number = drawn.number,
          .traits = drawn.traits,
          .residual = residual,
          .start_residual = drawn.start_residual,
          .limit = limit,
          .is_right = residual <= kTimesLimit * limit || residual <= kOfStart * drawn.start_residual,
          .said = result.status};
}

std::string to_text(const Outcome& o) {
  std::string out =
      formatted("%-15s %3d  x %2d  y %2d  condition %-8.3g leak %-8.3g %-8s", name_of(o.family), o.number,
                o.traits.fast_size, o.traits.slow_size, o.traits.condition, o.traits.leak, o.traits.set.c_str());
  if (const auto ratio = o.over_limit())
    out += formatted("over limit %-8.3g (start %-8.3g)", *ratio, o.start_residual / o.limit);
  else out += formatted("no limit; over start %-9.3g", o.residual / o.start_residual);
  return out + formatted("  %s, said %s", o.is_right ? "right" : "WRONG", name_of(o.said.ending));
}

std::string epochs_of(const ReplicaResult& result) {
  Tuner tuner;
  tuner.load(result.last.controller);
  std::string out = formatted("  contraction %.3g, leakage %.3g, steps cut %d times\n", tuner.contraction(),
                              tuner.leakage(), tuner.cuts());
  out += formatted("  %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s  %s\n", "length", "beta", "alpha", "travel", "drift",
                   "slow y's", "fast x's", "noise", "rest pull", "and noise", "P moved", "lost");
  for (const LegRecord& leg : tuner.records())
    out += formatted("  %9.0f %9.3g %9.3g %9.3g %9.3g %9.3g %9.3g %9.3g %9.3g %9.3g %9.3g  %s\n", leg.length, leg.slow,
                     leg.fast, leg.slow * leg.length, leg.drift, leg.slow_drift, leg.fast_drift, leg.noise,
                     leg.rest_pull, leg.rest_noise, leg.moved, leg.lost != 0 ? "yes" : "no");
  return out;
}

}  // namespace twoscale::trust
