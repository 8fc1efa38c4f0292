#include "study.hpp"

#include <twoscale/core/output_file.hpp>
#include <twoscale/experiment/estimate.hpp>

#include "loading.hpp"
#include "request.hpp"

namespace twoscale::cli {

namespace {

int tell_plan(const std::vector<Study>& studies, const StudyRequest& request, const Manner& manner, bool limits) {
  std::vector<PlannedStudy> planned;
  double seconds = 0;
  const int threads = manner.thread_count();
  for (const Study& study : studies) {
    planned.push_back({study, samples_of(study), estimated_seconds(study, opening(request), manner, limits)});
    seconds += planned.back().seconds;
    if (request.json) continue;
    print(study.spec().name + ": " + plan_text(study) + ", about " + duration(planned.back().seconds) + " on " +
          std::to_string(threads) + (threads == 1 ? " thread" : " threads"));
  }
  if (request.json) print(to_json(planned, threads));
  else if (studies.size() > 1) print("in all about " + duration(seconds));
  return kDone;
}

/// Nothing can be lost any more: the first signal ends the program.
void tell_reporting(const StudiesDone& done, const std::string& store) {
  if (done.interrupted)
    print_error("stopped; " + grouped(done.ran()) + " runs were added to " + store +
                ". The same command goes on from there.");
  InterruptScope::end_at_once("stopped while it reported; what was run is in " + visible(store) +
                              ". The same command goes on from there.");
}

}  // namespace

Study::Open opening(const StudyRequest& request) {
  const bool quiet = request.quiet || request.json;
  const auto set = asked_instruction_set(request.instruction_set);
  return [quiet, set](const std::string& problem, const ChoiceSet& choices) {
    return open_problem_aloud(problem, quiet, choices, set);
  };
}

int carry_out(const std::vector<Study>& studies, const StudyRequest& request, const StudyOutput& output) {
  Manner manner = manner_of(request.threads, request.checkpoint_every, request.instruction_set);
  Watching watching(request.quiet || request.json);
  manner.watch = watching.watch();
  if (request.dry_run) return tell_plan(studies, request, manner, output.limits);
  require_writable(request.output, request.store);
  watching.catch_signals();
  const StudiesDone done =
      twoscale::carry_out(studies, request.store, manner, output.limits,
                          [&](const StudiesDone& so_far) { tell_reporting(so_far, request.store); });
  const int code = done.interrupted ? stop_code() : kDone;
  if (done.measured.empty()) return code;
  if (request.json) print(to_json(done.measured));
  else output.print(done.measured);
  if (request.output.empty()) return code;
  OutputFile file(request.output, remove_when_ended);
  file.stream() << report::to_html(document_of(done.measured, output.report));
  file.finish();
  if (!request.json) print("report: " + request.output + "   data: " + request.store);
  return code;
}

}  // namespace twoscale::cli
