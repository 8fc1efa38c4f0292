// What a store says of its replicas. Nothing is read here without a look at its hash.
#include <map>

#include <twoscale/store/store.hpp>

#include "database.hpp"
#include "rows.hpp"

namespace twoscale {

namespace {

constexpr std::int64_t kReplicas = std::int64_t{1} << 32;

/// Rows in ascending order, each once: a damaged index may give them otherwise.
class Ascending {
 public:
  bool follows(std::int64_t replica, std::int64_t iteration = 0) {
    const bool good =
        replica >= 0 && replica < kReplicas && (replica > replica_ || (replica == replica_ && iteration > iteration_));
    replica_ = replica, iteration_ = iteration;
    return good;
  }

 private:
  std::int64_t replica_ = -1, iteration_ = -1;
};

Statement& bind_range(Statement& statement, int job, ReplicaRange among) {
  return statement.bind(job).bind(std::int64_t{among.first}).bind(static_cast<std::int64_t>(among.end()));
}

}  // namespace

void Store::damaged(const std::string& what) const {
  const std::string sentence = "'" + path() + "' is damaged: " + what;
  if (!tell_) throw Error(sentence + "; it is left as it is ('twoscale verify' says what else is)");
  tell_(sentence);
}

bool Store::is_intact(const Statement& row, int hash, const std::string& what) const {
  if (!hashed() || row.intact(hash)) return true;
  damaged(what + " is not what was written");
  return false;
}

/// The job as a person knows it, where its own row is good.
std::string Store::name_of_replica(std::int64_t job, std::int64_t replica) const {
  std::string out = "replica " + std::to_string(replica) + " of job " + std::to_string(job);
  Statement row = database_->prepare("SELECT description FROM job WHERE id = ?");
  row.bind(job);
  try {
    if (!row.step()) return out;
    const Job known = Job::parse(row.text(0), "");
    return out + " (" + known.method + " on " + known.problem + ", seed " + std::to_string(known.seed) + ")";
  } catch (const Error&) {
    return out;
  }
}

std::vector<ReplicaRange> Store::asked(int job, std::int64_t* rows) const {
  std::vector<ReplicaRange> out;
  Statement ranges = database_->prepare(hashed() ? "SELECT job, first, count, hash FROM asked WHERE job = ?"
                                                 : "SELECT job, first, count FROM asked WHERE job = ?");
  ranges.bind(job);
  while (ranges.step()) {
    if (rows != nullptr) ++*rows;
    const std::string name = "what was asked of job " + std::to_string(job);
    if (!is_intact(ranges, 3, name)) continue;
    const std::int64_t first = ranges.whole(1), count = ranges.whole(2);
    if (first < 0 || count < 0 || first > kReplicas || count > kReplicas || first + count > kReplicas) {
      damaged(name + ": there are no replicas " + std::to_string(first) + " to " + std::to_string(first + count - 1));
      continue;
    }
    out.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
  }
  return out;
}

void Store::visit_records(int job, ReplicaRange among,
                          const std::function<void(const Record&, std::uint64_t observed)>& visit) const {
  const ReplicaColumns columns{version_};
  const std::string query =
      "SELECT " + columns.names() + " FROM replica WHERE job = ? AND replica >= ? AND replica < ? ORDER BY replica";
  Statement rows = database_->prepare(query.c_str());
  bind_range(rows, job, among);
  const std::vector<ReplicaRange> wanted = joined(asked(job));
  auto range = wanted.begin();
  Ascending order;
  while (rows.step()) {
    const std::int64_t replica = rows.whole(1);
    if (hashed() && !rows.intact(columns.hash())) {
      damaged(name_of_replica(job, replica) + " is not what was written");
      continue;
    }
    if (!order.follows(replica)) {
      damaged(name_of_replica(job, replica) + " is not where it belongs");
      continue;
    }
    while (range != wanted.end() && static_cast<std::int64_t>(range->end()) <= replica) ++range;
    if (range == wanted.end() || replica < range->first) {
      damaged(name_of_replica(job, replica) + " was never asked for");
      continue;
    }
    visit(record_of(rows, columns, version_ < kStoreVersion), hashed() ? rows.count(columns.observed()) : 0);
  }
}

void Store::for_each(int job, ReplicaRange among, const std::function<void(const Record&)>& visit) const {
  visit_records(job, among, [&](const Record& record, std::uint64_t) { visit(record); });
}

std::size_t Store::observed_quantities(int job) const {
  Statement row = database_->prepare("SELECT description FROM job WHERE id = ?");
  row.bind(job);
  try {
    if (row.step()) return Job::parse(row.text(0), "").observed.size();
  } catch (const Error& error) {
    damaged("job " + std::to_string(job) + ": " + error.what());
  }
  return 0;
}

void Store::for_each_observation(int job, ReplicaRange among,
                                 const std::function<void(std::uint32_t, const Observation&)>& visit) const {
  const std::size_t quantities = observed_quantities(job);
  Statement rows = database_->prepare(
      hashed() ? "SELECT job, replica, iteration, samples, numbers, hash FROM observation WHERE job = ? AND replica "
                 ">= ? AND replica < ? ORDER BY replica, iteration"
               : "SELECT job, replica, iteration, samples, numbers FROM observation WHERE job = ? AND replica >= ? AND "
                 "replica < ? ORDER BY replica, iteration");
  bind_range(rows, job, among);
  Ascending order;
  while (rows.step()) {
    const std::int64_t replica = rows.whole(1);
    const auto name = [&] { return "an observation of " + name_of_replica(job, replica); };
    if (hashed() && !rows.intact(5)) {
      damaged(name() + " is not what was written");
    } else if (!order.follows(replica, rows.whole(2))) {
      damaged(name() + " is not where it belongs");
    } else {
      const Observation seen{rows.count(2), rows.count(3), rows.numbers(4)};
      if (quantities == 0 || seen.values.size() == quantities) visit(static_cast<std::uint32_t>(replica), seen);
      else
        damaged(name() + " has " + std::to_string(seen.values.size()) + " numbers, where its job observes " +
                std::to_string(quantities));
    }
  }
}

void Store::for_each_replica(int job, ReplicaRange among, const VisitReplica& visit) const {
  // Observations are read in stretches beside the records: one query for many replicas, and memory for few.
  constexpr std::uint32_t kStretch = 128;
  std::map<std::uint32_t, std::vector<Observation>> seen;
  std::uint64_t until = among.first;
  const std::vector<Observation> none;
  visit_records(job, among, [&](const Record& record, std::uint64_t observed) {
    if (record.replica >= until) {
      seen.clear();
      const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(kStretch, among.end() - record.replica));
      until = std::uint64_t{record.replica} + count;
      for_each_observation(job, {record.replica, count}, [&](std::uint32_t replica, const Observation& observation) {
        seen[replica].push_back(observation);
      });
    }
    const auto found = seen.find(record.replica);
    const std::vector<Observation>& its = found == seen.end() ? none : found->second;
    if (hashed() && its.size() != observed)
      damaged(name_of_replica(job, record.replica) + " has " + std::to_string(its.size()) + " of its " +
              std::to_string(observed) + " observations");
    visit(record, its);
  });
}

