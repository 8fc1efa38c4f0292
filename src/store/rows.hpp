#pragma once
// A record as a row of the table `replica`, and back.

#include <twoscale/store/record.hpp>

#include "database.hpp"

namespace twoscale {

/// In the order bind_record and record_of expect; the job comes before them, what version 3 added after.
#define TWOSCALE_REPLICA_COLUMNS                                                                         \
  "replica, ending, message, iteration, xi, zeta_g, zeta_f, omega_a, omega_c, probe, structured, x, y, " \
  "squared_residual, tracking_error, preconditioner_error, state"

void bind_record(Statement& statement, const Record& record);
/// Throws where the row holds what no program of ours has written. Of an older store the state is left out where this
/// program does not read it.
Record record_of(const Statement& row, bool older);
/// The columns that version 3 added, after the job and those above.
inline constexpr int kObservedColumn = 12 + kRoles, kRecordHashColumn = kObservedColumn + 1;

}  // namespace twoscale
