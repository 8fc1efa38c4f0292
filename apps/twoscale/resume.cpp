#include "resume.hpp"

#include <unistd.h>

#include <iostream>

#include <twoscale/core/output_file.hpp>
#include <twoscale/solve/solve.hpp>

#include "report.hpp"
#include "request.hpp"
#include "watching.hpp"

namespace twoscale::cli {

namespace {

/// Whether a file of another user is to be run: asked on the terminal, where there is one.
bool confirmed(const event::RunsFile& file) {
  print_error(file.whose);
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0) return false;
  std::cerr << "Compile and run it? [y/N] " << std::flush;
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "Y" || answer == "yes");
}

ResumeOptions options_of(const ResumeRequest& request) {
  ResumeOptions out;
  const Manner manner = manner_of(request.threads, request.checkpoint_every, "");
  out.threads = manner.threads;
  out.checkpoint_seconds = manner.checkpoint_seconds;
  if (!request.certify.empty()) out.certify = whole_number("certify", request.certify, 0, 1e15);
  out.trust = request.trust;
  if (!request.quiet && !request.json) out.confirm = confirmed;
  return out;
}

}  // namespace

int resume(const ResumeRequest& request) {
  ResumeOptions options = options_of(request);
  require_writable(request.output, request.store);
  Watching watching(request.quiet || request.json);
  options.watch = watching.watch();
  const std::vector<ReportGroup> groups = twoscale::resume(request.store, options);
  watching.end();
  std::vector<SolveReport> reports;
  for (const ReportGroup& group : groups) reports.insert(reports.end(), group.reports.begin(), group.reports.end());
  const std::string json = groups.size() == 1 && groups[0].asked == 1 ? to_json(reports[0]) : to_json(reports);
  if (request.json) print(json);
  for (const ReportGroup& group : groups)
    if (!request.json) print(group_text(group, request.explain));
  if (reports.back().kept) print_error(kept_text(*reports.back().kept));
  write_output(request.output, json, remove_when_ended);
  return exit_code(reports);
}

}  // namespace twoscale::cli
