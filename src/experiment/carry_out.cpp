#include <twoscale/experiment/carry_out.hpp>

namespace twoscale {

namespace {

/// A study that was stopped is reported on as far as it got, where that takes no time.
constexpr std::size_t kReportedWhenStopped = 1000;  // cells

bool can_be_reported(const std::vector<Study>& studies, const std::vector<StudyRun>& runs) {
  std::size_t cells = 0, jobs = 0;
  for (const Study& study : studies) cells += study.cells().size();
  for (const StudyRun& run : runs) jobs += run.jobs.size();
  return cells <= kReportedWhenStopped && jobs == cells;  // fewer where the signal came before all were in the store
}

}  // namespace

Measured measure(const Study& study, const Store& store, const std::vector<int>& jobs, bool limits) {
  Measured out{study, read_results(study, store, jobs), {}, {}};
  out.rows = fit_rows(study, out.cells);
  if (limits) out.limit = add_limits(study, out.cells, out.rows);
  judge_bars(study, out.cells, out.rows);
  return out;
}

std::uint64_t StudiesDone::ran() const {
  std::uint64_t out = 0;
  for (const StudyRun& run : runs) out += run.ran;
  return out;
}

StudiesDone carry_out(const std::vector<Study>& studies, const std::string& store_path, const Manner& manner,
                      bool limits, const std::function<void(const StudiesDone&)>& reporting) {
  Store store = Store::open(store_path);
  std::vector<const Study*> pointers;
  for (const Study& study : studies) pointers.push_back(&study);
  StudiesDone out{.runs = run_studies(pointers, store, manner)};
  out.interrupted = !out.runs.empty() && out.runs.back().interrupted;
  if (reporting) reporting(out);
  if (out.interrupted && !can_be_reported(studies, out.runs)) return out;
  for (std::size_t i = 0; i < studies.size(); ++i)
    out.measured.push_back(measure(studies[i], store, out.runs[i].jobs, limits));
  return out;
}

}  // namespace twoscale
