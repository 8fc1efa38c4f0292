#include "tuning.hpp"

#include <twoscale/measure/numbers.hpp>

namespace twoscale {

namespace {

std::string why_raw(const AnyProblem& problem, const Method& method) {
  if (is_corrected(method)) return "";
  if (!problem.abilities().smooth) return "the problem says that it has no derivatives in x where they would be needed";
  const Shape shape = problem.shape();
  if (is_small(shape)) return "as was asked";
  return "x that moves faster than y keeps its error from y, and costs less than a P of " +
         detail::grouped(static_cast<std::uint64_t>(shape.slow)) + " by " +
         detail::grouped(static_cast<std::uint64_t>(shape.fast)) + " numbers";
}

}  // namespace

std::optional<TuningReport> tuning_of(const AnyProblem& problem, const Plan& plan, const std::vector<double>& numbers) {
  const auto* schedule = std::get_if<Tuned>(&plan.method().schedule);
  if (schedule == nullptr || numbers.empty()) return std::nullopt;
  const std::vector<Leg> legs = schedule->legs(plan.iterations());
  Tuner tuner(*schedule, legs, correction_of(plan.method()));
  tuner.load(numbers);
  TuningReport out;
  out.rho = tuner.contraction();
  out.rho_is_bound = tuner.contraction() <= Tuner::kLeastContraction;
  out.leakage = tuner.leakage();
  out.leakage_known = problem.shape().fast <= detail::kDenseLimit;
  out.why_raw = why_raw(problem, plan.method());
  out.cuts = tuner.cuts();
  std::uint64_t start = 0;
  for (const Leg& leg : legs)
    if (leg.kind == Leg::Kind::epoch && out.planned_epochs++ == 0) start = leg.start;
  out.survey_samples = plan.samples_before(start) - plan.method().batches.pilot;
  out.derivatives = problem.derivatives();
  out.epochs = tuner.records();
  return out;
}

}  // namespace twoscale
