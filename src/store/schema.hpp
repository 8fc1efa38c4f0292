#pragma once
// The tables of a store, and how a store is told from another file.

#include "database.hpp"

namespace twoscale {

/// Looks at the file's first bytes, before SQLite does: a file of another program is not even opened. Throws where it
/// is not a store, or one of another version; false where there is no file, or nothing in it.
bool is_store(const std::string& path);
/// False for a file that has just been made, and for one that a kill met while it was made.
bool has_tables(Database& database);
/// Makes the tables where there are none; throws where the file is damaged.
void prepare_to_write(Database& database);

}  // namespace twoscale
