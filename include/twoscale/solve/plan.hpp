#pragma once
// plan_solve: everything that can be wrong with what is asked of solve() is found here, before anything runs or is
// written.

#include <span>

#include <twoscale/solve/options.hpp>
#include <twoscale/solve/task.hpp>

namespace twoscale {

/// Every method that the problem can run.
inline constexpr const char* kAllMethods = "all";

/// What will be run, a task for each method, or throws an Error that says what is wrong; runs nothing but pilots, and
/// what a budget in seconds has to be timed by. `source` is the problem's file, empty where it has none. The problem is
/// left with the parameters of the last task.
std::vector<Task> plan_solve(AnyProblem& problem, const std::string& source, const std::vector<std::string>& methods,
                             const SolveOptions& options);

/// The plan of a tuned run by a budget whose iterations average as many draws of F, and of G, as say most for the
/// samples they cost. A pilot tells, a run of a small part of the budget, which counts. The same where the batches were
/// asked for, where F or G has no noise, and where the budget is too small for a pilot.
Plan with_best_split(const Plan& plan, const AnyProblem& problem, std::span<const NamedText> method_options,
                     const RunOptions& run, const SolveWatch& watch = {});

/// What a problem file must be compiled for. Throws where the options are wrong whatever the problem is.
ChoiceSet choices_needed(const std::vector<std::string>& methods, const SolveOptions& options);

/// Gives the problem its parameters: those that follow the horizon take their values from the plan.
void set_parameters(AnyProblem& problem, const std::vector<NamedText>& parameters, const Plan& plan);

}  // namespace twoscale
