#pragma once
// The tables of a store, and how a store is told from another file.

#include "database.hpp"

namespace twoscale {

/// Looks at the file's first bytes, before SQLite does: a file of another program is not even opened. Throws where it
/// is not a store, or one of another version; false where there is no file, or nothing in it.
bool is_store(const std::string& path);
/// Makes the tables in a new file; throws where an old one is damaged.
void prepare_to_write(Database& database, bool is_new);

}  // namespace twoscale
