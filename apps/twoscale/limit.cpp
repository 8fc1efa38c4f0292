#include "limit.hpp"

#include "terminal.hpp"

namespace twoscale::cli {

std::optional<StatisticalLimit> limit_of_run(const AnyProblem& problem, const SolveReport& report) {
  const bool told = std::holds_alternative<ExactOracle>(report.plan.method().oracle);
  if (!report.residual || told || !report.status.finished() || report.first.counts.total() == 0) return std::nullopt;
  return statistical_limit(problem.evaluator());
}

std::string limit_text(const SolveReport& report) {
  if (!report.limit || !(report.limit->trace > 0)) return "";
  const double value = report.limit->at(static_cast<double>(report.first.counts.total()));
  return std::string("; the limit for this budget is ") + (report.limit->whole ? "" : "at least ") + brief(value);
}

}  // namespace twoscale::cli
