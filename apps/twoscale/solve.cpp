#include "solve.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "loading.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

/// The method with its options, tuned to the budget (or to a number of iterations).
Plan make_plan(const SolveRequest& request, const std::string& name) {
  Method method = make_method(name);
  for (const bool choices : {true, false})  // a choice brings constants of its own: it comes first, wherever it stands
    for (const std::string& text : request.options) {
      const auto [option, value] = name_and_value("--option", text);
      if (is_choice(option) == choices) set_option(method, option, value);
    }
  if (request.anytime) method.anytime = true;
  if (!request.iterations.empty())
    return Plan::for_iterations(method, whole_number("iterations", request.iterations, 0, 1e15));
  return Plan::for_budget(method, whole_number("budget", request.budget, 1, 1e15));
}

RunOptions make_options(const SolveRequest& request) {
  RunOptions options;
  options.seed = seed_number(request.seed);
  options.replicas = static_cast<std::uint32_t>(whole_number("replicas", request.replicas, 1, 4294967295.0));
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  options.threads = request.threads.empty() ? static_cast<int>(cores)
                                            : static_cast<int>(whole_number("threads", request.threads, 1, 1024));
  options.force = request.force;
  options.fast_start = coordinates("x0", request.fast_start);
  options.slow_start = coordinates("y0", request.slow_start);
  options.anchor = coordinates("anchor", request.anchor);
  return options;
}

