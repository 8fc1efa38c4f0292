#include "solve.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include <twoscale/experiment/observed.hpp>
#include "heed.hpp"
#include "interrupt.hpp"
#include "loading.hpp"
#include "output_file.hpp"
#include "request.hpp"
#include "target.hpp"
#include "task.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

/// The method with its options, tuned to the budget (or to a number of iterations).
Plan make_plan(const SolveRequest& request, const std::string& name, const Abilities& problem) {
  Method method = request.force ? make_method(name) : suited_to(make_method(name), problem);
  for (const bool choices : {true, false})  // a choice brings constants of its own: it comes first, wherever it stands
    for (const auto& [option, value] : names_and_values("--option", request.options))
      if (is_choice(option) == choices) set_option(method, option, value);
  if (request.anytime) method.anytime = true;
  if (!request.samples.empty()) set_option(method, "samples", request.samples);
  if (!request.iterations.empty())
    return Plan::for_iterations(method, whole_number("iterations", request.iterations, 0, 1e15));
  return Plan::for_budget(method, whole_number("budget", request.budget, 1, 1e15));
}

/// What a run's bits depend on besides the problem and the plan.
RunOptions make_options(const SolveRequest& request) {
  RunOptions options;
  options.seed = seed_number(request.seed);
  options.force = request.force;
  options.fast_start = coordinates("x0", request.fast_start);
  options.slow_start = coordinates("y0", request.slow_start);
  options.anchor = coordinates("anchor", request.anchor);
  options.replicas = 0;
  return options;
}

ReplicaRange asked_replicas(const SolveRequest& request) {
  constexpr double kMost = 4294967295.0;
  const std::uint64_t count = whole_number("replicas", request.replicas, 1, kMost);
  const std::uint64_t first =
      whole_number("first-replica", request.first_replica, 0, kMost - static_cast<double>(count));
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)};
}

Manner manner_of(const SolveRequest& request) {
  return make_manner(request.threads, request.checkpoint_every, request.instruction_set, request.quiet || request.json);
}

/// "all" stands for every method the problem can run.
std::vector<std::string> chosen_methods(const SolveRequest& request, const AnyProblem& problem) {
  if (request.methods != std::vector<std::string>{"all"}) return request.methods;
  std::vector<std::string> out;
  for (const Preset& preset : presets()) {
    try {
      require(suited_to(preset.make(), problem.abilities()), problem.abilities(), request.force);
      out.emplace_back(preset.name);
    } catch (const Error& error) {
      if (!request.json && !request.quiet) print_error(std::string("without ") + preset.name + ": " + error.what());
    }
  }
  return out;
}

/// A problem file is compiled for what its methods need.
ChoiceSet needed_choices(const SolveRequest& request) {
  if (request.methods == std::vector<std::string>{"all"}) return {};
  std::vector<Method> methods;
  for (const std::string& name : request.methods)
    methods.push_back(make_plan(request, name, Abilities{.smooth = true}).method());
  return choices_for(methods);
}

/// 10 groups of 128 samples are the least that an interval can be made of.
constexpr std::uint64_t kLeastCertificate = 1280;

std::uint64_t asked_certificate(const SolveRequest& request) {
  return request.certify == "0" ? 0 : whole_number("certify", request.certify, kLeastCertificate, 1e15);
}

/// Samples of the certificate. Unless it was said: a quarter of what the run took, where one replica was run and
/// nothing else tells how good its answer is.
std::uint64_t certificate_budget(const SolveRequest& request, const SolveReport& report) {
  constexpr std::uint64_t kMost = 1'000'000;
  if (!request.certify.empty()) return asked_certificate(request);
  if (report.residual || report.replicas > 1) return 0;
  return std::clamp(report.first.counts.total() / 4, kLeastCertificate, kMost);
}

/// Everything that can be wrong with the input is found here, before anything runs or is written.
std::vector<Task> make_tasks(const SolveRequest& request, AnyProblem& problem) {
  const RunOptions options = make_options(request);
  const ReplicaRange asked = asked_replicas(request);
  require_observed(request.observe);
  if (!request.certify.empty()) asked_certificate(request);
  const std::uint64_t observations = whole_number("observations", request.observations, 1, 10000);
  std::vector<Task> tasks;
  for (const std::string& name : chosen_methods(request, problem)) {
    const Plan plan = make_plan(request, name, problem.abilities());
    require(plan.method(), problem.abilities(), request.force);
    set_parameters(problem, request.parameters, plan);
    problem.run(plan, options);  // no replicas: looks at the problem and the starts
    Job job = describe_job(TWOSCALE_VERSION, problem.name(), is_path(request.problem) ? request.problem : "",
                           problem.parameters(), plan, options);
    job.observed = request.observe;
    job.observations = request.observe.empty() ? 0 : observations;
    tasks.push_back({plan, std::move(job), {asked}});
  }
  return tasks;
}

