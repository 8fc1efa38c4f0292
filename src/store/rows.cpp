#include "rows.hpp"

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

Ending ending_of(const std::string& name) {
  for (const Ending ending :
       {Ending::settled, Ending::still_moving, Ending::lost, Ending::running_away, Ending::diverged})
    if (name == name_of(ending)) return ending;
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
      .bind(record.state ? std::optional(serialise(*record.state)) : std::nullopt);
}

Record record_of(const Statement& row) {
  Record out;
  out.replica = static_cast<std::uint32_t>(row.whole(0));
  out.status = {ending_of(row.text(1)), row.text(2)};
  out.iteration = row.count(3);
  for (int role = 0; role < kRoles; ++role) out.counts.drawn[role] = row.count(4 + role);
  out.counts.preconditioner = row.count(4 + kRoles);
  out.fast = row.numbers(5 + kRoles);
  out.slow = row.numbers(6 + kRoles);
  out.squared_residual = row.number(7 + kRoles);
  out.tracking_error = row.number(8 + kRoles);
  out.preconditioner_error = row.number(9 + kRoles);
  if (!row.is_null(10 + kRoles)) out.state = deserialise(row.text(10 + kRoles));
  return out;
}

}  // namespace twoscale
