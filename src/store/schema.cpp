#include "schema.hpp"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

constexpr std::int64_t kApplication = 0x74776f53;  // "twoS"
// A row is inserted and never changed, but for `contents` and the checkpoints. Its last column is the hash of the
// others (row_hash.hpp); what a hash cannot see, a row that is gone, shows in a count elsewhere. Numbers of a point are
// little-endian doubles. Versions 3 to 5 did not count evaluations
// without noise and had other bits of auto; version 2 had no hashes, no counts and
// no `contents`; version 1 had other endings, besides.
constexpr const char* kTables = R"(
BEGIN IMMEDIATE;
CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,      -- SHA-256 of the description
  description TEXT NOT NULL,
  places TEXT NOT NULL,          -- where the problem's files were
  hash INTEGER NOT NULL
) STRICT;
CREATE TABLE asked (
  job INTEGER NOT NULL REFERENCES job,
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  PRIMARY KEY (job, first, count)
) STRICT, WITHOUT ROWID;
CREATE TABLE contents (          -- one row
  id INTEGER PRIMARY KEY,
  jobs INTEGER NOT NULL,         -- rows of `job`
  asked INTEGER NOT NULL,        -- rows of `asked`
  hash INTEGER NOT NULL
) STRICT;
CREATE TABLE replica (
  job INTEGER NOT NULL REFERENCES job,
  replica INTEGER NOT NULL,
  ending TEXT NOT NULL,
  message TEXT NOT NULL,
  iteration INTEGER NOT NULL,
  xi INTEGER NOT NULL, zeta_g INTEGER NOT NULL, zeta_f INTEGER NOT NULL,
  omega_a INTEGER NOT NULL, omega_c INTEGER NOT NULL, probe INTEGER NOT NULL,
  structured INTEGER NOT NULL,   -- calls of exact answers
  noiseless INTEGER NOT NULL,    -- evaluations of maps without noise
  x BLOB NOT NULL, y BLOB NOT NULL,
  squared_residual REAL, tracking_error REAL, preconditioner_error REAL,
  state TEXT,                    -- the whole snapshot, where something is measured from it
  observed INTEGER NOT NULL,     -- its rows of `observation`
  hash INTEGER NOT NULL,
  PRIMARY KEY (job, replica)
) STRICT, WITHOUT ROWID;
CREATE TABLE observation (
  job INTEGER NOT NULL REFERENCES job,
  replica INTEGER NOT NULL,
  iteration INTEGER NOT NULL,
  samples INTEGER NOT NULL,
  numbers BLOB NOT NULL,         -- in the order of the job's 'observe'
  hash INTEGER NOT NULL,
  PRIMARY KEY (job, replica, iteration)
) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoint (
  job INTEGER NOT NULL REFERENCES job,
  replica INTEGER NOT NULL,
  state TEXT NOT NULL,           -- a snapshot
  observed INTEGER NOT NULL,     -- its rows of `observation` so far
  hash INTEGER NOT NULL,
  PRIMARY KEY (job, replica)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x74776f53;
PRAGMA user_version = 6;
COMMIT;
)";

/// Four bytes of SQLite's header, the largest first (https://www.sqlite.org/fileformat.html, 1.3).
std::int64_t header_number(const std::array<char, 100>& header, std::size_t at) {
  std::int64_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out * 256 + static_cast<unsigned char>(header[at + i]);
  return out;
}

}  // namespace

bool is_on_network(const std::string& path) {
  constexpr std::array<std::uint32_t, 15> kNetwork = {
      0x6969,      // NFS
      0x517b,      // SMB
      0xff534d42,  // CIFS
      0xfe534d42,  // SMB2
      0x5346414f,  // AFS
      0x6b414653,  // kAFS
      0x0bd00bd0,  // Lustre
      0x47504653,  // GPFS
      0x00c36400,  // Ceph
      0x65735546,  // FUSE: sshfs, GlusterFS and others
      0x01021997,  // 9P
      0x19830326,  // BeeGFS
      0x20030528,  // OrangeFS
      0x01161970,  // GFS2
      0x7461636f   // OCFS2
  };
  struct statfs system {};
  return statfs(path.c_str(), &system) == 0 &&
         std::find(kNetwork.begin(), kNetwork.end(), static_cast<std::uint32_t>(system.f_type)) != kNetwork.end();
}

void require_store_name(const std::string& path) {
  if (path.empty()) throw Error("a store needs a name: --store FILE");
  if (path == ":memory:" || path.starts_with("file:"))
    throw Error("'" + path + "' is a special name of SQLite, not a file name: a store is a file, as in --store run.db");
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error("'" + path + "' is not a file but a " +
                (std::filesystem::is_directory(status) ? "directory"
                 : std::filesystem::is_fifo(status)    ? "pipe"
                 : std::filesystem::is_socket(status)  ? "socket"
                                                       : "device") +
                ": a store is a file; it is left as it is");
}

int store_version(const std::string& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  constexpr std::size_t kVersionAt = 60, kApplicationAt = 68;
  std::array<char, 100> header{};
  std::ifstream in(path, std::ios::binary);
  in.read(header.data(), header.size());
  if (in.gcount() == 0) return 0;
  const bool ours = in && std::string_view(header.data(), kMagic.size()) == kMagic &&
                    header_number(header, kApplicationAt) == kApplication;
  if (!ours) throw Error("'" + path + "' is not a twoscale store; it is left as it is");
  const std::int64_t version = header_number(header, kVersionAt);
  if (version < 1 || version > kStoreVersion)
    throw Error("'" + path + "' is a store of version " + std::to_string(version) +
                ", and this program reads versions 1 to " + std::to_string(kStoreVersion) +
                ": use the twoscale that wrote it; the file is left as it is");
  return static_cast<int>(version);
}

bool has_tables(Database& database) { return database.ask("SELECT count(*) FROM sqlite_schema") > 0; }

void require_sound(const Database& database) {
  const std::string found = database.ask_text("PRAGMA quick_check(1)");
  if (found != "ok")
    throw Error("'" + database.path() + "' is damaged, perhaps a copy that was cut short (" + found +
                "); it is left as it is");
}

void prepare_to_write(Database& database) {
  database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  require_sound(database);  // before anything is added: a file with a hole in it should not get longer
  if (!has_tables(database)) database.execute(kTables);
  // Only now, with the tables in the file itself: a kill may leave it without the log beside it, but never half made.
  if (!is_on_network(database.path())) database.execute("PRAGMA journal_mode = WAL");
  else
    database.execute("PRAGMA journal_mode = DELETE; PRAGMA busy_timeout = 600000");  // commits wait for readers there
}

}  // namespace twoscale
