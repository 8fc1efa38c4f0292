#include "export.hpp"

#include <cmath>
#include <filesystem>

#include "interrupt.hpp"
#include "output_file.hpp"
#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

/// Shortest text that reads back as the same double; nothing where it is not known.
std::string csv_number(double value) { return std::isnan(value) ? "" : to_text(value); }

std::string csv_cell(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return csv_text(*text);
  if (const auto* whole = std::get_if<std::uint64_t>(&cell)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&cell)) return csv_number(*number);
  std::string out;
  for (const double value : std::get<std::vector<double>>(cell)) out += (out.empty() ? "" : ",") + csv_number(value);
  return out;
}

/// A point has a column for each of its numbers: x0, x1, ...
void write_csv(const Sheet& sheet, std::ostream& out) {
  std::string line;
  auto append = [&line](const std::string& text) { line += (line.empty() ? "" : ",") + text; };
  for (const Column& column : sheet.columns) {
    if (column.kind != Column::numbers) append(column.name);
    for (std::size_t i = 0; column.kind == Column::numbers && i < column.size; ++i)
      append(column.name + std::to_string(i));
  }
  out << line << '\n';
  sheet.for_each([&](const Row& row) {
    line.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool none = sheet.columns[i].kind == Column::numbers && sheet.columns[i].size == 0;
      if (!none) line += (i > 0 ? "," : "") + csv_cell(row[i]);
    }
    out << line << '\n';
  });
}

void write_json_lines(const Sheet& sheet, std::ostream& out) {
  sheet.for_each([&](const Row& row) { out << to_json_line(sheet.columns, row) << '\n'; });
}

using Writer = void (*)(const Sheet&, std::ostream&);

Writer writer_for(const ExportRequest& request) {
  std::string format = request.format;
  if (format.empty()) {
    const std::string ending = std::filesystem::path(request.output).extension().string();
    if (!ending.empty()) format = ending.substr(1);
  }
  if (format == "csv") return write_csv;
  if (format == "jsonl") return write_json_lines;
  if (format == "npy") return write_npy;
  throw Error("no format '" + format + "' for '" + request.output +
              "': end the name in .csv, .jsonl or .npy, or say --format csv, jsonl or npy");
}

/// Those that were asked for, and have not ended. Every row is checked on the way.
std::uint64_t missing_replicas(const Store& store) {
  std::uint64_t out = 0;
  const std::vector<StoredJob> jobs = store.jobs();
  if (jobs.empty()) throw Error("'" + store.path() + "' holds no jobs: there is nothing to export");
  for (const StoredJob& stored : jobs) {
    for (const ReplicaRange& range : minus(stored.asked, store.finished(stored.id))) out += range.count;
    store.underway(stored.id);
  }
  return out;
}

}  // namespace

int export_store(const ExportRequest& request) {
  const Writer write = writer_for(request);
  require_writable(request.output, request.store);
  Store store = Store::read(request.store);
  if (!store.caution().empty()) print_error(store.caution());
  store.hold_still();
  store.require_sound();
  const std::uint64_t missing = missing_replicas(store);
  const Sheet sheet = sheet_of(store, request.what);
  const InterruptScope scope;
  InterruptScope::end_at_once("stopped; nothing was written");
  OutputFile file(request.output);
  write(sheet, file.stream());
  file.finish();
  const std::string line =
      "wrote " + request.output + ": " + grouped(sheet.rows) + (sheet.rows == 1 ? " row" : " rows");
  if (file.to_stream()) print_error(line);
  else print(line);
  if (missing > 0)
    print_error("'" + request.store + "' lacks " + grouped(missing) +
                (missing == 1 ? " replica that was asked for: " : " replicas that were asked for: ") +
                quoted_command("twoscale resume " + shell_word(request.store)) + " runs the rest");
  return missing > 0 ? kNotReached : kDone;
}

}  // namespace twoscale::cli
