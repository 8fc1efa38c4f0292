#include "heed.hpp"

#include <twoscale/core/text.hpp>
#include <twoscale/measure/numbers.hpp>

namespace twoscale {

namespace {

using text::brief;

/// The first replica's run found that it had settled; the report says that it had not.
void mark_as_moving(SolveReport& report, std::string why) {
  report.first_status = {Ending::still_moving, std::move(why)};
  --report.endings.counts[static_cast<std::size_t>(Ending::settled)];
  report.endings.add(Ending::still_moving);
  if (report.status.ok()) report.status = report.first_status;
}

double squared_residual(const AnyProblem& problem, std::vector<double> y) {
  Snapshot at;
  at.fast = problem.evaluator().fast_start(), at.slow = std::move(y);
  return problem.measure(Quantity::residual, at).value_or(0);
}

}  // namespace

void heed_residual(const AnyProblem& problem, const std::vector<double>& start, SolveReport& report) {
  // What counts as right in docs/experiments/trust.md: so many limits, or so much of the residual at the start.
  constexpr double kFarAbove = 20, kNothing = 1e-9;
  if (!report.status.ok() || report.replicas != 1 || !report.residual || !report.limit || !report.limit->whole) return;
  if (!is_tuned(report.method)) return;
  const double residual = report.residual->mean_square, limit = report.limit->at_equal_split;
  if (residual <= kFarAbove * limit || residual <= kNothing * squared_residual(problem, start)) return;
  mark_as_moving(report, "nothing moved that could be told from noise, but |h(y) - y|^2 = " + brief(residual) +
                             (limit > 0 ? " is " + brief(residual / limit) + " times the limit for this budget"
                                        : ", and the problem has no noise at its solution") +
                             ". Noise may be larger where y went than at the solution: take more samples, another "
                             "seed, or a start nearer the solution. Or what the problem says of its means is not true "
                             "of its samples: twoscale check compares them");
}

void heed_certificate(const Certificate& certificate, SolveReport& report) {
  if (certificate.settled || !certificate.finite || report.shape.fast <= detail::kDenseLimit ||
      !report.first_status.ok())
    return;
  mark_as_moving(report,
                 "x had not arrived when the answer was to be certified, so that y may be wrong without a sign of it: "
                 "take more samples");
}

}  // namespace twoscale
