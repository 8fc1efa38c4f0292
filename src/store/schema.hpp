#pragma once
// The tables of a store, and how a store is told from another file.

#include "database.hpp"

namespace twoscale {

/// The version that is written. 3 is where rows got hashes; 1 and 2 can be read.
inline constexpr int kStoreVersion = 6;

/// Throws where no store can be: a name that SQLite would take for something else, a directory, a device, a pipe.
void require_store_name(const std::string& path);
/// Whether other machines may have the file open, too: the log's shared memory does not work between them.
bool is_on_network(const std::string& path);
/// Looks at the file's first bytes, before SQLite does: a file of another program is not even opened. Throws where it
/// is not a store, or one of a later version; 0 where there is no file, or nothing in it.
int store_version(const std::string& path);
/// False for a file that has just been made, and for one that a kill met while it was made.
bool has_tables(Database& database);
/// Throws where SQLite finds the file's structure damaged.
void require_sound(const Database& database);
/// Makes the tables where there are none; throws where the file is damaged.
void prepare_to_write(Database& database);

}  // namespace twoscale
