#include "resume.hpp"

#include <algorithm>
#include <memory>

#include "loading.hpp"
#include "output_file.hpp"
#include "request.hpp"
#include "task.hpp"
#include "terminal.hpp"

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

std::unique_ptr<AnyProblem> open(const Family& family, const std::string& path, bool quiet) {
  std::vector<Method> methods;
  for (const StoredJob& stored : family.jobs) methods.push_back(plan_of(stored.job).method());
  for (const StoredJob& stored : family.jobs) {
    require_version(stored.job, path);
    require_unchanged(stored.job);
  }
  const Job& job = family.jobs[0].job;
  return open_problem(job.path.empty() ? job.problem : job.path, loading(quiet, choices_for(methods)));
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

}  // namespace

int resume(const ResumeRequest& request) {
  const Manner manner = make_manner(request.threads, request.checkpoint_every, "", request.quiet || request.json);
  Store::read(request.store);  // it must be there, and a store: open() would make one
  Store store = Store::open(request.store);
  std::vector<Family> all = families(store.jobs());
  if (all.empty()) throw Error("'" + request.store + "' holds no jobs: there is nothing to resume");
  for (Family& family : all) family.problem = open(family, request.store, manner.quiet);
  const InterruptScope scope;
  std::vector<SolveReport> reports;
  for (Family& family : all) {
    const bool done = complete(family, store, manner);
    reports.insert(reports.end(), family.reports.begin(), family.reports.end());
    if (!done) break;
  }
  const std::string json = all.size() == 1 && all[0].jobs.size() == 1 ? to_json(reports[0]) : to_json(reports);
  if (!request.output.empty()) {
    OutputFile file(request.output);
    file.stream() << json << '\n';
    file.finish();
  }
  if (request.json) print(json);
  for (const Family& family : all) {
    if (request.json || family.reports.empty()) continue;
    if (family.jobs.size() == 1) print_report(*family.problem, family.reports[0]);
    else print_table(*family.problem, family.reports);
  }
  const int code = exit_code(reports);
  if (code == kInterrupted) print_error(what_is_stored(store));
  return code;
}

}  // namespace twoscale::cli
