#pragma once
// Node: a value of a TOML file as plain data, with where it stands. Nothing here knows the library that parses; only
// parse.cpp does.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twoscale::detail {

struct Place {
  std::uint32_t line = 1, column = 1;
};

struct Entry;

struct Node {
  enum class Kind { text, whole, number, truth, list, table, date };
  Kind kind = Kind::table;
  Place place;
  std::string text;
  double number = 0;       // of a whole number, too
  std::int64_t whole = 0;  // of a truth: 0 or 1
  std::vector<Node> items;
  std::vector<Entry> entries;  // in the file's order
};

struct Entry {
  std::string key;
  Place place;
  Node value;
};

/// "FILE:LINE:COLUMN: "
std::string at(const std::string& file, Place place);
/// A file's own text in a message: quoted, short, and nothing a terminal or JSON would stumble over.
std::string shown(std::string_view text);

/// The file as one table. Throws an Error that begins with FILE:LINE:COLUMN for anything that is not TOML, is not
/// UTF-8, is larger than 1 MB or nested deeper than any spec is.
Node parse_toml(std::string_view text, const std::string& file);

}  // namespace twoscale::detail
