#include "tuning.hpp"

#include <twoscale/measure/numbers.hpp>

namespace twoscale {

std::optional<TuningReport> tuning_of(const AnyProblem& problem, const Plan& plan, const std::vector<double>& numbers) {
  const auto* schedule = std::get_if<Tuned>(&plan.method().schedule);
  if (schedule == nullptr || numbers.empty()) return std::nullopt;
  const std::vector<Leg> legs = schedule->legs(plan.iterations());
  Tuner tuner(*schedule, legs);
  tuner.load(numbers);
  TuningReport out;
  out.rho = tuner.contraction();
  out.rho_is_bound = tuner.contraction() <= Tuner::kLeastContraction;
  out.leakage = tuner.leakage();
  out.leakage_known = problem.shape().fast <= detail::kDenseLimit;
  out.cuts = tuner.cuts();
  std::uint64_t start = 0;
  for (const Leg& leg : legs)
    if (leg.kind == Leg::Kind::epoch && out.planned_epochs++ == 0) start = leg.start;
  out.survey_samples = plan.samples_before(start);
  out.derivatives = problem.derivatives();
  out.epochs = tuner.records();
  return out;
}

}  // namespace twoscale
