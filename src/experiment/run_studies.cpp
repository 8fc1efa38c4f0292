#include <twoscale/experiment/run_studies.hpp>

#include <algorithm>

#include <twoscale/core/text.hpp>
#include <twoscale/measure/mean.hpp>

namespace twoscale {

namespace {

using text::brief;
using text::grouped;

struct Work {
  const Study* study;
  std::size_t cell;
  int job;
  Missing missing;
  double each;  // samples an iteration
};

Task task_of(const Study& study, const Cell& cell) { return {cell.plan, cell.job, {{0, study.spec().replicas}}}; }

double samples_an_iteration(const Cell& cell) {
  return cell.work(1) / static_cast<double>(std::max<std::uint64_t>(1, cell.plan.iterations()));
}

std::string label_of(const Study& study, const Cell& cell) {
  const Spec& spec = study.spec();
  return spec.name + ": " + spec.methods[cell.method].label + (spec.budgets ? " T = " : " N = ") +
         grouped(spec.horizons[cell.horizon]);
}

/// Fewer than there are cells where a request to stop came: in parts, so that it is heard.
std::vector<int> add_jobs(const Study& study, Store& store, const SolveWatch& watch) {
  constexpr std::size_t kAtOnce = 5000;
  std::vector<int> out;
  for (std::size_t from = 0; from < study.cells().size() && !watch.stopped(); from += kAtOnce) {
    std::vector<StoredJob> jobs;
    for (std::size_t i = from; i < std::min(from + kAtOnce, study.cells().size()); ++i)
      jobs.push_back({0, study.cells()[i].job, {{0, study.spec().replicas}}});
    for (const int id : store.add(jobs)) out.push_back(id);
  }
  return out;
}

/// How the first quantity of the cell came out.
std::string outcome(const Study& study, const Cell& cell, const Store& store, int job) {
  Mean mean;
  store.for_each_observation(job, {0, study.spec().replicas}, [&](std::uint32_t, const Observation& seen) {
    if (seen.iteration == cell.plan.iterations()) mean.add(seen.values[0]);
  });
  if (mean.count() == 0) return "";
  const std::string error = mean.count() > 1 ? " +- " + brief(mean.standard_error()) : "";
  return study.spec().quantities[0] + " " + brief(mean.value()) + error;
}

std::vector<StudyRun> stopped(std::vector<StudyRun> runs) {
  for (StudyRun& run : runs) run.interrupted = true;
  return runs;
}

}  // namespace

std::vector<StudyRun> run_studies(const std::vector<const Study*>& studies, Store& store, const Manner& manner) {
  std::vector<StudyRun> out(studies.size());
  std::vector<Work> works;
  double total = 0;
  for (std::size_t s = 0; s < studies.size(); ++s) {
    out[s].jobs = add_jobs(*studies[s], store, manner.watch);
    for (std::size_t c = 0; c < studies[s]->cells().size(); ++c) {
      const Cell& cell = studies[s]->cells()[c];
      if (manner.watch.stopped()) return stopped(std::move(out));
      Missing missing = missing_of(store, out[s].jobs[c], task_of(*studies[s], cell));
      if (missing.replicas() == 0) continue;
      const double each = samples_an_iteration(cell);
      total += each * static_cast<double>(missing.iterations(cell.plan));
      works.push_back({studies[s], c, out[s].jobs[c], std::move(missing), each});
    }
  }
  if (works.empty()) return out;
  Pulse pulse(total, manner.watch, manner.checkpoint_seconds);
  Recorder recorder(store, works.front().job);
  for (const Work& work : works) {
    const std::size_t s =
        static_cast<std::size_t>(std::find(studies.begin(), studies.end(), work.study) - studies.begin());
    if (pulse.stopped()) break;
    const Cell& cell = work.study->cells()[work.cell];
    pulse.begin(label_of(*work.study, cell), work.each);
    recorder.turn_to(work.job);
    const Ran ran =
        run_missing(work.study->problem_at(cell), task_of(*work.study, cell), work.missing, recorder, manner, pulse);
    const std::uint32_t asked = work.study->spec().replicas;
    out[s].ran += store.count(work.job, {0, asked}) + work.missing.replicas() - asked;
    out[s].seconds += ran.seconds;
    pulse.note(outcome(*work.study, cell, store, work.job));
  }
  recorder.commit();
  return pulse.stopped() ? stopped(std::move(out)) : out;
}

double samples_of(const Study& study) {
  double out = 0;
  for (const Cell& cell : study.cells()) out += static_cast<double>(cell.plan.samples()) * study.spec().replicas;
  return out;
}

}  // namespace twoscale
