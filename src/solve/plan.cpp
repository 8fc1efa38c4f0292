#include <twoscale/solve/plan.hpp>

#include <twoscale/core/version.hpp>
#include <twoscale/method/presets.hpp>
#include <twoscale/solve/candidates.hpp>
#include <twoscale/solve/observed.hpp>

#include "certify.hpp"
#include "target.hpp"
#include "timing.hpp"

namespace twoscale {

namespace {

/// One look an iteration that averages so many draws; of a map without noise one will do, where the sizes are known.
void average_draws(Method& method, std::uint64_t batch, const Shape& shape) {
  const bool known = shape.fast > 0;
  method.sampling = Sampling::shared;
  method.batches.fast = known && shape.fast_noise == 0 ? 1 : batch;
  method.batches.slow = known && shape.slow_noise == 0 ? 1 : batch;
}

/// The method with its options, tuned to the budget (or to a number of iterations).
Plan make_plan(const SolveOptions& options, const std::string& name, const Abilities& problem,
               const Shape& shape = {}) {
  const Abilities taken_for = options.force ? Abilities{.smooth = true} : problem;
  Method method = suited_to(make_method(name), taken_for);
  for (const bool choices : {true, false})  // a choice brings constants of its own: it comes first, wherever it stands
    for (const auto& [option, value] : options.method_options)
      if (is_choice(option) == choices) set_option(method, option, value);
  if (options.batch > 1) average_draws(method, options.batch, shape);
  if (options.anytime) method.anytime = true;
  method = counting_for(std::move(method), problem, shape);
  if (options.iterations) return Plan::for_iterations(method, *options.iterations);
  return Plan::for_budget(method, options.budget);
}

/// Colours that are asked for have to be there.
void require_colours(const Method& method, const AnyProblem& problem) {
  const bool asked = std::visit(
      [](const auto& choice) {
        if constexpr (requires { choice.jacobian; }) return choice.jacobian != 0;
        else return false;
      },
      method.preconditioner);
  if (!asked || (problem.why_one_lane().empty() && problem.evaluator().structure())) return;
  throw Error::field(
      "jacobian", "coloured",
      "automatic on this problem: colours are found where F and G take packs, x has more than 16 numbers "
      "or a size that is known at run time only, and the problem writes no derivatives of its own");
}

/// What a run's bits depend on besides the problem and the plan.
RunOptions run_options(const SolveOptions& options) {
  RunOptions out;
  out.seed = options.seed;
  out.force = options.force;
  out.instruction_set = options.instruction_set;
  out.fast_start = options.x0, out.slow_start = options.y0, out.anchor = options.anchor;
  out.replicas = 0;
  return out;
}

/// "all" stands for every method the problem can run.
std::vector<std::string> chosen(const std::vector<std::string>& methods, const AnyProblem& problem,
                                const SolveOptions& options) {
  if (methods != std::vector<std::string>{kAllMethods}) return methods;
  std::vector<std::string> out;
  for (const Preset& preset : presets()) {
    try {
      require(suited_to(preset.make(), problem.abilities()), problem.abilities(), options.force);
      out.emplace_back(preset.name);
    } catch (const Error& error) {
      options.watch.say(event::LeftOut{preset.name, error.what()});
    }
  }
  return out;
}

void require_whole(const std::string& field, std::uint64_t value, double low, double high) {
  require_in_range(field, static_cast<double>(value), Range{.low = low, .high = high, .whole = true});
}

/// Once, at the start: a metric that fails should fail before the run, and not lose what came of it.
void try_metrics(const AnyProblem& problem) {
  const std::size_t count = problem.metrics().size();
  if (count == 0) return;
  const auto x = problem.evaluator().fast_start(), y = problem.evaluator().slow_start();
  for (std::size_t i = 0; i < count; ++i) problem.metric(i, x, y);
}

/// A name that stands twice says two things, of which one would be forgotten in silence.
void require_once(const std::string& field, const std::vector<NamedText>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (values[i].first == values[j].first)
        throw Error(field + " set " + values[i].first + " twice, to " + values[j].second + " and to " +
                    values[i].second + ": leave one out");
}

void require_seconds(const SolveOptions& options) {
  require_in_range("seconds", *options.seconds, Range::above(0));
  const auto refuse = [&](const char* why) { throw Error::field("seconds", to_text(*options.seconds), why); };
  if (options.iterations) refuse("left out with --iterations, which say how long the run is");
  if (options.target) refuse("left out with --target: attempts share a budget of samples (--budget)");
}

void require_batch(const SolveOptions& options) {
  require_whole("batch", options.batch, 1, 1e6);
  for (const auto& [option, value] : options.method_options)
    if (options.batch > 1 && (option == "fast_batch" || option == "slow_batch" || option == "samples"))
      throw Error::field("batch", std::to_string(options.batch), "left out with " + option + ", which it sets");
}

/// What is wrong whatever the problem is.
void require_numbers(const SolveOptions& options) {
  constexpr double kMostReplicas = 4294967295.0, kMostSamples = 1e15;
  if (options.seconds) require_seconds(options);
  if (options.iterations) require_whole("iterations", *options.iterations, 0, kMostSamples);
  else require_whole("budget", options.budget, 1, kMostSamples);
  require_whole("seed", options.seed, 0, 9007199254740991.0);
  require_whole("replicas", options.replicas, 1, kMostReplicas);
  require_whole("first-replica", options.first_replica, 0, kMostReplicas - options.replicas);
  if (options.threads != 0) require_in_range("threads", options.threads, Range{.low = 1, .high = 1024, .whole = true});
  require_in_range("checkpoint-every", options.checkpoint_seconds, Range::above(0));
  require_certificate(options.certify);
  require_whole("observations", options.observations, 1, 10000);
  require_batch(options);
}

/// One method on one problem, from what is asked of it to the plan that will be run.
class Planner {
 public:
  Planner(AnyProblem& problem, const std::string& name, const SolveOptions& options)
      : problem_(problem), name_(name), options_(options), run_(run_options(options)) {}

