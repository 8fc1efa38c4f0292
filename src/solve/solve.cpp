#include <twoscale/solve/solve.hpp>

#include <twoscale/plugin/load.hpp>
#include <twoscale/solve/plan.hpp>

#include "certify.hpp"
#include "run_report.hpp"
#include "target.hpp"

namespace twoscale {

namespace {

Manner manner_of(const SolveOptions& options) {
  return {options.threads, options.instruction_set, options.checkpoint_seconds, options.watch};
}

/// Runs one task after the other, with the certificate of each; stops after the first that was interrupted.
template <class Run>
std::vector<SolveReport> run_all(const SolveOptions& options, AnyProblem& problem, const std::vector<Task>& tasks,
                                 const Run& run) {
  std::vector<SolveReport> reports;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    set_parameters(problem, options.parameters, tasks[i].plan);
    reports.push_back(run(i));
    SolveReport& report = reports.back();
    report.candidates = tasks[i].candidates;
    certify_report(problem, options.certify, options.watch, report);
    if (options.watch.result) options.watch.result(report);
    if (report.status.ending == Ending::interrupted || report.certificate_stopped) break;
  }
  return reports;
}

std::vector<SolveReport> solve_in_store(const SolveOptions& options, AnyProblem& problem,
                                        const std::vector<Task>& tasks) {
  const Manner manner = manner_of(options);
  Store store = Store::open(options.store);
  std::vector<StoredJob> jobs;
  for (const Task& task : tasks) jobs.push_back({0, task.job, task.asked});
  const std::vector<int> ids = store.add(jobs);
  auto reports = run_all(options, problem, tasks,
                         [&](std::size_t i) { return run_in_store(problem, tasks[i], store, ids[i], manner); });
  if (was_interrupted(reports)) reports.back().kept = kept_in(store);
  return reports;
}

std::vector<SolveReport> solve_in_memory(const SolveOptions& options, AnyProblem& problem,
                                         const std::vector<Task>& tasks) {
  const Manner manner = manner_of(options);
  std::vector<Keepsake> kept;
  auto reports = run_all(options, problem, tasks, [&](std::size_t i) {
    kept.emplace_back();
    return run_in_memory(problem, tasks[i], kept.back(), manner);
  });
  if (options.keep_interrupted && was_interrupted(reports))
    reports.back().kept = write_checkpoint(problem.name(), tasks, kept);
  return reports;
}

ReportGroup solve_planned(AnyProblem& problem, const std::string& source, const std::vector<std::string>& methods,
                          const SolveOptions& options) {
  const std::vector<Task> tasks = plan_solve(problem, source, methods, options);
  options.watch.say(event::Begun{});
  ReportGroup out{.asked = tasks.size()};
  if (options.target) {
    out.reports = {solve_to_target(problem, tasks[0], *options.target, options.budget, manner_of(options))};
    if (options.watch.result) options.watch.result(out.reports[0]);
  } else if (options.store.empty()) {
    out.reports = solve_in_memory(options, problem, tasks);
  } else {
    out.reports = solve_in_store(options, problem, tasks);
  }
  return out;
}

}  // namespace

ReportGroup solve_each(AnyProblem& problem, const std::vector<std::string>& methods, const SolveOptions& options) {
  return solve_planned(problem, "", methods, options);
}

ReportGroup solve_each(const std::string& name_or_path, const std::vector<std::string>& methods,
                       const SolveOptions& options) {
  LoadOptions load{.tell = options.watch.loading,
                   .choices = choices_needed(methods, options),
                   .instruction_set = options.instruction_set};
  options.watch.say(event::Opening{name_or_path});
  const std::unique_ptr<AnyProblem> problem = open_problem(name_or_path, load);
  return solve_planned(*problem, is_path(name_or_path) ? name_or_path : "", methods, options);
}

SolveReport solve(AnyProblem& problem, const SolveOptions& options) {
  return std::move(solve_each(problem, {options.method}, options).reports.at(0));
}

SolveReport solve(const std::string& name_or_path, const SolveOptions& options) {
  return std::move(solve_each(name_or_path, {options.method}, options).reports.at(0));
}

namespace detail {

std::string short_name(std::string_view function) {
  // "... name_of_type() [with P = mine::Saddle; ...]" of GCC, "... [P = mine::Saddle]" of Clang.
  const std::size_t from = std::min(function.find("P = ") + 4, function.size());
  const std::string_view type = function.substr(from, function.find_first_of(";]", from) - from);
  const std::size_t colon = type.find_last_of(':');
  return std::string(colon == std::string_view::npos ? type : type.substr(colon + 1));
}

}  // namespace detail

}  // namespace twoscale
