#include "start.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include <twoscale/core/table.hpp>
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

/// The numbers of its first row.
StartPoint start_of_table(const std::string& path) {
  const Table table = Table::read(path);
  const auto numbers = [&](const char* variable) {
    std::vector<double> out;
    const std::vector<std::string>& names = table.names();
    for (auto at = names.begin(); table.rows() > 0; out.push_back(table(0, static_cast<int>(at - names.begin())))) {
      at = std::find(names.begin(), names.end(), variable + std::to_string(out.size()));
      if (at == names.end()) break;
    }
    return out;
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
  if (first != std::string::npos && (text[first] == '{' || text[first] == '['))
    return start_of_report(text, path);
  return start_of_table(path);
}

}  // namespace twoscale::cli
