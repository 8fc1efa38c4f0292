#pragma once
// The tables of a store, and how a store is told from another file.

#include "database.hpp"

namespace twoscale {

/// Makes the tables in an empty file; throws where the file is something else, damaged, or of another version.
void prepare_to_write(Database& database);
void require_store(const Database& database);

}  // namespace twoscale
