// Any bytes are a table or an Error. A table is no larger than its bytes and holds finite numbers.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <twoscale/core/error.hpp>
#include <twoscale/core/table.hpp>

using namespace twoscale;

static void require(bool holds) {
  if (!holds) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Table table;
  try {
    table = Table::parse_npy({reinterpret_cast<const char*>(data), size}, "fuzz.npy");
  } catch (const Error&) {
    return 0;
  }
  require(table.rows() > 0 && table.columns() > 0);
  require(static_cast<std::size_t>(table.rows()) * static_cast<std::size_t>(table.columns()) < size);
  for (int c = 0; c < table.columns(); ++c)
    for (const double value : table.column(c)) require(std::isfinite(value));
  return 0;
}
