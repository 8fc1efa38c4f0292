#include "start.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include <twoscale/core/setting.hpp>
#include <twoscale/store/store.hpp>

#include "terminal.hpp"

namespace twoscale::cli {

namespace {

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error::field("start", path, "a file that can be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Of its first job that has a replica that ended.
StartPoint start_of_store(const std::string& path) {
  const Store store = Store::read(path);
  if (!store.caution().empty()) print_error(store.caution());
  for (const StoredJob& stored : store.jobs())
    for (const ReplicaRange& range : store.finished(stored.id)) {
      std::optional<StartPoint> out;
      store.for_each(stored.id, {range.first, 1}, [&](const Record& record) { out = {record.fast, record.slow}; });
      if (out) return *out;
    }
  throw Error::field("start", path, "a store with a replica that ended");
}

/// The cells of a line of CSV; one in double quotes may hold commas.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) out.emplace_back();
    else if (c != '\r') out.back() += c;
  }
  return out;
}

/// The numbers of its first row; other columns may hold what they like, as those of export do.
StartPoint start_of_table(const std::string& text, const std::string& path) {
  std::istringstream lines(text);
  std::string header, row;
  std::getline(lines, header);
  std::getline(lines, row);
  const std::vector<std::string> names = cells_of(header), cells = cells_of(row);
  const auto numbers = [&](const std::string& variable) {
    std::vector<double> out;
    while (true) {
      const std::string name = variable + std::to_string(out.size());
      const auto at = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      if (at >= std::min(names.size(), cells.size())) return out;
      out.push_back(parse_number(path + ": " + name, cells[at]));
    }
  };
  StartPoint out{numbers("x"), numbers("y")};
  if (out.x.empty() && out.y.empty())
    throw Error::field("start", path, "a table with a row, and columns x0, x1, ... or y0, y1, ...");
  return out;
}

}  // namespace

StartPoint read_start(const std::string& path) {
  const std::string text = text_of_file(path);
  if (text.starts_with("SQLite format 3")) return start_of_store(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && (text[first] == '{' || text[first] == '[')) return start_of_report(text, path);
  return start_of_table(text, path);
}

}  // namespace twoscale::cli
