#pragma once
// twoscale solve --target: attempts until a certificate reaches the target, or the budget ends.

#include "solve.hpp"
#include "task.hpp"

namespace twoscale::cli {

/// Throws where the target is no number, or something is asked for beside it that does not go with attempts.
void require_target(const SolveRequest& request);

/// A report on the best answer, with what every attempt gave. The task's plan says which method.
SolveReport solve_to_target(const SolveRequest& request, const AnyProblem& problem, const Task& task,
                            const Manner& manner);

}  // namespace twoscale::cli
