#include "resume.hpp"

#include <algorithm>
#include <memory>

#include "interrupt.hpp"
#include "loading.hpp"
#include "output_file.hpp"
#include "request.hpp"
#include "task.hpp"
#include "terminal.hpp"
#include "trust.hpp"

namespace twoscale::cli {

namespace {

/// Jobs on the same problem: solve printed them together.
struct Family {
  std::vector<StoredJob> jobs;
  std::unique_ptr<AnyProblem> problem;
  std::vector<SolveReport> reports;
};

bool related(const Job& a, const Job& b) { return a.problem == b.problem && a.digest == b.digest; }

std::vector<Family> families(std::vector<StoredJob> jobs) {
  std::vector<Family> out;
  for (StoredJob& stored : jobs) {
    if (out.empty() || !related(out.back().jobs[0].job, stored.job)) out.emplace_back();
    out.back().jobs.push_back(std::move(stored));
  }
  return out;
}

void require_version(const Job& job, const std::string& path) {
  if (job.version != TWOSCALE_VERSION)
    throw Error(
        "'" + path + "' holds a run of twoscale " + job.version + ", and this is " + TWOSCALE_VERSION +
        ": its bits may differ. Go on with that version, or start anew with another --store; the file is left as "
        "it is");
}

std::unique_ptr<AnyProblem> open(const Family& family, const std::string& path, bool trust, bool quiet) {
  std::vector<Method> methods;
  for (const StoredJob& stored : family.jobs) methods.push_back(plan_of(stored.job).method());
  for (const StoredJob& stored : family.jobs) {
    require_version(stored.job, path);
    require_unchanged(stored.job);
  }
  const Job& job = family.jobs[0].job;
  require_trust(path, job.path, trust, quiet);
  return open_problem_aloud(job.path.empty() ? job.problem : job.path, quiet, choices_for(methods));
}

void set_parameters(AnyProblem& problem, const Job& job) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const Job::Parameter& p : job.parameters) values.emplace_back(p.name, p.digest.empty() ? p.value : p.path);
  problem.set(values);
}

/// The same job read back must be the same job, or its replicas would not fit together.
void require_same(const AnyProblem& problem, const Task& task, const std::string& path) {
  RunOptions options{.seed = task.job.seed};
  options.fast_start = task.job.fast_start, options.slow_start = task.job.slow_start, options.anchor = task.job.anchor;
  Job again = describe_job(task.job.version, problem.name(), task.job.path, problem.parameters(), task.plan, options);
  again.observed = task.job.observed, again.observations = task.job.observations;
  if (again.key() != task.job.key())
    throw Error("'" + path +
                "' holds a job that this program does not understand: go on with the twoscale that began "
                "it; the file is left as it is");
}

/// False when it was interrupted.
bool complete(Family& family, Store& store, const Manner& manner) {
  for (const StoredJob& stored : family.jobs) {
    const Task task{plan_of(stored.job), stored.job, stored.asked};
    set_parameters(*family.problem, task.job);
    require_same(*family.problem, task, store.path());
    family.reports.push_back(run_in_store(*family.problem, task, store, stored.id, manner));
    if (family.reports.back().status.ending == Ending::interrupted) return false;
  }
  return true;
}

/// A store of an older version can be reported on, where nothing is left to run.
Store open_to_resume(const std::string& path) {
  {
    Store store = Store::read(path);  // it must be there, and a store: open() would make one
    if (tell_caution(store)) {
      for (const StoredJob& stored : store.jobs())
        if (!minus(stored.asked, store.finished(stored.id)).empty())
          throw Error("'" + path + "' is not complete, and cannot be added to: go on with the twoscale that wrote it");
      return store;
    }
  }
  return Store::open(path);
}

}  // namespace

int resume(const ResumeRequest& request) {
  const Manner manner = make_manner(request.threads, request.checkpoint_every, "", request.quiet || request.json);
  require_writable(request.output, request.store);
  Store store = open_to_resume(request.store);
  std::vector<Family> all = families(store.jobs());
  if (all.empty()) throw Error("'" + request.store + "' holds no jobs: there is nothing to resume");
  for (Family& family : all) family.problem = open(family, request.store, request.trust, manner.quiet);
  const InterruptScope scope;
  std::vector<SolveReport> reports;
  for (Family& family : all) {
    const bool done = complete(family, store, manner);
    reports.insert(reports.end(), family.reports.begin(), family.reports.end());
    if (!done) break;
  }
  const std::string json = all.size() == 1 && all[0].jobs.size() == 1 ? to_json(reports[0]) : to_json(reports);
  if (request.json) print(json);
  for (const Family& family : all) {
    if (request.json || family.reports.empty()) continue;
    if (family.jobs.size() == 1) print_report(*family.problem, family.reports[0]);
    else print_table(*family.problem, family.reports);
  }
  if (was_interrupted(reports)) print_error(what_is_stored(store));
  write_output(request.output, json);
  return exit_code(reports);
}

}  // namespace twoscale::cli
