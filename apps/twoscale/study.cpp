#include "study.hpp"

#include <twoscale/experiment/figures.hpp>

#include "estimate.hpp"
#include "interrupt.hpp"
#include "loading.hpp"
#include "output_file.hpp"
#include "report.hpp"
#include "request.hpp"
#include "study_run.hpp"

namespace twoscale::cli {

namespace {

/// A study that was stopped is reported on as far as it got, where that takes no time.
constexpr std::size_t kReportedWhenStopped = 1000;  // cells

bool can_be_reported(const std::vector<Study>& studies, const std::vector<StudyRun>& runs) {
  std::size_t cells = 0, jobs = 0;
  for (const Study& study : studies) cells += study.cells().size();
  for (const StudyRun& run : runs) jobs += run.jobs.size();
  return cells <= kReportedWhenStopped && jobs == cells;  // fewer where the signal came before all were in the store
}

int tell_plan(const std::vector<Study>& studies, const StudyRequest& request, const Manner& manner, bool limits) {
  std::vector<PlannedStudy> planned;
  double seconds = 0;
  for (const Study& study : studies) {
    planned.push_back({study, samples_of(study), estimated_seconds(study, opening(request), manner, limits)});
    seconds += planned.back().seconds;
    if (request.json) continue;
    print(study.spec().name + ": " + plan_text(study) + ", about " + duration(planned.back().seconds) + " on " +
          std::to_string(manner.threads) + (manner.threads == 1 ? " thread" : " threads"));
  }
  if (request.json) print(to_json(planned, manner.threads));
  else if (studies.size() > 1) print("in all about " + duration(seconds));
  return kDone;
}

report::Document document_of(const std::vector<Measured>& measured, const Presentation& presentation) {
  report::Document out;
  out.title = presentation.title;
  out.paragraphs = presentation.paragraphs;
  out.summary.header = kRowHeader;
  out.summary.header.insert(out.summary.header.begin(), "study");
  out.summary.verdict_column = static_cast<int>(kRowHeader.size());
  for (const Measured& each : measured) {
    const std::string& name = each.study.spec().name;
    for (const RowResult& row : each.rows) {
      out.summary.rows.push_back(row_cells(row));
      out.summary.rows.back().insert(out.summary.rows.back().begin(), name);
      out.summary.links.push_back(name);
    }
    out.sections.push_back(section_of(each.study, each.rows, presentation.command(each.study), each.limit));
    out.sections.back().maps = maps_of(each.study, each.cells);
  }
  if (measured.size() == 1) {  // its rows and its title stand above already
    out.sections.back().title = "What was measured";
    out.sections.back().table = {};
  }
  if (presentation.extra)
    for (report::Section& section : presentation.extra()) out.sections.push_back(std::move(section));
  out.facts = {{"twoscale", TWOSCALE_VERSION}};
  for (const Measured& each : measured)
    out.facts.emplace_back(each.study.spec().name, "seed " + std::to_string(each.study.spec().seed) + ", " +
                                                       grouped(each.study.spec().replicas) +
                                                       (each.study.spec().replicas == 1 ? " replica" : " replicas"));
  return out;
}

std::string stopped_text(const std::vector<StudyRun>& runs, const std::string& store) {
  std::uint64_t ran = 0;
  for (const StudyRun& run : runs) ran += run.ran;
  return "stopped; " + grouped(ran) + " runs were added to " + store + ". The same command goes on from there.";
}

}  // namespace

Study::Open opening(const StudyRequest& request) {
  const bool quiet = request.quiet || request.json;
  const auto set = asked_instruction_set(request.instruction_set);
  return [quiet, set](const std::string& problem, ChoiceSet choices) {
    return open_problem_aloud(problem, quiet, choices, set);
  };
}

Measured measure(const Study& study, const Store& store, const std::vector<int>& jobs, bool limits) {
  Measured out{study, read_results(study, store, jobs), {}, {}};
  out.rows = fit_rows(study, out.cells);
  if (limits) out.limit = add_limits(study, out.cells, out.rows);
  judge_bars(study, out.cells, out.rows);
  return out;
}

int carry_out(const std::vector<Study>& studies, const StudyRequest& request, const Presentation& presentation) {
  const Manner manner =
      make_manner(request.threads, request.checkpoint_every, request.instruction_set, request.quiet || request.json);
  if (request.dry_run) return tell_plan(studies, request, manner, presentation.limits);
  require_writable(request.output, request.store);
  const InterruptScope scope;
  Store store = Store::open(request.store);
  std::vector<const Study*> pointers;
  for (const Study& study : studies) pointers.push_back(&study);
  const std::vector<StudyRun> runs = run_studies(pointers, store, manner);
  const bool interrupted = !runs.empty() && runs.back().interrupted;
  if (interrupted) print_error(stopped_text(runs, request.store));
  if (interrupted && !can_be_reported(studies, runs)) return stop_code();
  InterruptScope::end_at_once("stopped while it reported; what was run is in " + visible(request.store) +
                              ". The same command goes on from there.");
  std::vector<Measured> measured;
  for (std::size_t i = 0; i < studies.size(); ++i)
    measured.push_back(measure(studies[i], store, runs[i].jobs, presentation.limits));
  if (request.json) print(to_json(measured));
  else presentation.print(measured);
  const int code = interrupted ? stop_code() : kDone;
  if (request.output.empty()) return code;
  OutputFile file(request.output);
  file.stream() << report::to_html(document_of(measured, presentation));
  file.finish();
  if (!request.json) print("report: " + request.output + "   data: " + request.store);
  return code;
}

}  // namespace twoscale::cli
