#include <algorithm>

#include <twoscale/measure/lag.hpp>
#include <twoscale/solve/plan.hpp>

namespace twoscale {

namespace {

constexpr std::uint64_t kShare = 32;        // the lag gain takes one evaluation for so many iterations,
constexpr std::uint64_t kEnough = 1 << 15;  // and no more than this
constexpr double kSafe = 2;                 // times the gain: from one on y runs away
constexpr double kMost = 65536;             // beyond it x would have to be faster than any step allows

bool asks_for_separation(std::span<const NamedText> options) {
  return std::ranges::any_of(options, [](const auto& option) { return option.first == "separation"; });
}

/// A power of two, so that the last bit of a measurement decides nothing.
double power_of_two_above(double value) {
  double out = 1;
  while (out < value && out < kMost) out *= 2;
  return out;
}

}  // namespace

Plan with_measured_separation(const Plan& plan, const AnyProblem& problem, std::span<const NamedText> method_options,
                              const RunOptions& run) {
  const auto* tuned = std::get_if<Tuned>(&plan.method().schedule);
  if (tuned == nullptr || is_corrected(plan.method()) || asks_for_separation(method_options)) return plan;
  const auto lag =
      lag_gain(problem.evaluator(), std::min(plan.iterations() / kShare, kEnough), run.fast_start, run.slow_start);
  if (!lag) return plan;
  Method method = plan.method();
  Tuned& schedule = std::get<Tuned>(method.schedule);
  schedule.separation = std::max(schedule.separation, power_of_two_above(kSafe * lag->gain));
  return Plan::for_iterations(method, plan.iterations());
}

}  // namespace twoscale
