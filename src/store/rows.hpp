#pragma once
// A record as a row of the table `replica`, and back.

#include <string>

#include <twoscale/store/record.hpp>

#include "database.hpp"

namespace twoscale {

/// In the order bind_record and record_of expect; the job comes before them, what later versions added after.
#define TWOSCALE_REPLICA_COLUMNS                                                                         \
  "replica, ending, message, iteration, xi, zeta_g, zeta_f, omega_a, omega_c, probe, structured, x, y, " \
  "squared_residual, tracking_error, preconditioner_error, state"

void bind_record(Statement& statement, const Record& record);

/// The columns of a store's version, as in SELECT: version 6 counts evaluations without noise, version 3 brought how
/// many rows were observed, and the hash.
struct ReplicaColumns {
  int version;

  bool counts_noiseless() const { return version >= 6; }
  bool has_hash() const { return version >= 3; }
  int noiseless() const { return 12 + kRoles; }
  int observed() const { return noiseless() + (counts_noiseless() ? 1 : 0); }
  int hash() const { return observed() + 1; }
  std::string names() const {
    return std::string("job, " TWOSCALE_REPLICA_COLUMNS) + (counts_noiseless() ? ", noiseless" : "") +
           (has_hash() ? ", observed, hash" : "");
  }
};
/// Throws where the row holds what no program of ours has written. Of an older store the state is left out where this
/// program does not read it.
Record record_of(const Statement& row, const ReplicaColumns& columns, bool older);

}  // namespace twoscale
