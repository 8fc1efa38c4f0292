#include <twoscale/solve/task.hpp>

#include <chrono>
#include <thread>

#include <twoscale/solve/observed.hpp>

#include "summary.hpp"

namespace twoscale {

namespace {

std::uint64_t count_of(const std::vector<ReplicaRange>& ranges) {
  std::uint64_t sum = 0;
  for (const ReplicaRange& range : ranges) sum += range.count;
  return sum;
}

}  // namespace

int Manner::thread_count() const {
  return threads > 0 ? threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::uint64_t Task::replicas() const { return count_of(asked); }

RunOptions options_of(const Task& task, const Manner& manner) {
  RunOptions options;
  options.seed = task.job.seed;
  options.replicas = 0;  // what is to be run is said in `resume` and `fresh`
  options.threads = manner.thread_count();
  options.instruction_set = manner.instruction_set;
  options.force = true;  // it was judged when the task was made
  options.fast_start = task.job.fast_start;
  options.slow_start = task.job.slow_start;
  options.anchor = task.job.anchor;
  options.place = manner.watch.place;
  return options;
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

Ran run_task(const AnyProblem& problem, const Task& task, RunOptions options, const SolveWatch& watch, Pulse& pulse) {
  const Observer observer = make_observer(problem, task.plan, task.job.seed, task.job.observed, task.job.observations);
  if (!task.job.observed.empty()) options.observer = &observer;
  options.progress = &pulse.progress();
  const auto start = std::chrono::steady_clock::now();
  const RunResult result = problem.run(task.plan, options);
  if (watch.place) watch.place(0, 0, 0, 0);
  return {result.pilot, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

std::function<Record(const ReplicaResult&)> record_maker(const AnyProblem& problem, const Task& task) {
  const bool tuned = is_tuned(task.plan.method());
  const bool whole = tuned || estimates_preconditioner(task.plan.method());
  const std::uint64_t end = std::uint64_t{task.asked.front().first} + (tuned ? 1 : kWholeStates);
  return [&problem, &task, whole, end](const ReplicaResult& result) {
    return measured(problem, task.plan.method(), result, whole && result.last.replica < end);
  };
}

Ran run_missing(const AnyProblem& problem, const Task& task, const Missing& missing, Recorder& recorder,
                const Manner& manner, Pulse& pulse) {
  RunOptions options = options_of(task, manner);
  options.resume = missing.underway;
  options.fresh = missing.fresh;
  std::vector<Record> stopped;
  const auto record_of = record_maker(problem, task);
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
  Ran ran = run_task(problem, task, options, manner.watch, pulse);
  recorder.commit_now_and_then();
  ran.stopped = std::move(stopped);
  return ran;
}

}  // namespace twoscale
