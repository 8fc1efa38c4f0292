#include <twoscale/store/recorder.hpp>

#include "database.hpp"
#include "rows.hpp"

namespace twoscale {

namespace {

constexpr std::size_t kRows = 4096;                     // of a transaction at most,
constexpr auto kTime = std::chrono::milliseconds(200);  // and its age when the next row comes

std::unique_ptr<Statement> prepared(const Database& database, const char* sql) {
  return std::make_unique<Statement>(database.prepare(sql));
}

}  // namespace

Recorder::Recorder(Store& store, int job)
    : store_(store),
      database_(store.database()),
      insert_record_(prepared(
          database_,
          "INSERT INTO replica (job, " TWOSCALE_REPLICA_COLUMNS
          ", noiseless, observed, hash) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING")),
      insert_observation_(prepared(database_,
                                   "INSERT INTO observation (job, replica, iteration, samples, numbers, hash) "
                                   "VALUES (?,?,?,?,?,?) ON CONFLICT DO NOTHING")),
      insert_checkpoint_(prepared(
          database_, "INSERT OR REPLACE INTO checkpoint (job, replica, state, observed, hash) VALUES (?,?,?,?,?)")),
      count_observations_(prepared(database_, "SELECT count(*) FROM observation WHERE job = ? AND replica = ?")),
      delete_checkpoint_(prepared(database_, "DELETE FROM checkpoint WHERE job = ? AND replica = ?")),
      any_observation_(prepared(database_, "SELECT 1 FROM observation WHERE job = ? LIMIT 1")) {
  turn_to(job);
}

void Recorder::turn_to(int job) {
  const std::lock_guard lock(mutex_);
  job_ = job;
  observes_ = any_observation_->bind(job).step();
  any_observation_->reset();
}

Recorder::~Recorder() {
  try {
    commit();
  } catch (const Error&) {  // said by the call that failed first
  }
}

void Recorder::begin() {
  if (failed_) throw Error("nothing more is written to '" + store_.path() + "': a write to it has failed");
  if (pending_ == 0) {
    database_.execute("BEGIN IMMEDIATE");
    since_ = std::chrono::steady_clock::now();
  }
  ++pending_;
}

/// After a failure SQLite may have rolled the transaction back or not: nothing of it is to stay, and nothing to follow.
void Recorder::give_up() {
  failed_ = true;
  pending_ = 0;
  try {
    database_.execute("ROLLBACK");
  } catch (const Error&) {  // it was rolled back already
  }
}

void Recorder::commit_now() {
  if (pending_ == 0) return;
  try {
    store_.require_in_place();
    database_.execute("COMMIT");
    pending_ = 0;
  } catch (...) {
    give_up();
    throw;
  }
  store_.empty_log_now_and_then();
}

void Recorder::commit_if_old() {
  if (pending_ > 0 && std::chrono::steady_clock::now() - since_ >= kTime) commit_now();
}

void Recorder::commit_now_and_then() {
  const std::lock_guard lock(mutex_);
  commit_if_old();
}

void Recorder::commit() {
  const std::lock_guard lock(mutex_);
  commit_now();
}

std::int64_t Recorder::put_observations(std::uint32_t replica, std::span<const Observation> observations) {
  for (const Observation& seen : observations) {
    insert_observation_->bind(job_)
        .bind(std::int64_t{replica})
        .bind(static_cast<std::int64_t>(seen.iteration))
        .bind(static_cast<std::int64_t>(seen.samples))
        .bind_numbers(seen.values)
        .bind_hash()
        .run();
  }
  observes_ = observes_ || !observations.empty();
  if (!observes_) return 0;
  // Counted where they are: a replica that was resumed brings only those it made since.
  count_observations_->bind(job_).bind(std::int64_t{replica});
  const std::int64_t out = count_observations_->step() ? count_observations_->whole(0) : 0;
  count_observations_->reset();
  return out;
}

void Recorder::put(const Record& record, std::span<const Observation> observations) {
  const std::lock_guard lock(mutex_);
  begin();
  try {
    const std::int64_t observed = put_observations(record.replica, observations);
    insert_record_->bind(job_);
    bind_record(*insert_record_, record);
    insert_record_->bind(observed).bind_hash().run();
    delete_checkpoint_->bind(job_).bind(std::int64_t{record.replica}).run();
  } catch (...) {
    give_up();
    throw;
  }
  if (pending_ >= kRows) commit_now();
  else commit_if_old();
}

void Recorder::keep(const Snapshot& state, std::span<const Observation> observations) {
  const std::string text = serialise(state);
  const std::lock_guard lock(mutex_);
  begin();
  try {
    const std::int64_t observed = put_observations(state.replica, observations);
    insert_checkpoint_->bind(job_)
        .bind(std::int64_t{state.replica})
        .bind(std::string_view(text))
        .bind(observed)
        .bind_hash()
        .run();
  } catch (...) {
    give_up();
    throw;
  }
}

}  // namespace twoscale