/// Two-sided 95 % quantile of Student's law: a table where it matters, its expansion beyond.
double student_95(std::uint64_t degrees) {
  constexpr double kTable[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  if (degrees <= 10) return kTable[degrees - 1];
  const double z = 1.959964, n = static_cast<double>(degrees);
  return z + (z * z * z + z) / (4 * n) + (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * n * n);
}

std::optional<Residual> measure_residual(const AnyProblem& problem, const RunResult& result) {
  Mean mean;
  for (const ReplicaResult& replica : result.replicas) {
    const std::optional<double> square = problem.squared_residual(replica.last.slow);
    if (!square) return std::nullopt;
    mean.add(*square);
  }
  Residual out;
  out.mean_square = mean.value();
  out.how = problem.has_closed_form() ? "closed-form" : "means";
  if (mean.count() > 1) {
    const double half = student_95(mean.count() - 1) * mean.standard_error();
    out.standard_error = mean.standard_error();
    out.lower = std::max(0.0, mean.value() - half);
    out.upper = mean.value() + half;
  }
  return out;
}

/// The mean of a quantity over replicas, where the problem lets it be known.
template <class Quantity>
std::optional<double> mean_over(const RunResult& result, const Quantity& quantity) {
  Mean mean;
  for (const ReplicaResult& replica : result.replicas) {
    const std::optional<double> value = quantity(replica.last);
    if (!value) return std::nullopt;
    mean.add(*value);
  }
  return mean.value();
}

/// The product condition is asked of an estimated P in a nested method ([P] Assumption precond).
bool estimates_preconditioner(const Method& method) {
  return std::holds_alternative<Nested>(method.tracker) &&
         (std::holds_alternative<AveragedPreconditioner>(method.preconditioner) ||
          std::holds_alternative<LearnedPreconditioner>(method.preconditioner));
}

SolveReport run_one(const AnyProblem& problem, const Plan& plan, RunOptions options, bool quiet) {
  ProgressBar bar(plan.method().name, plan.iterations() * options.replicas, quiet);
  options.progress = &bar.progress();
  const auto start = std::chrono::steady_clock::now();
  RunResult result = problem.run(plan, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::string derivatives = result.counts().derivative() > 0 ? problem.derivatives() : "";
  SolveReport report{
      problem.name(), problem.parameters(), derivatives, plan, options.seed, std::move(result), {}, 0, {}, {}, {}, {},
      seconds};
  for (const ReplicaResult& replica : report.result.replicas) {
    if (replica.status.ending == Ending::diverged) ++report.diverged;
    if (!replica.status.ok() && report.status.ok()) report.status = replica.status;
  }
  // The mean over those that did not diverge would flatter the method.
  if (report.diverged == 0) report.residual = measure_residual(problem, report.result);
  const bool has_preconditioner = !std::holds_alternative<NoPreconditioner>(plan.method().preconditioner);
  report.tracking_error = mean_over(report.result, [&](const Snapshot& s) { return problem.tracking_error(s); });
  if (has_preconditioner)
    report.preconditioner_error =
        mean_over(report.result, [&](const Snapshot& s) { return problem.preconditioner_error(s); });
  if (estimates_preconditioner(plan.method()) && report.status.ok()) {
    std::vector<Snapshot> states;
    for (const ReplicaResult& replica : report.result.replicas) states.push_back(replica.last);
    report.product_condition = problem.product_condition(plan, states, options.seed);
  }
  return report;
}

/// Written beside its place and moved there whole, so that no reader sees half a file.
void write_file(const std::string& path, const std::string& text) {
  const std::filesystem::path target(path);
  std::error_code failed;
  if (target.has_parent_path()) std::filesystem::create_directories(target.parent_path(), failed);
  const std::string part = path + ".part";
  std::ofstream out(part, std::ios::binary);
  out << text << '\n';
  out.close();
  if (out) std::filesystem::rename(part, target, failed);
  if (!out || failed) {
    std::filesystem::remove(part, failed);
    throw Error("cannot write '" + path + "': is the directory there and writable, and the disk not full?");
  }
}

int exit_code(const std::vector<SolveReport>& reports) {
  int code = kDone;
  for (const SolveReport& report : reports) {
    if (report.status.ending == Ending::interrupted) return kInterrupted;
    if (report.status.ending == Ending::diverged) code = kNotReached;
  }
  return code;
}

/// "all" stands for every method the problem can run.
std::vector<std::string> chosen_methods(const SolveRequest& request, const AnyProblem& problem) {
  if (request.methods != std::vector<std::string>{"all"}) return request.methods;
  std::vector<std::string> out;
  for (const Preset& preset : presets()) {
    try {
      require(preset.make(), problem.abilities(), request.force);
      out.emplace_back(preset.name);
    } catch (const Error& error) {
      if (!request.json && !request.quiet) print_error(std::string("without ") + preset.name + ": " + error.what());
    }
  }
  return out;
}

/// A problem file is compiled for what its methods need.
bool needs_only_common(const SolveRequest& request) {
  if (request.methods == std::vector<std::string>{"all"}) return false;
  return std::all_of(request.methods.begin(), request.methods.end(), [&](const std::string& name) {
    return needs_only_common_choices(make_plan(request, name).method());
  });
}

}  // namespace

int solve(const SolveRequest& request) {
  const auto problem =
      open_problem(request.problem, loading(request.quiet || request.json, needs_only_common(request)));
  const RunOptions options = make_options(request);
  std::vector<Plan> plans;
  for (const std::string& name : chosen_methods(request, *problem)) {
    plans.push_back(make_plan(request, name));
    require(plans.back().method(), problem->abilities(), request.force);
  }
  std::vector<SolveReport> reports;
  for (const Plan& plan : plans) {
    set_parameters(*problem, request.parameters, plan);
    reports.push_back(run_one(*problem, plan, options, request.quiet || request.json));
    if (reports.back().status.ending == Ending::interrupted) break;
  }
  const std::string json = plans.size() == 1 ? to_json(reports[0]) : to_json(reports);
  if (!request.output.empty()) write_file(request.output, json);
  if (request.json) print(json);
  else if (plans.size() == 1) print_report(*problem, reports[0]);
  else print_table(*problem, reports);
  if (!request.output.empty() && !request.json && !request.quiet) print("results: " + request.output);
  return exit_code(reports);
}

}  // namespace twoscale::cli