std::vector<ReplicaRange> Store::finished(int job) const {
  std::vector<ReplicaRange> out;
  for_each_replica(job, kAllReplicas, [&](const Record& record, const std::vector<Observation>&) {
    if (!out.empty() && out.back().end() == record.replica) ++out.back().count;
    else out.push_back({record.replica, 1});
  });
  return out;
}

std::vector<Snapshot> Store::underway(int job) const {
  std::vector<Snapshot> out;
  Statement rows = database_->prepare(
      hashed() ? "SELECT job, replica, state, observed, hash FROM checkpoint WHERE job = ? ORDER BY replica"
               : "SELECT job, replica, state FROM checkpoint WHERE job = ? ORDER BY replica");
  Statement observations = database_->prepare("SELECT count(*) FROM observation WHERE job = ? AND replica = ?");
  rows.bind(job);
  while (rows.step()) {
    const std::int64_t replica = rows.whole(1);
    if (!is_intact(rows, 4, "the checkpoint of " + name_of_replica(job, replica))) continue;
    observations.bind(job).bind(replica);
    if (hashed() && observations.step() && observations.whole(0) != rows.whole(3))
      damaged("the checkpoint of " + name_of_replica(job, replica) + " has " + std::to_string(observations.whole(0)) +
              " of its " + std::to_string(rows.whole(3)) + " observations");
    observations.reset();
    try {
      out.push_back(deserialise(rows.text(2)));
    } catch (const Error&) {  // of an older store it counts, and is not gone on from
      if (version_ == kStoreVersion) throw;
      out.emplace_back().replica = static_cast<std::uint32_t>(replica);
    }
  }
  return out;
}

std::uint64_t Store::count(int job, ReplicaRange among) const {
  Statement rows = database_->prepare("SELECT count(*) FROM replica WHERE job = ? AND replica >= ? AND replica < ?");
  bind_range(rows, job, among);
  return rows.step() ? rows.count(0) : 0;
}

}  // namespace twoscale
