#include "task.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <twoscale/experiment/observed.hpp>
#include "crash.hpp"
#include "interrupt.hpp"
#include "request.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

std::uint64_t count_of(const std::vector<ReplicaRange>& ranges) {
  std::uint64_t sum = 0;
  for (const ReplicaRange& range : ranges) sum += range.count;
  return sum;
}

/// Runs with an observer where the job has one, and Ctrl-C as a request to stop.
Ran run(const AnyProblem& problem, const Task& task, RunOptions options, ProgressBar& bar) {
  const Observer observer = make_observer(problem, task.plan, task.job.seed, task.job.observed, task.job.observations);
  if (!task.job.observed.empty()) options.observer = &observer;
  options.progress = &bar.progress();
  const auto start = std::chrono::steady_clock::now();
  const RunResult result = problem.run(task.plan, options);
  note_place(0, 0, 0, 0);  // no run any more
  return {result.pilot, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), {}};
}

/// Whole states are wanted of the first replicas of a method that the product condition is asked of, and of the first
/// of one that tunes itself: what it found is in there.
auto measuring(const AnyProblem& problem, const Task& task) {
  const bool tuned = std::holds_alternative<Tuned>(task.plan.method().schedule);
  const bool whole = tuned || estimates_preconditioner(task.plan.method());
  const std::uint64_t end = std::uint64_t{task.asked.front().first} + (tuned ? 1 : kWholeStates);
  return [&problem, &task, whole, end](const ReplicaResult& result) {
    return measured(problem, task.plan.method(), result, whole && result.last.replica < end);
  };
}

/// The report on what is stored, and on the replicas that were stopped, each in its place.
Summary sum_up(const AnyProblem& problem, const Task& task, const Store& store, int id,
               const std::vector<Record>& stopped) {
  Summary summary(problem, task.plan, task.job, task.job.observed);
  auto next = stopped.begin();
  for (const ReplicaRange& range : task.asked) {
    store.for_each(id, range, [&](const Record& record) {
      for (; next != stopped.end() && next->replica < record.replica; ++next) summary.add(*next);
      summary.add(record);
    });
    store.for_each_observation(id, range, [&](std::uint32_t, const Observation& seen) { summary.add(seen); });
  }
  for (; next != stopped.end(); ++next) summary.add(*next);
  return summary;
}

}  // namespace

RunOptions options_of(const Task& task, const Manner& manner) {
  RunOptions options;
  options.seed = task.job.seed;
  options.replicas = 0;  // what is to be run is said in `resume` and `fresh`
  options.threads = manner.threads;
  options.instruction_set = manner.instruction_set;
  options.force = true;  // it was judged when the task was made
  options.fast_start = task.job.fast_start;
  options.slow_start = task.job.slow_start;
  options.anchor = task.job.anchor;
  options.place = note_place;
  return options;
}

std::uint64_t Task::replicas() const { return count_of(asked); }

