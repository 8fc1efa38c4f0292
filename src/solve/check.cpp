#include <twoscale/solve/check.hpp>

#include <twoscale/method/presets.hpp>
#include <twoscale/solve/plan.hpp>

namespace twoscale {

namespace {

/// The leakage is judged at the steps of the method in use, halfway through its run.
CheckOptions options_at(const Plan& plan, std::uint64_t seed) {
  CheckOptions out;
  out.seed = seed;
  const Steps steps = plan.steps(plan.iterations() / 2);
  if (std::holds_alternative<OneStep>(plan.method().tracker)) out.slow_step = steps.slow, out.fast_step = steps.fast;
  out.corrected = !std::holds_alternative<RawOracle>(plan.method().oracle);
  return out;
}

}  // namespace

ProblemCheck check(AnyProblem& problem, const ProblemCheckOptions& options) {
  const Plan plan = Plan::for_budget(make_method(options.method), options.budget);
  set_parameters(problem, options.parameters, plan);
  ProblemCheck out{.problem = problem.name(), .parameters = problem.parameters()};
  out.options = options_at(plan, options.seed);
  out.report = check(problem.evaluator(), out.options);
  return out;
}

ProblemCheck check(const std::string& name_or_path, const ProblemCheckOptions& options) {
  options.watch.say(event::Opening{name_or_path});
  const auto problem = open_problem(name_or_path, {.tell = options.watch.loading, .choices = ChoiceSet::tuned});
  return check(*problem, options);
}

}  // namespace twoscale
