#include <twoscale/store/store.hpp>

#include <filesystem>

#include <twoscale/core/digest.hpp>

#include "database.hpp"
#include "lock.hpp"
#include "rows.hpp"
#include "schema.hpp"

namespace twoscale {

Store::Store(std::unique_ptr<Lock> lock, std::unique_ptr<Database> database)
    : lock_(std::move(lock)), database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open(const std::string& path) {
  is_store(path);  // a file of another program is not touched
  auto lock = std::make_unique<Lock>(path);
  is_store(path);  // nor one that came in the meantime
  auto database = std::make_unique<Database>(path, Database::Use::write);
  prepare_to_write(*database);
  return Store(std::move(lock), std::move(database));
}

Store Store::read(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::exists(path, failed))
    throw Error("there is no file '" + path + "' (twoscale solve PROBLEM --store FILE makes one)");
  if (!std::filesystem::is_regular_file(path, failed) || !is_store(path))
    throw Error("'" + path + "' is not a twoscale store; it is left as it is");
  auto database = std::make_unique<Database>(path, Database::Use::read);
  if (!has_tables(*database))  // a kill met it while it was made, and SQLite has rolled it back
    throw Error("'" + path + "' is not a twoscale store; it is left as it is");
  return Store(nullptr, std::move(database));
}

const std::string& Store::path() const { return database_->path(); }

std::vector<StoredJob> Store::jobs() const {
  std::vector<StoredJob> out;
  Statement rows = database_->prepare("SELECT id, key, description, places FROM job ORDER BY id");
  while (rows.step()) {
    if (sha256(rows.text(2)) != rows.text(1))
      throw Error("'" + path() + "' is damaged: a job's description does not fit its key; it is left as it is");
    out.push_back({static_cast<int>(rows.whole(0)), Job::parse(rows.text(2), rows.text(3)), {}});
  }
  for (StoredJob& stored : out) {
    Statement ranges = database_->prepare("SELECT first, count FROM asked WHERE job = ?");
    ranges.bind(stored.id);
    while (ranges.step())
      stored.asked.push_back(
          {static_cast<std::uint32_t>(ranges.whole(0)), static_cast<std::uint32_t>(ranges.whole(1))});
    stored.asked = joined(stored.asked);
    if (stored.asked.empty())
      throw Error("'" + path() + "' is damaged: nobody asked for a job that it holds; it is left as it is");
  }
  return out;
}

int Store::add(const Job& job, ReplicaRange asked) {
  database_->prepare("INSERT INTO job (key, description, places) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
      .bind(std::string_view(job.key()))
      .bind(std::string_view(job.description()))
      .bind(std::string_view(job.places()))
      .run();
  Statement found = database_->prepare("SELECT id FROM job WHERE key = ?");
  found.bind(std::string_view(job.key()));
  found.step();
  const auto id = static_cast<int>(found.whole(0));
  if (asked.count > 0)
    database_->prepare("INSERT INTO asked (job, first, count) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
        .bind(id)
        .bind(std::int64_t{asked.first})
        .bind(std::int64_t{asked.count})
        .run();
  return id;
}

std::vector<int> Store::add(const std::vector<Job>& jobs, ReplicaRange asked) {
  std::vector<int> out;
  database_->execute("BEGIN IMMEDIATE");
  for (const Job& job : jobs) out.push_back(add(job, asked));
  database_->execute("COMMIT");
  return out;
}

std::vector<ReplicaRange> Store::finished(int job) const {
  std::vector<ReplicaRange> out;
  Statement rows = database_->prepare("SELECT replica FROM replica WHERE job = ? ORDER BY replica");
  rows.bind(job);
  while (rows.step()) {
    const auto replica = static_cast<std::uint32_t>(rows.whole(0));
    if (!out.empty() && out.back().end() == replica) ++out.back().count;
    else out.push_back({replica, 1});
  }
  return out;
}

std::vector<Snapshot> Store::underway(int job) const {
  std::vector<Snapshot> out;
  Statement rows = database_->prepare("SELECT replica, state, digest FROM checkpoint WHERE job = ? ORDER BY replica");
  rows.bind(job);
  while (rows.step()) {
    const std::string text = rows.text(1);
    if (sha256(text) != rows.text(2))
      throw Error("'" + path() + "' is damaged: the checkpoint of replica " + std::to_string(rows.whole(0)) +
                  " is not what was written; it is left as it is");
    out.push_back(deserialise(text));
  }
  return out;
}

std::uint64_t Store::count(int job, ReplicaRange among) const {
  Statement rows = database_->prepare("SELECT count(*) FROM replica WHERE job = ? AND replica >= ? AND replica < ?");
  rows.bind(job).bind(std::int64_t{among.first}).bind(static_cast<std::int64_t>(among.end()));
  return rows.step() ? rows.count(0) : 0;
}

void Store::for_each(int job, ReplicaRange among, const std::function<void(const Record&)>& visit) const {
  Statement rows = database_->prepare("SELECT " TWOSCALE_REPLICA_COLUMNS
                                      " FROM replica WHERE job = ? AND replica >= ? AND replica < ? ORDER BY replica");
  rows.bind(job).bind(std::int64_t{among.first}).bind(static_cast<std::int64_t>(among.end()));
  while (rows.step()) visit(record_of(rows));
}

void Store::for_each_observation(int job, ReplicaRange among,
                                 const std::function<void(std::uint32_t, const Observation&)>& visit) const {
  Statement rows = database_->prepare(
      "SELECT replica, iteration, samples, numbers FROM observation WHERE job = ? AND replica >= ? AND replica < ? "
      "ORDER BY replica, iteration");
  rows.bind(job).bind(std::int64_t{among.first}).bind(static_cast<std::int64_t>(among.end()));
  while (rows.step()) visit(static_cast<std::uint32_t>(rows.whole(0)), {rows.count(1), rows.count(2), rows.numbers(3)});
}

void Store::hold_still() { database_->execute("BEGIN"); }

}  // namespace twoscale
