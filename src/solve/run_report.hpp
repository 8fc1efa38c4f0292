#pragma once
// A task run, in a store or in memory, and reported on.

#include <twoscale/solve/report.hpp>
#include <twoscale/solve/task.hpp>

#include "keepsake.hpp"

namespace twoscale {

/// What is in the store is not computed again; what is not is written there, with a checkpoint now and then.
SolveReport run_in_store(const AnyProblem& problem, const Task& task, Store& store, int id, const Manner& manner);
/// Without a store: the report alone, and what there is to keep should the run be interrupted.
SolveReport run_in_memory(const AnyProblem& problem, const Task& task, Keepsake& keepsake, const Manner& manner);

}  // namespace twoscale
