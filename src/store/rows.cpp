#include "rows.hpp"

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

Ending ending_of(const std::string& name) {
  for (const Ending ending :
       {Ending::settled, Ending::still_moving, Ending::lost, Ending::running_away, Ending::diverged})
    if (name == name_of(ending)) return ending;
  if (name == "done") return Ending::settled;  // in a store of version 1, which did not look
  throw Error("the store is damaged: no replica ends with '" + name + "'");
}

}  // namespace

void bind_record(Statement& statement, const Record& record) {
  statement.bind(std::int64_t{record.replica})
      .bind(std::string_view(name_of(record.status.ending)))
      .bind(std::string_view(record.status.message))
      .bind(static_cast<std::int64_t>(record.iteration));
  for (const std::uint64_t drawn : record.counts.drawn) statement.bind(static_cast<std::int64_t>(drawn));
  statement.bind(static_cast<std::int64_t>(record.counts.preconditioner))
      .bind_numbers(record.fast)
      .bind_numbers(record.slow)
      .bind(record.squared_residual)
      .bind(record.tracking_error)
      .bind(record.preconditioner_error)
      .bind(record.state ? std::optional(serialise(*record.state)) : std::nullopt)
      .bind(static_cast<std::int64_t>(record.counts.noiseless));
}

Record record_of(const Statement& row, const ReplicaColumns& columns, bool older) {
  constexpr int kFirst = 1;  // after the job
  Record out;
  out.replica = static_cast<std::uint32_t>(row.whole(kFirst));
  out.status = {ending_of(row.text(kFirst + 1)), row.text(kFirst + 2)};
  out.iteration = row.count(kFirst + 3);
  for (int role = 0; role < kRoles; ++role) out.counts.drawn[role] = row.count(kFirst + 4 + role);
  constexpr int kAfterRoles = kFirst + 4 + kRoles;
  out.counts.preconditioner = row.count(kAfterRoles);
  if (columns.counts_noiseless()) out.counts.noiseless = row.count(columns.noiseless());
  out.fast = row.numbers(kAfterRoles + 1);
  out.slow = row.numbers(kAfterRoles + 2);
  out.squared_residual = row.number(kAfterRoles + 3);
  out.tracking_error = row.number(kAfterRoles + 4);
  out.preconditioner_error = row.number(kAfterRoles + 5);
  try {
    if (!row.is_null(kAfterRoles + 6)) out.state = deserialise(row.text(kAfterRoles + 6));
  } catch (const Error&) {
    if (!older) throw;
  }
  return out;
}

}  // namespace twoscale
