#include "run_report.hpp"

#include "summary.hpp"

namespace twoscale {

namespace {

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

SolveReport run_in_store(const AnyProblem& problem, const Task& task, Store& store, int id, const Manner& manner) {
  const Missing missing = missing_of(store, id, task);
  const std::uint64_t there = task.replicas() - missing.replicas();
  if (there > 0) manner.watch.say(event::InStore{task.job.method, store.path(), there, task.replicas()});
  Ran ran;
  if (missing.replicas() == 0) {  // the store may be one that can only be read
    ran.pilot = problem.judge(task.plan, options_of(task, manner));
  } else {
    Pulse pulse(static_cast<double>(missing.iterations(task.plan)), manner.watch, manner.checkpoint_seconds);
    pulse.begin(task.plan.method().name);
    Recorder recorder(store, id);
    ran = run_missing(problem, task, missing, recorder, manner, pulse);
    recorder.commit();
  }
  return sum_up(problem, task, store, id, ran.stopped).report(task.replicas(), ran.pilot, ran.seconds);
}

SolveReport run_in_memory(const AnyProblem& problem, const Task& task, Keepsake& keepsake, const Manner& manner) {
  RunOptions options = options_of(task, manner);
  options.fresh = task.asked;
  Summary summary(problem, task.plan, task.job, task.job.observed);
  const auto record_of = record_maker(problem, task);
  options.sink = [&](ReplicaResult&& result) {
    Record record = record_of(result);
    summary.add(record);
    for (const Observation& seen : result.observations) summary.add(seen);
    if (result.status.ending == Ending::interrupted) keepsake.keep(result);
    else keepsake.put(std::move(record), std::move(result.observations));
  };
  Ran ran;
  {
    Pulse pulse(static_cast<double>(task.plan.iterations() * task.replicas()), manner.watch);
    pulse.begin(task.plan.method().name);
    ran = run_task(problem, task, options, manner.watch, pulse);
  }
  return summary.report(task.replicas(), ran.pilot, ran.seconds);
}

}  // namespace twoscale