int thread_count(const std::string& text) {
  if (!text.empty()) return static_cast<int>(whole_number("threads", text, 1, 1024));
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

Manner make_manner(const std::string& threads, const std::string& checkpoint_every, const std::string& instruction_set,
                   bool quiet) {
  Manner manner{.threads = thread_count(threads), .quiet = quiet};
  manner.checkpoint_seconds = parse_number("checkpoint-every", checkpoint_every);
  require_in_range("checkpoint-every", manner.checkpoint_seconds, Range::above(0));
  manner.instruction_set = asked_instruction_set(instruction_set);
  return manner;
}

std::uint64_t Missing::replicas() const { return count_of(fresh) + underway.size(); }

std::uint64_t Missing::iterations(const Plan& plan) const {
  std::uint64_t out = plan.iterations() * replicas();
  for (const Snapshot& from : underway) out -= from.iteration;
  return out;
}

Missing missing_of(const Store& store, int id, const Task& task) {
  Missing out;
  const std::vector<ReplicaRange> left = minus(task.asked, store.finished(id));
  std::vector<ReplicaRange> underway;
  for (Snapshot& from : store.underway(id)) {
    const ReplicaRange one{from.replica, 1};
    if (!minus({one}, left).empty()) continue;
    underway.push_back(one);
    out.underway.push_back(std::move(from));
  }
  out.fresh = minus(left, underway);
  return out;
}

Ran run_missing(const AnyProblem& problem, const Task& task, const Missing& missing, Recorder& recorder,
                const Manner& manner, ProgressBar& bar) {
  RunOptions options = options_of(task, manner);
  options.resume = missing.underway;
  options.fresh = missing.fresh;
  std::vector<Record> stopped;
  const auto record_of = measuring(problem, task);
  options.sink = [&](ReplicaResult&& result) {
    const Record record = record_of(result);
    if (result.status.ending != Ending::interrupted) return recorder.put(record, result.observations);
    recorder.keep(result.last, result.observations);
    stopped.push_back(record);
  };
  options.checkpoint = [&](std::span<const ReplicaResult> states) {
    for (const ReplicaResult& state : states) {
      if (state.status.ok()) recorder.keep(state.last, state.observations);
      else recorder.put(record_of(state), state.observations);
    }
    recorder.commit();
  };
  Ran ran = run(problem, task, options, bar);
  recorder.commit_now_and_then();
  ran.stopped = std::move(stopped);
  return ran;
}

SolveReport run_in_store(const AnyProblem& problem, const Task& task, Store& store, int id, const Manner& manner) {
  const Missing missing = missing_of(store, id, task);
  const std::uint64_t before = task.replicas() - missing.replicas();
  if (before > 0 && !manner.quiet)
    print_error(task.job.method + ": " + grouped(before) + " of " + grouped(task.replicas()) + " replicas are in " +
                store.path() + " already");
  ProgressBar bar(static_cast<double>(missing.iterations(task.plan)), manner.quiet, manner.checkpoint_seconds);
  bar.begin(task.plan.method().name);
  Ran ran;
  if (missing.replicas() == 0) {  // the store may be one that can only be read
    ran = run(problem, task, options_of(task, manner), bar);
  } else {
    Recorder recorder(store, id);
    ran = run_missing(problem, task, missing, recorder, manner, bar);
    recorder.commit();
  }
  return sum_up(problem, task, store, id, ran.stopped).report(task.replicas(), ran.pilot, ran.seconds);
}

SolveReport run_in_memory(const AnyProblem& problem, const Task& task, TaskKeepsake& keepsake, const Manner& manner) {
  RunOptions options = options_of(task, manner);
  options.fresh = task.asked;
  Summary summary(problem, task.plan, task.job, task.job.observed);
  const auto record_of = measuring(problem, task);
  options.sink = [&](ReplicaResult&& result) {
    Record record = record_of(result);
    summary.add(record);
    for (const Observation& seen : result.observations) summary.add(seen);
    if (result.status.ending == Ending::interrupted) keepsake.keep(result);
    else keepsake.put(std::move(record), std::move(result.observations));
  };
  ProgressBar bar(static_cast<double>(task.plan.iterations() * task.replicas()), manner.quiet);
  bar.begin(task.plan.method().name);
  const Ran ran = run(problem, task, options, bar);
  return summary.report(task.replicas(), ran.pilot, ran.seconds);
}

bool tell_caution(const Store& store) {
  const std::string caution = store.caution();
  if (!caution.empty()) print_error(caution);
  return !caution.empty();
}

std::string what_is_stored(const Store& store) {
  std::uint64_t ended = 0, underway = 0, asked = 0;
  for (const StoredJob& stored : store.jobs()) {
    ended += store.count(stored.id, kAllReplicas);
    underway += store.underway(stored.id).size();
    asked += count_of(stored.asked);
  }
  return "stored in " + store.path() + ": " + grouped(ended) + " of " + grouped(asked) + " replicas that ended, " +
         grouped(underway) + " under way\n" + quoted_command("twoscale resume " + shell_word(store.path())) +
         " goes on from there";
}

bool was_interrupted(const std::vector<SolveReport>& reports) {
  return std::any_of(reports.begin(), reports.end(),
                     [](const SolveReport& report) { return report.status.ending == Ending::interrupted; });
}

int exit_code(const std::vector<SolveReport>& reports) {
  for (const SolveReport& report : reports)
    if (report.status.ending == Ending::interrupted || report.certificate_stopped) return stop_code();
  if (reports.size() != 1) return kDone;  // a comparison marks what did not settle, and is done
  const SolveReport& report = reports[0];
  const bool reached = report.target ? report.target->result.ending == TargetEnding::reached : report.status.ok();
  return reached ? kDone : kNotReached;
}

}  // namespace twoscale::cli
