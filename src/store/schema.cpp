#include "schema.hpp"

#include <array>
#include <fstream>
#include <string_view>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

constexpr std::int64_t kApplication = 0x74776f53;  // "twoS"
// Of the tables below, and of the bits that a job's description stands for: 2 since auto looks at rest and projects
// lazily, and since replicas have more than one ending.
constexpr std::int64_t kVersion = 2;

// A replica's record is inserted and never changed. Numbers of a point are little-endian doubles.
constexpr const char* kTables = R"(
BEGIN IMMEDIATE;
CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,      -- SHA-256 of the description
  description TEXT NOT NULL,
  places TEXT NOT NULL           -- where the problem's files were
) STRICT;
CREATE TABLE asked (
  job INTEGER NOT NULL REFERENCES job,
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (job, first, count)
) STRICT, WITHOUT ROWID;
CREATE TABLE replica (
  job INTEGER NOT NULL REFERENCES job,
  replica INTEGER NOT NULL,
  ending TEXT NOT NULL,
  message TEXT NOT NULL,
  iteration INTEGER NOT NULL,
  xi INTEGER NOT NULL, zeta_g INTEGER NOT NULL, zeta_f INTEGER NOT NULL,
  omega_a INTEGER NOT NULL, omega_c INTEGER NOT NULL, probe INTEGER NOT NULL,
  structured INTEGER NOT NULL,
  x BLOB NOT NULL, y BLOB NOT NULL,
  squared_residual REAL, tracking_error REAL, preconditioner_error REAL,
  state TEXT,                    -- the whole snapshot, where something is measured from it
  PRIMARY KEY (job, replica)
) STRICT, WITHOUT ROWID;
CREATE TABLE observation (
  job INTEGER NOT NULL REFERENCES job,
  replica INTEGER NOT NULL,
  iteration INTEGER NOT NULL,
  samples INTEGER NOT NULL,
  numbers BLOB NOT NULL,         -- in the order of the job's 'observe'
  PRIMARY KEY (job, replica, iteration)
) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoint (
  job INTEGER NOT NULL REFERENCES job,
  replica INTEGER NOT NULL,
  state TEXT NOT NULL,           -- a snapshot
  digest TEXT NOT NULL,          -- its SHA-256
  PRIMARY KEY (job, replica)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x74776f53;
PRAGMA user_version = 2;
COMMIT;
)";

/// Four bytes of SQLite's header, the largest first (https://www.sqlite.org/fileformat.html, 1.3).
std::int64_t header_number(const std::array<char, 100>& header, std::size_t at) {
  std::int64_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out * 256 + static_cast<unsigned char>(header[at + i]);
  return out;
}

}  // namespace

bool is_store(const std::string& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  constexpr std::size_t kVersionAt = 60, kApplicationAt = 68;
  std::array<char, 100> header{};
  std::ifstream in(path, std::ios::binary);
  in.read(header.data(), header.size());
  if (in.gcount() == 0) return false;
  const bool ours = in && std::string_view(header.data(), kMagic.size()) == kMagic &&
                    header_number(header, kApplicationAt) == kApplication;
  if (!ours) throw Error("'" + path + "' is not a twoscale store; it is left as it is");
  const std::int64_t version = header_number(header, kVersionAt);
  if (version != kVersion)
    throw Error("'" + path + "' is a store of version " + std::to_string(version) +
                ", and this program reads version " + std::to_string(kVersion) +
                ": use the twoscale that wrote it; the file is left as it is");
  return true;
}

bool has_tables(Database& database) { return database.ask("SELECT count(*) FROM sqlite_schema") > 0; }

void prepare_to_write(Database& database) {
  database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  // Before anything is added: a file with a hole in it should not get longer.
  const std::string found = database.ask_text("PRAGMA quick_check(1)");
  if (found != "ok")
    throw Error("'" + database.path() + "' is damaged, perhaps a copy that was cut short (" + found +
                "); it is left as it is");
  if (!has_tables(database)) database.execute(kTables);
  // Only now, with the tables in the file itself: a kill may leave it without the log beside it, but never half made.
  database.execute("PRAGMA journal_mode = WAL");
}

}  // namespace twoscale
