#include <twoscale/store/sheet.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace twoscale::sheet {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

template <class Text>
std::size_t longest(const std::vector<StoredJob>& jobs, const Text& text) {
  std::size_t out = 1;
  for (const StoredJob& stored : jobs) out = std::max(out, text(stored.job).size());
  return out;
}

/// What tells a row's job, first in every sheet.
std::vector<Column> job_columns(const std::vector<StoredJob>& jobs) {
  return {{"job", Column::whole},
          {"problem", Column::text, longest(jobs, [](const Job& job) { return job.problem; })},
          {"method", Column::text, longest(jobs, [](const Job& job) { return job.method; })},
          {"seed", Column::whole}};
}

Row job_cells(const StoredJob& stored) {
  return {std::uint64_t(stored.id), stored.job.problem, stored.job.method, stored.job.seed};
}

std::vector<double> padded(std::vector<double> values, std::size_t size) {
  values.resize(size, kUnknown);
  return values;
}

/// Of jobs of different sizes the largest: the others are filled up.
std::pair<std::size_t, std::size_t> sizes(const Store& store, const std::vector<StoredJob>& jobs) {
  std::size_t fast = 0, slow = 0;
  for (const StoredJob& stored : jobs)
    for (const ReplicaRange& range : store.finished(stored.id))
      store.for_each(stored.id, {range.first, 1}, [&](const Record& record) {
        fast = std::max(fast, record.fast.size());
        slow = std::max(slow, record.slow.size());
      });
  return {fast, slow};
}

Sheet replicas(const Store& store) {
  const std::vector<StoredJob> jobs = store.jobs();
  const auto [fast, slow] = sizes(store, jobs);
  Sheet sheet;
  sheet.columns = job_columns(jobs);
  for (const Column& column :
       {Column{"replica", Column::whole}, Column{"ending", Column::text, 12}, Column{"message", Column::text, 0},
        Column{"iteration", Column::whole}, Column{"fast_samples", Column::whole},
        Column{"slow_samples", Column::whole}, Column{"derivative_samples", Column::whole},
        Column{"structured_calls", Column::whole}, Column{"noiseless_evaluations", Column::whole},
        Column{"squared_residual", Column::number}, Column{"tracking_error", Column::number},
        Column{"preconditioner_error", Column::number}, Column{"x", Column::numbers, fast},
        Column{"y", Column::numbers, slow}})
    sheet.columns.push_back(column);
  for (const StoredJob& stored : jobs) sheet.rows += store.count(stored.id, kAllReplicas);
  sheet.for_each = [&store, jobs, fast = fast, slow = slow](const auto& visit) {
    for (const StoredJob& stored : jobs)
      store.for_each(stored.id, kAllReplicas, [&](const Record& record) {
        Row row = job_cells(stored);
        const Counts& counts = record.counts;
        for (Cell cell :
             {Cell(std::uint64_t{record.replica}), Cell(std::string(name_of(record.status.ending))),
              Cell(record.status.message), Cell(record.iteration), Cell(counts.fast()), Cell(counts.slow()),
              Cell(counts.derivative()), Cell(counts.preconditioner), Cell(counts.noiseless),
              Cell(record.squared_residual.value_or(kUnknown)), Cell(record.tracking_error.value_or(kUnknown)),
              Cell(record.preconditioner_error.value_or(kUnknown)), Cell(padded(record.fast, fast)),
              Cell(padded(record.slow, slow))})
          row.push_back(std::move(cell));
        visit(row);
      });
  };
  return sheet;
}

/// Every quantity that some job observed, in a column of its own.
Sheet observations(const Store& store) {
  const std::vector<StoredJob> jobs = store.jobs();
  std::vector<std::string> names;
  for (const StoredJob& stored : jobs)
    for (const std::string& name : stored.job.observed)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  Sheet sheet;
  sheet.columns = job_columns(jobs);
  for (const char* name : {"replica", "iteration", "samples"}) sheet.columns.push_back({name, Column::whole});
  for (const std::string& name : names) sheet.columns.push_back({name, Column::number});
  for (const StoredJob& stored : jobs)
    store.for_each_observation(stored.id, kAllReplicas, [&](std::uint32_t, const Observation&) { ++sheet.rows; });
  sheet.for_each = [&store, jobs, names](const auto& visit) {
    for (const StoredJob& stored : jobs)
      store.for_each_observation(stored.id, kAllReplicas, [&](std::uint32_t replica, const Observation& seen) {
        Row row = job_cells(stored);
        row.insert(row.end(), {Cell(std::uint64_t{replica}), Cell(seen.iteration), Cell(seen.samples)});
        std::map<std::string, double> values;
        for (std::size_t i = 0; i < stored.job.observed.size() && i < seen.values.size(); ++i)
          values[stored.job.observed[i]] = seen.values[i];
        for (const std::string& name : names) row.emplace_back(values.contains(name) ? values[name] : kUnknown);
        visit(row);
      });
  };
  return sheet;
}

Sheet jobs(const Store& store) {
  const std::vector<StoredJob> all = store.jobs();
  Sheet sheet;
  sheet.columns = job_columns(all);
  for (const char* name : {"iterations", "asked", "ended", "under_way"}) sheet.columns.push_back({name, Column::whole});
  sheet.columns.push_back({"key", Column::text, 64});
  sheet.columns.push_back({"description", Column::text, 0});
  sheet.rows = all.size();
  sheet.for_each = [&store, all](const auto& visit) {
    for (const StoredJob& stored : all) {
      std::uint64_t asked = 0;
      for (const ReplicaRange& range : stored.asked) asked += range.count;
      Row row = job_cells(stored);
      row.insert(row.end(), {Cell(stored.job.iterations), Cell(asked), Cell(store.count(stored.id, kAllReplicas)),
                             Cell(std::uint64_t{store.underway(stored.id).size()}), Cell(stored.job.key()),
                             Cell(stored.job.description())});
      visit(row);
    }
  };
  return sheet;
}

}  // namespace

Sheet sheet_of(const Store& store, const std::string& what) {
  if (what == "replicas") return replicas(store);
  if (what == "observations") return observations(store);
  if (what == "jobs") return jobs(store);
  throw Error("nothing to export called '" + what + "'" + suggestion(what, {"replicas", "observations", "jobs"}) +
              " (replicas, observations or jobs)");
}

std::uint64_t missing_replicas(const Store& store) {
  std::uint64_t out = 0;
  const std::vector<StoredJob> jobs = store.jobs();
  if (jobs.empty()) throw Error("'" + store.path() + "' holds no jobs: there is nothing to export");
  for (const StoredJob& stored : jobs) {
    for (const ReplicaRange& range : minus(stored.asked, store.finished(stored.id))) out += range.count;
    store.underway(stored.id);
  }
  return out;
}

}  // namespace twoscale::sheet
