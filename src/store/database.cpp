#include "database.hpp"

#include <sqlite3.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are stored as they lie in memory");

constexpr int kPatience = 5000;  // milliseconds to wait for another program that is reading or writing right now

/// What SQLite's code means for the person at the terminal.
[[noreturn]] void refuse(const std::string& path, int code, const std::string& detail) {
  const std::string file = "'" + path + "'";
  switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
      throw Error("cannot write " + file + ": the disk is full, or the file may not grow (" + detail +
                  "). What was stored before is still there: make room, then 'twoscale resume' goes on from it");
    case SQLITE_READONLY:
      throw Error("cannot write " + file + ": it, or its directory, is read-only. Nothing was changed");
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      throw Error("cannot open " + file + ": is the directory there and writable, and the file yours?");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(file + " is in use by another program: try again when it is done");
    case SQLITE_NOTADB:
      throw Error(file + " is not a twoscale store; it is left as it is");
    case SQLITE_CORRUPT:
      throw Error(file + " is damaged, perhaps a copy that was cut short (" + detail + "); it is left as it is");
    default:
      throw Error("cannot use " + file + ": " + detail);
  }
}

/// Whether part of it is in a file beside it: beside what a link leads to, as SQLite sees it.
bool has_log(const std::string& path) {
  std::error_code failed;
  const std::string real = std::filesystem::canonical(path, failed).string();
  return std::filesystem::exists(real + "-wal", failed) || std::filesystem::exists(real + "-journal", failed);
}

}  // namespace

// --- Statement

void Statement::Finalise::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(sqlite3* database, const std::string& path, const char* sql) : database_(database), path_(path) {
  sqlite3_stmt* made = nullptr;
  require_good(sqlite3_prepare_v2(database, sql, -1, &made, nullptr));
  statement_.reset(made);
}

void Statement::require_good(int code) {
  if (code != SQLITE_OK) refuse(path_, code, sqlite3_errmsg(database_));
}

Statement& Statement::bind(std::int64_t value) {
  hash_.add(value);
  require_good(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}

Statement& Statement::bind(const std::optional<double>& value) {
  if (value && !std::isnan(*value)) hash_.add(*value);
  else hash_.add_null();  // SQLite stores NaN as NULL
  require_good(value ? sqlite3_bind_double(statement_.get(), ++bound_, *value)
                     : sqlite3_bind_null(statement_.get(), ++bound_));
  return *this;
}

Statement& Statement::bind(std::string_view text) {
  hash_.add(text);
  require_good(
      sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(const std::optional<std::string>& text) {
  if (text) return bind(std::string_view(*text));
  hash_.add_null();
  require_good(sqlite3_bind_null(statement_.get(), ++bound_));
  return *this;
}

Statement& Statement::bind_numbers(const std::vector<double>& values) {
  const void* bytes = values.empty() ? "" : static_cast<const void*>(values.data());  // null would bind NULL
  hash_.add({static_cast<const char*>(bytes), values.size() * sizeof(double)});
  require_good(
      sqlite3_bind_blob64(statement_.get(), ++bound_, bytes, values.size() * sizeof(double), SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind_hash() {
  require_good(sqlite3_bind_int64(statement_.get(), ++bound_, hash_.value()));
  return *this;
}

std::int64_t Statement::hash_of(int columns) const {
  RowHash found;
  for (int column = 0; column < columns; ++column) {
    switch (sqlite3_column_type(statement_.get(), column)) {
      case SQLITE_INTEGER:
        found.add(std::int64_t{sqlite3_column_int64(statement_.get(), column)});
        break;
      case SQLITE_FLOAT:
        found.add(sqlite3_column_double(statement_.get(), column));
        break;
      case SQLITE_NULL:
        found.add_null();
        break;
      default:  // text or a blob: the bytes as they are
        found.add({static_cast<const char*>(sqlite3_column_blob(statement_.get(), column)),
                   static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))});
    }
  }
  return found.value();
}

bool Statement::intact(int hash) const {
  return sqlite3_column_type(statement_.get(), hash) == SQLITE_INTEGER && hash_of(hash) == whole(hash);
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    const std::string detail = sqlite3_errmsg(database_);
    reset();
    refuse(path_, code, detail);
  }
  return false;
}

void Statement::run() {
  while (step()) continue;
  reset();
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  bound_ = 0;
  hash_.clear();
}

std::int64_t Statement::whole(int column) const { return sqlite3_column_int64(statement_.get(), column); }

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

std::optional<double> Statement::number(int column) const {
  if (is_null(column)) return std::nullopt;
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::vector<double> Statement::numbers(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  if (size % sizeof(double) != 0) refuse(path_, SQLITE_CORRUPT, "a row of numbers has half a number");
  std::vector<double> out(size / sizeof(double));
  if (size > 0) std::memcpy(out.data(), bytes, size);
  return out;
}

// --- Database

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

int Database::open(const std::string& name, int flags) {
  sqlite3* opened = nullptr;
  // No mutex: who shares a database between threads brings one.
  const int code = sqlite3_open_v2(name.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  database_.reset(opened);
  if (code != SQLITE_OK) return code;
  // The file may be anybody's: nothing in it is trusted to be well made, or to run.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_busy_timeout(opened, kPatience);
  return sqlite3_exec(opened, "PRAGMA cell_size_check = ON; SELECT count(*) FROM sqlite_schema", nullptr, nullptr,
                      nullptr);
}

Database::Database(const std::string& path, Use use) : path_(path) {
  const bool write = use == Use::write;
  int code = open(path, SQLITE_OPEN_READWRITE | (write ? SQLITE_OPEN_CREATE : 0));
  // Readers, too, need files beside the store. Where they may not be made, and nobody else has, it can be read as if
  // from a medium that never changes.
  const bool closed = (code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY;
  if (!write && closed && !has_log(path)) {
    std::string name = "file:";
    for (const char c : std::filesystem::absolute(path).string())
      name += c == '?' ? "%3f" : c == '#' ? "%23" : c == '%' ? "%25" : std::string(1, c);
    code = open(name + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  }
  if (code != SQLITE_OK) refuse(path, code, database_ ? sqlite3_errmsg(database_.get()) : "no memory");
  if (!write) execute("PRAGMA query_only = ON");
}

void Database::execute(const char* sql) {
  if (const int code = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr); code != SQLITE_OK)
    refuse(path_, code, sqlite3_errmsg(database_.get()));
}

std::int64_t Database::ask(const char* sql) const {
  Statement question = prepare(sql);
  return question.step() ? question.whole(0) : 0;
}

std::string Database::ask_text(const char* sql) const {
  Statement question = prepare(sql);
  return question.step() ? question.text(0) : "";
}

Transaction::~Transaction() {
  if (done_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const Error&) {  // SQLite has rolled it back itself
  }
}

void Database::empty_log() {
  const int code = sqlite3_wal_checkpoint_v2(database_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED)
    refuse(path_, code, sqlite3_errmsg(database_.get()));
}

}  // namespace twoscale
