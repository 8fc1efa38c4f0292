// Any text is a table or an Error. A table has the sizes it says, finite numbers, and reads back when written.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <twoscale/core/error.hpp>
#include <twoscale/core/table.hpp>

#include "property.hpp"

using namespace twoscale;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = table_or_error(Table::parse_csv, data, size);
  if (!read) return 0;
  const Table& table = *read;
  require(table.names().empty() || table.names().size() == static_cast<std::size_t>(table.columns()));
  std::string text;
  for (int r = 0; r < table.rows(); ++r)
    for (int c = 0; c < table.columns(); ++c) {
      require(std::isfinite(table(r, c)));
      text += to_text(table(r, c)) + (c + 1 < table.columns() ? ',' : '\n');
    }
  const Table again = Table::parse_csv(text, "fuzz.csv");
  require(again.rows() == table.rows() && again.columns() == table.columns());
  for (int c = 0; c < table.columns(); ++c) {
    const auto a = table.column(c), b = again.column(c);
    require(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  }
  for (int c = 0; c < table.columns() && !table.names().empty(); ++c) {
    try {
      require(table.column_named(table.names()[c]) == c);
    } catch (const Error&) {  // two of that name
    }
  }
  return 0;
}
