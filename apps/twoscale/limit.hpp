#pragma once
// The statistical limit beside a run's own residual.

#include "report.hpp"

namespace twoscale::cli {

/// Where the problem lets it be known, and the method has to estimate h(y).
std::optional<StatisticalLimit> limit_of_run(const AnyProblem& problem, const SolveReport& report);
/// "; the limit for this budget is 2.3e-5"; empty where there is none, or no noise.
std::string limit_text(const SolveReport& report);

}  // namespace twoscale::cli
