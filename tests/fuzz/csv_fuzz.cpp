// Any text is a table or an Error. A table has the sizes it says, finite numbers, and reads back when written.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <twoscale/core/error.hpp>
#include <twoscale/core/table.hpp>

using namespace twoscale;

static void require(bool holds) {
  if (!holds) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Table table;
  try {
    table = Table::parse_csv({reinterpret_cast<const char*>(data), size}, "fuzz.csv");
  } catch (const Error&) {
    return 0;
  }
  require(table.rows() > 0 && table.columns() > 0);
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
