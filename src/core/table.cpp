#include <twoscale/core/table.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include <twoscale/core/setting.hpp>

#include "table_text.hpp"

namespace twoscale {

using detail::counted, detail::shown;

Table::Table(int rows, int columns, std::vector<double> values, std::vector<std::string> names)
    : rows_(rows), columns_(columns), values_(std::move(values)), names_(std::move(names)) {
  if (rows < 0 || columns < 0)
    throw Error::field("table size", std::to_string(rows) + " x " + std::to_string(columns), "at least 0 x 0");
  if (values_.size() != static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns))
    throw Error::field("table values", counted(values_.size(), "number"),
                       std::to_string(rows) + " x " + std::to_string(columns));
  if (!names_.empty() && names_.size() != static_cast<std::size_t>(columns))
    throw Error::field("table names", counted(names_.size(), "name"),
                       "one per column (" + std::to_string(columns) + ")");
}

Table Table::read(const std::string& path) {
  const std::string name = "'" + path + "'";
  std::error_code trouble;
  const auto status = std::filesystem::status(path, trouble);
  if (status.type() == std::filesystem::file_type::not_found)
    throw Error("no file " + name + "; paths are relative to the working directory");
  if (trouble) throw Error("cannot read " + name + ": " + trouble.message());
  if (std::filesystem::is_directory(status)) throw Error(name + " is a directory; name a CSV or npy file in it");
  if (!std::filesystem::is_regular_file(status))
    throw Error(name + " is not a regular file; save what it gives and name that");
  const std::uintmax_t size = std::filesystem::file_size(path, trouble);
  std::ifstream file(path, std::ios::binary);
  if (trouble || !file) throw Error("cannot read " + name + "; check its permissions");
  std::string bytes;
  try {
    bytes.resize(size);
  } catch (const std::exception&) {  // bad_alloc or length_error
    throw Error(name + " does not fit into memory (" + std::to_string(size) + " bytes)");
  }
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  const bool npy = bytes.starts_with("\x93NUMPY");
  Table out = npy ? parse_npy(bytes, path) : parse_csv(bytes, path);
  out.source_ = path;
  return out;
}

int Table::column_named(std::string_view name) const {
  const std::string table = source_.empty() ? "the table" : source_;
  if (names_.empty()) throw Error(table + " has no column names; give it a header line, or take columns by number");
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) throw Error(table + " has no column " + shown(name) + suggestion(name, names_));
  if (std::find(found + 1, names_.end(), name) != names_.end())
    throw Error(table + " has more than one column " + shown(name) + "; rename all but one");
  return static_cast<int>(found - names_.begin());
}

void Table::refuse_index(const char* what, int index, int count) const {
  throw Error((source_.empty() ? "the table" : source_) + " has " + counted(static_cast<std::size_t>(count), what) +
              ", so there is no " + what + ' ' + std::to_string(index) + " (they count from 0)");
}

}  // namespace twoscale
