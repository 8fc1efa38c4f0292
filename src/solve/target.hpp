#pragma once
// solve with a target: attempts until a certificate reaches it, or the budget ends.

#include <twoscale/solve/options.hpp>
#include <twoscale/solve/report.hpp>
#include <twoscale/solve/task.hpp>

namespace twoscale {

/// Throws where the target is out of range, or something is asked for beside it that does not go with attempts.
void require_target(const std::vector<std::string>& methods, const SolveOptions& options);

/// A report on the best answer, with what every attempt gave. The task's plan says which method.
SolveReport solve_to_target(const AnyProblem& problem, const Task& task, double target, std::uint64_t budget,
                            const Manner& manner);

}  // namespace twoscale
