#include "summary.hpp"

#include <algorithm>

#include <twoscale/measure/student.hpp>

#include "heed.hpp"
#include "tuning.hpp"

namespace twoscale {

namespace {

/// Where the problem lets the limit be known, and the method has to estimate h(y).
std::optional<LimitOfRun> limit_of_run(const AnyProblem& problem, const SolveReport& report) {
  const bool told = is_told(report.method);
  const std::uint64_t samples = report.first_counts.total() + report.method.batches.pilot;
  if (!report.residual || told || !report.status.finished() || samples == 0) return std::nullopt;
  // Where x is large: a tenth of the run's evaluations, of F and of G, in all replicas.
  const std::optional<StatisticalLimit> limit =
      statistical_limit(problem.evaluator(), {.evaluations = report.iterations * report.replicas / 5});
  if (!limit) return std::nullopt;
  const auto T = static_cast<double>(samples);
  return LimitOfRun{*limit, limit->at_best_split(T), limit->at(T)};
}

/// Shared samples count a derivative with the value it comes with.
bool takes_derivatives(const SolveReport& report) {
  const bool taught = std::visit([](const auto& p) { return p.looks(1).total(); }, report.method.preconditioner) > 0;
  return report.counts.derivative() > 0 || (report.method.sampling == Sampling::shared && taught);
}

}  // namespace

bool was_interrupted(const std::vector<SolveReport>& reports) {
  return std::any_of(reports.begin(), reports.end(),
                     [](const SolveReport& report) { return report.status.ending == Ending::interrupted; });
}

bool estimates_preconditioner(const Method& method) {
  return is_nested(method) && std::visit([](const auto& p) { return p.estimates; }, method.preconditioner);
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
  if (correction_of(method) == Correction::instant) out.preconditioner_error = problem.preconditioner_error(last);
  if (whole_state) out.state = last;
  return out;
}

Summary::Summary(const AnyProblem& problem, const Plan& plan, const Job& job, std::vector<std::string> observed)
    : problem_(problem), plan_(plan), start_(job.slow_start) {
  report_.problem = problem.name();
  report_.shape = problem.shape();
  report_.parameters = problem.parameters();
  report_.method = plan.method();
  report_.iterations = plan.iterations();
  report_.burn_in = plan.burn_in();
  report_.seed = job.seed;
  report_.observed = std::move(observed);
  for (MetricInfo& metric : problem.metrics()) report_.metrics.push_back({std::move(metric), {}});
}

void Summary::add(const Record& record) {
  if (report_.replicas++ == 0) {
    report_.y = record.slow, report_.x = record.fast;
    report_.first_replica = record.replica;
    report_.first_status = record.status;
    report_.first_iterations = record.iteration;
    report_.first_counts = record.counts;
    if (record.state) tuning_ = record.state->controller;
  }
  report_.counts += record.counts;
  report_.endings.add(record.status.ending);
  if (record.status.ending > report_.status.ending) report_.status = record.status;
  for (std::size_t i = 0; i < report_.metrics.size() && report_.replicas <= kMetricReplicas; ++i)
    if (record.status.ending != Ending::diverged)
      report_.metrics[i].mean.add(problem_.metric(i, record.fast, record.slow));
  residual_.add(record.squared_residual);
  tracking_error_.add(record.tracking_error);
  preconditioner_error_.add(record.preconditioner_error);
  if (record.state && states_.size() < kWholeStates && estimates_preconditioner(report_.method))
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
    const double half =
        student_two_sided(Residual::kConfidence, static_cast<double>(mean.count() - 1)) * mean.standard_error();
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
  if (takes_derivatives(out)) out.derivatives = problem_.derivatives();
  if (out.status.ending != Ending::interrupted && out.replicas < asked)
    out.status = {Ending::interrupted,
                  "interrupted after " + std::to_string(out.replicas) + " of " + std::to_string(asked) + " replicas"};
  const std::vector<double> start = start_.empty() ? problem_.evaluator().slow_start() : start_;
  out.at_start = out.y == start;
  if (out.status.finished() && !is_lazy(out.method.tracker))
    out.active_sets = active_sets(problem_.evaluator(), out.x, out.y, out.seed);
  out.residual = residual();
  out.tuning = tuning_of(problem_, plan_, tuning_);
  out.tracking_error = tracking_error_.value();
  out.preconditioner_error = preconditioner_error_.value();
  if (out.status.finished() && !states_.empty())
    out.product_condition = problem_.product_condition(plan_, states_, out.seed);
  for (const ObservedRow& row : rows_)
    if (!row.means.empty() && row.means[0].count() == out.replicas) out.observations.push_back(row);
  out.limit = limit_of_run(problem_, out);
  heed_residual(problem_, start, out);
  if (problem_.abilities().one_scale) out.shape.fast = 0, out.x.clear();  // it is there in name only
  return out;
}

}  // namespace twoscale
