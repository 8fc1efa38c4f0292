#include "summary.hpp"

#include <algorithm>

#include <twoscale/measure/student.hpp>

#include "heed.hpp"
#include "limit.hpp"

namespace twoscale::cli {

bool estimates_preconditioner(const Method& method) {
  return std::holds_alternative<Nested>(method.tracker) &&
         (std::holds_alternative<AveragedPreconditioner>(method.preconditioner) ||
          std::holds_alternative<LearnedPreconditioner>(method.preconditioner));
}

Record measured(const AnyProblem& problem, const Method& method, const ReplicaResult& result, bool whole_state) {
  const Snapshot& last = result.last;
  Record out;
  out.replica = last.replica;
  out.status = result.status;
  out.iteration = last.iteration;
  out.counts = last.counts;
  out.fast = last.fast, out.slow = last.answer();
  out.squared_residual = problem.measure(Quantity::residual, last);
  out.tracking_error = problem.tracking_error(last);
  if (!std::holds_alternative<NoPreconditioner>(method.preconditioner))
    out.preconditioner_error = problem.preconditioner_error(last);
  if (whole_state) out.state = last;
  return out;
}

Summary::Summary(const AnyProblem& problem, const Plan& plan, const Job& job, std::vector<std::string> observed)
    : problem_(problem),
      start_(job.slow_start),
      report_{.problem = problem.name(),
              .parameters = problem.parameters(),
              .derivatives = "",
              .plan = plan,
              .seed = job.seed,
              .first = {},
              .counts = {},
              .pilot = {},
              .status = {},
              .endings = {},
              .residual = {},
              .tracking_error = {},
              .preconditioner_error = {},
              .product_condition = {},
              .observed = std::move(observed),
              .observations = {},
              .certificate = {}} {}

void Summary::add(const Record& record) {
  if (report_.replicas++ == 0) report_.first = record;
  for (int i = 0; i < kRoles; ++i) report_.counts.drawn[i] += record.counts.drawn[i];
  report_.counts.preconditioner += record.counts.preconditioner;
  report_.endings.add(record.status.ending);
  if (record.status.ending > report_.status.ending) report_.status = record.status;
  residual_.add(record.squared_residual);
  tracking_error_.add(record.tracking_error);
  preconditioner_error_.add(record.preconditioner_error);
  if (record.state && states_.size() < kWholeStates && estimates_preconditioner(report_.plan.method()))
    states_.push_back(*record.state);
}

void Summary::add(const Observation& observation) {
  auto row = std::lower_bound(rows_.begin(), rows_.end(), observation.iteration,
                              [](const ObservedRow& r, std::uint64_t at) { return r.iteration < at; });
  if (row == rows_.end() || row->iteration != observation.iteration)
    row = rows_.insert(row, {observation.iteration, observation.samples, std::vector<Mean>(report_.observed.size())});
  for (std::size_t i = 0; i < row->means.size() && i < observation.values.size(); ++i)
    row->means[i].add(observation.values[i]);
}

std::optional<Residual> Summary::residual() const {
  // The mean over those that did not diverge would flatter the method.
  if (report_.endings[Ending::diverged] > 0 || !residual_.value()) return std::nullopt;
  const Mean& mean = residual_.mean;
  Residual out;
  out.mean_square = mean.value();
  out.how = problem_.has_closed_form() ? "closed-form" : "means";
  if (mean.count() > 1) {
    const double half = student_two_sided(0.95, static_cast<double>(mean.count() - 1)) * mean.standard_error();
    out.standard_error = mean.standard_error();
    out.lower = std::max(0.0, mean.value() - half);
    out.upper = mean.value() + half;
  }
  return out;
}

SolveReport Summary::report(std::uint64_t asked, const std::optional<Pilot>& pilot, double wall_seconds) const {
  SolveReport out = report_;
  out.pilot = pilot;
  out.wall_seconds = wall_seconds;
  // Shared samples count a derivative with the value it comes with.
  const Method& method = report_.plan.method();
  const bool taught = std::visit([](const auto& p) { return p.samples(1); }, method.preconditioner) > 0;
  if (out.counts.derivative() > 0 || (method.sampling == Sampling::shared && taught))
    out.derivatives = problem_.derivatives();
  if (out.status.ending != Ending::interrupted && out.replicas < asked)
    out.status = {Ending::interrupted,
                  "interrupted after " + std::to_string(out.replicas) + " of " + std::to_string(asked) + " replicas"};
  const std::vector<double> start = start_.empty() ? problem_.evaluator().slow_start() : start_;
  out.at_start = out.first.slow == start;
  if (out.status.finished() && !std::holds_alternative<LazyStep>(method.tracker))
    out.active_sets = active_sets(problem_.evaluator(), out.first.fast, out.first.slow, out.seed);
  out.residual = residual();
  out.tracking_error = tracking_error_.value();
  out.preconditioner_error = preconditioner_error_.value();
  if (out.status.finished() && !states_.empty())
    out.product_condition = problem_.product_condition(out.plan, states_, out.seed);
  for (const ObservedRow& row : rows_)
    if (!row.means.empty() && row.means[0].count() == out.replicas) out.observations.push_back(row);
  out.limit = limit_of_run(problem_, out);
  heed_residual(problem_, start, out);
  return out;
}

}  // namespace twoscale::cli
