#pragma once
// What the readers of tables share in their messages.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <twoscale/core/error.hpp>

namespace twoscale::detail {

/// A file's own text in a message: quoted, short, and nothing a terminal or JSON would stumble over.
inline std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > kLongest ? "...'" : "'");
}

/// "1 column", "3 columns"
inline std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

inline void require_countable(const std::string& source, std::uint64_t count, const char* what) {
  if (count > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
    throw Error(source + ": " + std::to_string(count) + ' ' + what + ", but a table holds at most 2147483647");
}

}  // namespace twoscale::detail
