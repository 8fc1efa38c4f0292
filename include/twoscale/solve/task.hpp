#pragma once
// Task: one method on one problem, and the replicas asked for. What solve, resume and studies have in common.

#include <optional>
#include <vector>

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/candidates.hpp>
#include <twoscale/solve/pulse.hpp>
#include <twoscale/store/recorder.hpp>

namespace twoscale {

struct Task {
  Plan plan;
  Job job;
  std::vector<ReplicaRange> asked;  // ascending
  Candidates candidates = {};       // where they were asked for

  std::uint64_t replicas() const;
};

/// What a run's bits depend on besides the plan, and how it is run. No replicas: what is to be run is said elsewhere.
RunOptions options_of(const Task& task, const Manner& manner);

/// What of a task a store does not hold.
struct Missing {
  std::vector<Snapshot> underway;
  std::vector<ReplicaRange> fresh;

  std::uint64_t replicas() const;
  std::uint64_t iterations(const Plan& plan) const;
};
Missing missing_of(const Store& store, int id, const Task& task);

struct Ran {
  std::optional<Pilot> pilot;
  double seconds = 0;
  std::vector<Record> stopped = {};  // replicas that did not come to their end
};
/// Runs a task with an observer where its job has one; a request to stop reaches it through the pulse.
Ran run_task(const AnyProblem& problem, const Task& task, RunOptions options, const SolveWatch& watch, Pulse& pulse);
/// Runs what is missing, with a checkpoint whenever the pulse asks for one. What was put last may not be committed yet.
Ran run_missing(const AnyProblem& problem, const Task& task, const Missing& missing, Recorder& recorder,
                const Manner& manner, Pulse& pulse);

/// Makes the record of a replica that ended, or was stopped. Whole states are kept of the first replicas of a method
/// that the product condition is asked of, and of the first of one that tunes itself: what it found is in there.
std::function<Record(const ReplicaResult&)> record_maker(const AnyProblem& problem, const Task& task);

}  // namespace twoscale