  Plan plan() {
    // The problem has its size when it has its parameters, some of which follow the length of the plan.
    set_parameters(problem_, options_.parameters, make_plan(options_, name_, problem_.abilities()));
    const Plan asked = make_plan(options_, name_, problem_.abilities(), problem_.shape());
    require(asked.method(), problem_.abilities(), options_.force);
    require_colours(asked.method(), problem_);
    Plan out = options_.seconds ? in_seconds(asked) : suited(asked);
    problem_.judge(out, run_);
    return out;
  }
  const RunOptions& run() const { return run_; }
  const Candidates& candidates() const { return candidates_; }

 private:
  /// With what is measured before the run. Iterations that were asked for by number, and attempts at a target, take one
  /// draw of each map.
  Plan suited(const Plan& asked, const std::optional<Timing>& timing = {}) {
    Candidates* seen = options_.weigh ? &candidates_ : nullptr;
    Plan out = with_best_candidate(asked, problem_, options_.method_options, run_, seen, timing);
    if (options_.iterations || options_.target) return out;
    return with_best_split(out, problem_, options_.method_options, run_, options_.watch);
  }
  Plan for_budget(const Method& method, std::uint64_t samples) {
    const Plan out = Plan::for_budget(method, samples);
    set_parameters(problem_, options_.parameters, out);
    return with_best_split(out, problem_, options_.method_options, run_, options_.watch);
  }
  /// The plan of the budget that the seconds come to, by the candidate that is best for it.
  Plan in_seconds(const Plan& asked) {
    const Manner manner{options_.threads, options_.instruction_set, options_.checkpoint_seconds, options_.watch};
    const auto time = [&](const Method& method, double seconds) {
      return samples_in(seconds, problem_, method, run_, options_.replicas, manner);
    };
    const Timing timing{*options_.seconds, [&](const Method& method) {
                          return time(method, 0).sample * static_cast<double>(samples_per_iteration(method, 1));
                        }};
    Candidates* seen = options_.weigh ? &candidates_ : nullptr;
    const Method method = with_best_candidate(asked, problem_, options_.method_options, run_, seen, timing).method();
    TimedBudget timed = time(method, *options_.seconds);
    Plan out = for_budget(method, timed.samples);
    if (!out.method().batches.single()) {  // more draws an iteration take other seconds a sample
      timed = time(out.method(), *options_.seconds);
      out = for_budget(method, timed.samples);
    }
    options_.watch.say(event::Timed{method.name, *options_.seconds, timed.sample, timed.samples});
    return out;
  }

  AnyProblem& problem_;
  std::string name_;
  const SolveOptions& options_;
  RunOptions run_;
  Candidates candidates_;
};

}  // namespace

ChoiceSet choices_needed(const std::vector<std::string>& methods, const SolveOptions& options) {
  if (options.target) require_target(methods, options);
  if (methods == std::vector<std::string>{kAllMethods}) return {};
  std::vector<Method> made;
  for (const std::string& name : methods) made.push_back(make_plan(options, name, Abilities{.smooth = true}).method());
  return choices_for(made);
}

void set_parameters(AnyProblem& problem, const std::vector<NamedText>& parameters, const Plan& plan) {
  std::vector<NamedText> values = parameters;
  for (auto& [name, value] : values)
    if (const std::optional<double> tuned = horizon_value(value, plan)) value = to_text(*tuned);
  problem.set(values);
}

std::vector<Task> plan_solve(AnyProblem& problem, const std::string& source, const std::vector<std::string>& methods,
                             const SolveOptions& options) {
  if (options.target) require_target(methods, options);
  require_numbers(options);
  require_once("parameters", options.parameters);
  std::vector<Task> tasks;
  for (const std::string& name : chosen(methods, problem, options)) {
    Planner planner(problem, name, options);
    const Plan plan = planner.plan();
    Job job = describe_job(version(), problem.name(), source, problem.parameters(), plan, planner.run());
    try_metrics(problem);
    const bool usual = options.curves && options.observe.empty();
    job.observed = observed_on(problem, usual ? usual_curves(problem) : options.observe);
    job.observations = job.observed.empty() ? 0 : options.observations;
    tasks.push_back({plan, std::move(job), {{options.first_replica, options.replicas}}, planner.candidates()});
  }
  return tasks;
}

}  // namespace twoscale
