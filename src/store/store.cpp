#include <twoscale/store/store.hpp>

#include <filesystem>

#include <twoscale/core/digest.hpp>

#include "database.hpp"
#include "lock.hpp"
#include "schema.hpp"

namespace twoscale {

Store::Store(std::unique_ptr<Lock> lock, std::unique_ptr<Database> database, int version)
    : lock_(std::move(lock)), database_(std::move(database)), version_(version) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open(const std::string& path) {
  require_store_name(path);
  const int version = store_version(path);  // a file of another program is not touched
  if (version != 0 && version != kStoreVersion)
    throw Error("'" + path + "' is a store of version " + std::to_string(version) +
                ": it can be read (twoscale export), and reported on where it is complete (twoscale resume), but not "
                "added to. Start anew with another --store; the file is left as it is");
  auto lock = std::make_unique<Lock>(path);
  store_version(path);  // nor one that came in the meantime
  auto database = std::make_unique<Database>(path, Database::Use::write);
  prepare_to_write(*database);
  return Store(std::move(lock), std::move(database), kStoreVersion);
}

Store Store::read(const std::string& path) {
  require_store_name(path);
  std::error_code failed;
  if (!std::filesystem::exists(path, failed))
    throw Error("there is no file '" + path + "' (twoscale solve PROBLEM --store FILE makes one)");
  const int version = store_version(path);
  if (version == 0) throw Error("'" + path + "' is not a twoscale store; it is left as it is");
  auto database = std::make_unique<Database>(path, Database::Use::read);
  if (!has_tables(*database))  // a kill met it while it was made, and SQLite has rolled it back
    throw Error("'" + path + "' is not a twoscale store; it is left as it is");
  return Store(nullptr, std::move(database), version);
}

const std::string& Store::path() const { return database_->path(); }
bool Store::hashed() const { return version_ >= 3; }

std::string Store::caution() const {
  if (version_ == kStoreVersion) return "";
  return "'" + path() + "' is a store of version " + std::to_string(version_) + ": " +
         (hashed() ? "runs of this program may have other bits"
                   : "its rows have no hashes, so damage may go unnoticed") +
         "; it can be read, but not added to" +
         (version_ == 1 ? ". Replicas that it calls done are shown as settled, which it did not check" : "");
}

void Store::require_sound() const { twoscale::require_sound(*database_); }

void Store::require_in_place() const {
  if (lock_) lock_->require_in_place();
}

std::vector<StoredJob> Store::jobs() const {
  std::vector<StoredJob> out;
  Statement rows = database_->prepare(hashed() ? "SELECT id, key, description, places, hash FROM job ORDER BY id"
                                               : "SELECT id, key, description, places FROM job ORDER BY id");
  std::int64_t jobs = 0, asked_rows = 0;
  while (rows.step()) {
    const std::string name = "job " + std::to_string(rows.whole(0));
    ++jobs;
    if (!is_intact(rows, 4, name)) continue;
    try {
      if (sha256(rows.text(2)) != rows.text(1)) throw Error("its description does not fit its key");
      out.push_back({static_cast<int>(rows.whole(0)), Job::parse(rows.text(2), rows.text(3)), {}});
    } catch (const Error& error) {
      damaged(name + ": " + error.what());
    }
  }
  for (StoredJob& stored : out) {
    stored.asked = joined(asked(stored.id, &asked_rows));
    if (stored.asked.empty()) damaged("job " + std::to_string(stored.id) + ": nobody has asked for a replica of it");
  }
  if (hashed()) check_contents(jobs, asked_rows);
  return out;
}

void Store::check_contents(std::int64_t jobs, std::int64_t asked) const {
  Statement total = database_->prepare("SELECT id, jobs, asked, hash FROM contents");
  const bool counted = total.step();
  if (jobs > 0 && !counted) damaged("the row is gone that says how many jobs there are");
  if (counted && is_intact(total, 3, "the row that says how many jobs there are") &&
      (total.whole(1) != jobs || total.whole(2) != asked))
    damaged("it holds " + std::to_string(jobs) + " jobs and " + std::to_string(asked) + " requests, and says " +
            std::to_string(total.whole(1)) + " and " + std::to_string(total.whole(2)));
}

int Store::add(const Job& job, ReplicaRange asked) { return add({StoredJob{0, job, {asked}}}).front(); }

std::vector<int> Store::add(const std::vector<StoredJob>& jobs) {
  std::vector<int> out;
  Transaction transaction(*database_);
  check_contents(database_->ask("SELECT count(*) FROM job"), database_->ask("SELECT count(*) FROM asked"));
  Statement find = database_->prepare("SELECT id, key, description, places, hash FROM job WHERE key = ?");
  Statement insert_job =
      database_->prepare("INSERT INTO job (id, key, description, places, hash) VALUES (?, ?, ?, ?, ?)");
  Statement insert_asked =
      database_->prepare("INSERT INTO asked (job, first, count, hash) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
  std::int64_t last = database_->ask("SELECT max(id) FROM job");
  for (const StoredJob& wanted : jobs) {
    const std::string description = wanted.job.description(), key = sha256(description);
    find.bind(std::string_view(key));
    const bool known = find.step();
    const std::int64_t id = known ? find.whole(0) : ++last;
    if (known) is_intact(find, 4, "job " + std::to_string(id));
    find.reset();
    if (!known)
      insert_job.bind(id)
          .bind(std::string_view(key))
          .bind(std::string_view(description))
          .bind(std::string_view(wanted.job.places()))
          .bind_hash()
          .run();
    for (const ReplicaRange& range : wanted.asked)
      insert_asked.bind(id).bind(std::int64_t{range.first}).bind(std::int64_t{range.count}).bind_hash().run();
    out.push_back(static_cast<int>(id));
  }
  database_->prepare("INSERT OR REPLACE INTO contents (id, jobs, asked, hash) VALUES (?, ?, ?, ?)")
      .bind(1)
      .bind(database_->ask("SELECT count(*) FROM job"))
      .bind(database_->ask("SELECT count(*) FROM asked"))
      .bind_hash()
      .run();
  transaction.commit();
  database_->empty_log();  // a copy of the file alone knows what was asked for
  return out;
}

void Store::on_damage(std::function<void(const std::string&)> tell) { tell_ = std::move(tell); }

void Store::hold_still() { database_->execute("BEGIN"); }

void Store::empty_log_now_and_then() {
  constexpr auto kBetween = std::chrono::seconds(1);
  const auto now = std::chrono::steady_clock::now();
  if (now - emptied_ < kBetween) return;
  emptied_ = now;
  database_->empty_log();
}

}  // namespace twoscale
