#pragma once
// What the fuzzed properties share: a property that does not hold ends the program, which is what the fuzzer looks for.

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <twoscale/core/error.hpp>
#include <twoscale/core/table.hpp>

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// The table the bytes are, which is not empty; nothing for an Error.
inline std::optional<twoscale::Table> table_or_error(twoscale::Table (*parse)(std::string_view, const std::string&),
                                                     const std::uint8_t* data, std::size_t size) {
  try {
    twoscale::Table table = parse({reinterpret_cast<const char*>(data), size}, "fuzz");
    require(table.rows() > 0 && table.columns() > 0);
    return table;
  } catch (const twoscale::Error&) {
    return std::nullopt;
  }
}