/// What a sample of F and one of G take here, one point at a time, as a certificate draws them.
double seconds_a_sample(const Evaluator& problem, const Record& at) {
  constexpr std::uint64_t kDraws = 16;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    problem.fast(at.fast, at.slow, problem.noise(Role::xi, 0, 0, i));
    problem.slow(at.fast, at.slow, problem.noise(Role::zeta_g, 0, 0, i));
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / (2 * kDraws);
}

/// Said before it starts, where one has to wait for it.
void tell_cost(std::uint64_t samples, const AnyProblem& problem, const SolveReport& report) {
  const double seconds = static_cast<double>(samples) * seconds_a_sample(problem.evaluator(), report.first);
  if (seconds < 1) return;
  print_error("certificate: " + grouped(samples) + " fresh samples, at least " + duration(seconds) +
              "; --certify N takes N of them, --certify 0 leaves it out");
}

/// How good the first replica's answer is, from fresh samples alone; none where Ctrl-C came first.
std::optional<Certificate> certificate_of(std::uint64_t samples, const AnyProblem& problem, const SolveReport& report) {
  ProgressBar interrupts(static_cast<double>(samples), true);  // shows nothing, and passes on Ctrl-C
  CertificateOptions options;
  options.stop = &interrupts.progress().stop;
  options.budget = samples;
  options.seed = report.seed;
  options.replica = report.first.replica;
  Certificate out;
  try {
    out = certify(problem.evaluator(), report.first.fast, report.first.slow, options);
  } catch (const Error& error) {  // the answer stands all the same
    out.upper = out.at_most = out.at_best = std::numeric_limits<double>::infinity();
    out.finite = out.settled = false;
    out.refused = error.what();
  }
  return out.stopped ? std::nullopt : std::optional(out);
}

/// Stops after the first that was interrupted.
template <class Run>
std::vector<SolveReport> run_all(const SolveRequest& request, AnyProblem& problem, const std::vector<Task>& tasks,
                                 const Run& run) {
  std::vector<SolveReport> reports;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    set_parameters(problem, request.parameters, tasks[i].plan);
    reports.push_back(run(i));
    const std::uint64_t samples = reports.back().status.finished() ? certificate_budget(request, reports.back()) : 0;
    if (samples > 0 && !request.quiet && !request.json) tell_cost(samples, problem, reports.back());
    if (samples > 0) reports.back().certificate = certificate_of(samples, problem, reports.back());
    if (reports.back().certificate) heed_certificate(*reports.back().certificate, reports.back());
    reports.back().certificate_stopped = samples > 0 && !reports.back().certificate;
    if (reports.back().status.ending == Ending::interrupted || reports.back().certificate_stopped) break;
  }
  return reports;
}

std::vector<SolveReport> solve_in_store(const SolveRequest& request, AnyProblem& problem,
                                        const std::vector<Task>& tasks) {
  const Manner manner = manner_of(request);
  const InterruptScope scope;
  Store store = Store::open(request.store);
  std::vector<StoredJob> jobs;
  for (const Task& task : tasks) jobs.push_back({0, task.job, task.asked});
  const std::vector<int> ids = store.add(jobs);
  auto reports = run_all(request, problem, tasks,
                         [&](std::size_t i) { return run_in_store(problem, tasks[i], store, ids[i], manner); });
  if (was_interrupted(reports)) print_error(what_is_stored(store));
  return reports;
}

std::vector<SolveReport> solve_in_memory(const SolveRequest& request, AnyProblem& problem,
                                         const std::vector<Task>& tasks) {
  const Manner manner = manner_of(request);
  const InterruptScope scope;
  std::vector<TaskKeepsake> kept;
  auto reports = run_all(request, problem, tasks, [&](std::size_t i) {
    kept.emplace_back();
    return run_in_memory(problem, tasks[i], kept.back(), manner);
  });
  if (!was_interrupted(reports)) return reports;
  try {
    print_error(write_checkpoint(problem.name(), tasks, kept));
  } catch (const Error& error) {  // what was measured is printed all the same
    print_error(std::string("no checkpoint: ") + error.what());
  }
  return reports;
}

}  // namespace

int solve(const SolveRequest& request) {
  if (!request.target.empty()) require_target(request);
  require_writable(request.output, request.store);
  const auto problem = open_problem_aloud(request.problem, request.quiet || request.json, needed_choices(request),
                                          asked_instruction_set(request.instruction_set));
  const std::vector<Task> tasks = make_tasks(request, *problem);
  const auto reports = !request.target.empty()
                           ? std::vector{solve_to_target(request, *problem, tasks[0], manner_of(request))}
                       : request.store.empty() ? solve_in_memory(request, *problem, tasks)
                                               : solve_in_store(request, *problem, tasks);
  const std::string json = tasks.size() == 1 ? to_json(reports[0]) : to_json(reports);
  if (request.json) print(json);
  else if (tasks.size() == 1) print_report(*problem, reports[0], request.explain);
  else print_table(*problem, reports);
  write_output(request.output, json);
  if (!request.output.empty() && !request.json && !request.quiet) print("results: " + request.output);
  return exit_code(reports);
}

}  // namespace twoscale::cli
