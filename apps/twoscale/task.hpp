#pragma once
// Task: one method on one problem, and the replicas asked for. What solve and resume have in common is here.

#include <string>
#include <vector>

#include <twoscale/store/recorder.hpp>

#include "keepsake.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

struct Task {
  Plan plan;
  Job job;
  std::vector<ReplicaRange> asked;  // ascending

  std::uint64_t replicas() const;
};

/// How to run, as against what: nothing here touches the bits.
struct Manner {
  int threads = 1;
  bool quiet = false;
  double checkpoint_seconds = 10;
  std::optional<InstructionSet> instruction_set = {};  // the best the machine has
};

/// --threads, or as many as the machine has.
int thread_count(const std::string& text);
/// From the flags that solve and the studies share.
Manner make_manner(const std::string& threads, const std::string& checkpoint_every, const std::string& instruction_set,
                   bool quiet);

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
  std::vector<Record> stopped;  // replicas that did not come to their end
};
/// Runs what is missing, with a checkpoint whenever the bar asks for one. What was put last may not be committed yet.
Ran run_missing(const AnyProblem& problem, const Task& task, const Missing& missing, Recorder& recorder,
                const Manner& manner, ProgressBar& bar);

/// What is in the store is not computed again; what is not is written there, with a checkpoint now and then.
SolveReport run_in_store(const AnyProblem& problem, const Task& task, Store& store, int id, const Manner& manner);
/// Without a store: the report alone, and what there is to keep should the run be interrupted.
SolveReport run_in_memory(const AnyProblem& problem, const Task& task, TaskKeepsake& keepsake, const Manner& manner);

/// Says on standard error what a store's readers should know; true for one of an older version.
bool tell_caution(const Store& store);
/// What to say when a run was interrupted.
std::string what_is_stored(const Store& store);
bool was_interrupted(const std::vector<SolveReport>& reports);
int exit_code(const std::vector<SolveReport>& reports);

}  // namespace twoscale::cli
