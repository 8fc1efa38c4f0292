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
  const bool steps_fast =
      std::visit([](const auto& tracker) { return tracker.needs_fast_step; }, plan.method().tracker);
  if (steps_fast && !is_tuned(plan.method())) out.slow_step = steps.slow, out.fast_step = steps.fast;
  out.corrected = !is_raw(plan.method());
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
  const auto problem = open_problem(
      name_or_path, {.tell = options.watch.loading, .choices = choices_for(std::array{make_method("auto")})});
  return check(*problem, options);
}

}  // namespace twoscale
