// Any bytes are a table or an Error. A table is no larger than its bytes and holds finite numbers.

#include <cmath>
#include <cstdint>
#include <string_view>
#include <twoscale/core/error.hpp>
#include <twoscale/core/table.hpp>

#include "property.hpp"

using namespace twoscale;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = table_or_error(Table::parse_npy, data, size);
  if (!read) return 0;
  const Table& table = *read;
  require(static_cast<std::size_t>(table.rows()) * static_cast<std::size_t>(table.columns()) < size);
  for (int c = 0; c < table.columns(); ++c)
    for (const double value : table.column(c)) require(std::isfinite(value));
  return 0;
}
