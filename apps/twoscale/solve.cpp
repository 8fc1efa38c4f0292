#include "solve.hpp"

#include <twoscale/core/output_file.hpp>
#include <twoscale/experiment/page.hpp>
#include <twoscale/solve/solve.hpp>

#include "report.hpp"
#include "request.hpp"
#include "start.hpp"
#include "watching.hpp"

namespace twoscale::cli {

namespace {

constexpr double kMostSamples = 1e15, kMostReplicas = 4294967295.0;

SolveOptions options_of(const SolveRequest& request) {
  SolveOptions out;
  out.method_options = names_and_values("--option", request.options);
  if (!request.samples.empty()) out.method_options.emplace_back("samples", request.samples);
  out.batch = whole_number("batch", request.batch, 1, 1e6);
  out.anytime = request.anytime;
  out.force = request.force;
  out.parameters = names_and_values("--set", request.parameters);
  out.budget = whole_number("budget", request.budget, 1, kMostSamples);
  if (!request.iterations.empty()) out.iterations = whole_number("iterations", request.iterations, 0, kMostSamples);
  if (!request.seconds.empty()) out.seconds = parse_number("seconds", request.seconds);
  out.seed = seed_number(request.seed);
  out.replicas = static_cast<std::uint32_t>(whole_number("replicas", request.replicas, 1, kMostReplicas));
  out.first_replica =
      static_cast<std::uint32_t>(whole_number("first-replica", request.first_replica, 0, kMostReplicas - out.replicas));
  out.x0 = coordinates("x0", request.fast_start);
  out.y0 = coordinates("y0", request.slow_start);
  if (!request.start.empty()) {
    StartPoint start = read_start(request.start);
    out.x0 = std::move(start.x), out.y0 = std::move(start.y);
  }
  out.anchor = coordinates("anchor", request.anchor);
  out.observe = request.observe;
  out.curves = !request.report.empty();
  out.observations = whole_number("observations", request.observations, 1, 10000);
  if (!request.certify.empty()) out.certify = whole_number("certify", request.certify, 0, kMostSamples);
  if (!request.target.empty()) out.target = parse_number("target", request.target);
  out.store = request.store;
  out.keep_interrupted = true;
  out.weigh = request.explain;
  const Manner manner = manner_of(request.threads, request.checkpoint_every, request.instruction_set);
  out.threads = manner.threads;
  out.checkpoint_seconds = manner.checkpoint_seconds;
  out.instruction_set = manner.instruction_set;
  return out;
}

void write_page(const SolveRequest& request, const ReportGroup& group) {
  if (request.report.empty()) return;
  OutputFile file(request.report, remove_when_ended);
  file.stream() << report::to_html(page_of(group, request.command));
  file.finish();
  if (!request.json && !request.quiet) print("report: " + request.report);
}

/// Curves that only the page asked for are in the page, and not a table for each on the terminal.
ReportGroup as_text(const SolveRequest& request, ReportGroup group) {
  if (request.observe.empty())
    for (SolveReport& report : group.reports) report.observations.clear();
  return group;
}

}  // namespace

int exit_code(const std::vector<SolveReport>& reports) {
  for (const SolveReport& report : reports)
    if (report.status.ending == Ending::interrupted || report.certificate_stopped) return stop_code();
  if (reports.size() != 1) return kDone;  // a comparison marks what did not settle, and is done
  const bool reached = reports[0].target ? reports[0].target->reached() : reports[0].settled();
  return reached ? kDone : kNotReached;
}

int solve(const SolveRequest& request) {
  SolveOptions options = options_of(request);
  require_writable(request.output, request.store);
  require_writable(request.report, request.store);
  Watching watching(request.quiet || request.json);
  options.watch = watching.watch();
  const ReportGroup group = solve_each(request.problem, request.methods, options);
  watching.end();
  if (const auto& kept = group.reports.back().kept) print_error(kept_text(*kept));
  const std::string json = group.asked == 1 ? to_json(group.reports[0]) : to_json(group.reports);
  if (request.json) print(json);
  else print(group_text(as_text(request, group), request.explain));
  write_output(request.output, json, remove_when_ended);
  if (!request.output.empty() && !request.json && !request.quiet) print("results: " + request.output);
  write_page(request, group);
  return exit_code(group.reports);
}

}  // namespace twoscale::cli
