#include <memory>

#include <twoscale/core/version.hpp>
#include <twoscale/plugin/load.hpp>
#include <twoscale/solve/solve.hpp>

#include "certify.hpp"
#include "run_report.hpp"
#include "trust.hpp"

namespace twoscale {

namespace {

/// Jobs on the same problem: solve reported on them together.
struct Family {
  std::vector<StoredJob> jobs;
  std::unique_ptr<AnyProblem> opened;
  AnyProblem* problem = nullptr;
};

bool related(const Job& a, const Job& b) { return a.problem == b.problem && a.digest == b.digest; }

std::vector<Family> families(const Store& store) {
  std::vector<Family> out;
  for (StoredJob& stored : store.jobs()) {
    if (out.empty() || !related(out.back().jobs[0].job, stored.job)) out.emplace_back();
    out.back().jobs.push_back(std::move(stored));
  }
  if (out.empty()) throw Error("'" + store.path() + "' holds no jobs: there is nothing to resume");
  return out;
}

void require_version(const Job& job, const std::string& path) {
  if (job.version != version())
    throw Error(
        "'" + path + "' holds a run of twoscale " + job.version + ", and this is " + version() +
        ": its bits may differ. Go on with that version, or start anew with another --store; the file is left as "
        "it is");
}

void require_runnable(const Family& family, const std::string& path) {
  for (const StoredJob& stored : family.jobs) {
    require_version(stored.job, path);
    require_unchanged(stored.job);
  }
}

std::unique_ptr<AnyProblem> open(const Family& family, const std::string& path, const ResumeOptions& options) {
  std::vector<Method> methods;
  for (const StoredJob& stored : family.jobs) methods.push_back(plan_of(stored.job).method());
  require_runnable(family, path);
  const Job& job = family.jobs[0].job;
  require_trust(path, job.path, options);
  const std::string name = job.path.empty() ? job.problem : job.path;
  options.watch.say(event::Opening{name});
  return open_problem(name, {.tell = options.watch.loading, .choices = choices_for(methods)});
}

void require_same_problem(const Family& family, const AnyProblem& problem, const std::string& path) {
  const Job& job = family.jobs[0].job;
  if (job.problem != problem.name() || !job.path.empty())
    throw Error("'" + path + "' holds a run of '" + (job.path.empty() ? job.problem : job.path) + "', not of '" +
                problem.name() + "': give resume the problem it is of, or none");
}

void set_parameters(AnyProblem& problem, const Job& job) {
  std::vector<NamedText> values;
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

/// Stops after the first that was interrupted.
ReportGroup complete(const Family& family, Store& store, const ResumeOptions& options) {
  const Manner manner{options.threads, {}, options.checkpoint_seconds, options.watch};
  ReportGroup out{.asked = family.jobs.size()};
  for (const StoredJob& stored : family.jobs) {
    const Task task{plan_of(stored.job), stored.job, stored.asked};
    set_parameters(*family.problem, task.job);
    require_same(*family.problem, task, store.path());
    out.reports.push_back(run_in_store(*family.problem, task, store, stored.id, manner));
    SolveReport& report = out.reports.back();
    certify_report(*family.problem, options.certify, options.watch, report);
    if (report.status.ending == Ending::interrupted) report.kept = kept_in(store);
    if (options.watch.result) options.watch.result(report);
    if (report.kept || report.certificate_stopped) break;
  }
  return out;
}

/// A store of an older version can be reported on, where nothing is left to run.
Store open_to_resume(const std::string& path, const SolveWatch& watch) {
  {
    Store store = Store::read(path);  // it must be there, and a store: open() would make one
    if (const std::string caution = store.caution(); !caution.empty()) {
      watch.say(event::Caution{caution});
      for (const StoredJob& stored : store.jobs())
        if (!minus(stored.asked, store.finished(stored.id)).empty())
          throw Error("'" + path + "' is not complete, and cannot be added to: go on with the twoscale that wrote it");
      return store;
    }
  }
  return Store::open(path);
}

void require_numbers(const ResumeOptions& options) {
  require_in_range("checkpoint-every", options.checkpoint_seconds, Range::above(0));
  if (options.threads != 0) require_in_range("threads", options.threads, Range{.low = 1, .high = 1024, .whole = true});
  require_certificate(options.certify);
}

std::vector<ReportGroup> resume_all(AnyProblem* given, const std::string& path, const ResumeOptions& options) {
  require_numbers(options);
  Store store = open_to_resume(path, options.watch);
  std::vector<Family> all = families(store);
  for (Family& family : all) {
    if (given != nullptr) {
      require_runnable(family, path);
      require_same_problem(family, *given, path);
    } else {
      family.opened = open(family, path, options);
    }
    family.problem = given != nullptr ? given : family.opened.get();
  }
  options.watch.say(event::Begun{});
  std::vector<ReportGroup> out;
  bool stopped = false;
  for (const Family& family : all) {
    out.push_back(stopped ? ReportGroup{.asked = family.jobs.size()} : complete(family, store, options));
    if (stopped) continue;
    const SolveReport& last = out.back().reports.back();
    stopped = last.kept || last.certificate_stopped;
  }
  return out;
}

}  // namespace

std::vector<ReportGroup> resume(const std::string& store, const ResumeOptions& options) {
  return resume_all(nullptr, store, options);
}

std::vector<ReportGroup> resume(AnyProblem& problem, const std::string& store, const ResumeOptions& options) {
  return resume_all(&problem, store, options);
}

}  // namespace twoscale
