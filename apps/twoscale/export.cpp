#include "export.hpp"

#include <filesystem>

#include <twoscale/core/output_file.hpp>

#include "interrupt.hpp"
#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

void write_json_lines(const sheet::Sheet& rows, std::ostream& out) {
  rows.for_each([&](const sheet::Row& row) { out << to_json_line(rows.columns, row) << '\n'; });
}

using Writer = void (*)(const sheet::Sheet&, std::ostream&);

Writer writer_for(const ExportRequest& request) {
  std::string format = request.format;
  if (format.empty()) {
    const std::string ending = std::filesystem::path(request.output).extension().string();
    if (!ending.empty()) format = ending.substr(1);
  }
  if (format == "csv") return sheet::write_csv;
  if (format == "jsonl") return write_json_lines;
  if (format == "npy") return sheet::write_npy;
  throw Error("no format '" + format + "' for '" + request.output +
              "': end the name in .csv, .jsonl or .npy, or say --format csv, jsonl or npy");
}

}  // namespace

int export_store(const ExportRequest& request) {
  const Writer write = writer_for(request);
  require_writable(request.output, request.store);
  Store store = Store::read(request.store);
  if (!store.caution().empty()) print_error(store.caution());
  store.hold_still();
  store.require_sound();
  const std::uint64_t missing = sheet::missing_replicas(store);
  const sheet::Sheet rows = sheet::sheet_of(store, request.what);
  const InterruptScope scope;
  InterruptScope::end_at_once("stopped; nothing was written");
  OutputFile file(request.output, remove_when_ended);
  write(rows, file.stream());
  file.finish();
  const std::string line = "wrote " + request.output + ": " + grouped(rows.rows) + (rows.rows == 1 ? " row" : " rows");
  if (file.to_stream()) print_error(line);
  else print(line);
  if (missing > 0)
    print_error("'" + request.store + "' lacks " + grouped(missing) +
                (missing == 1 ? " replica that was asked for: " : " replicas that were asked for: ") +
                quoted_command("twoscale resume " + shell_word(request.store)) + " runs the rest");
  return missing > 0 ? kNotReached : kDone;
}

}  // namespace twoscale::cli
