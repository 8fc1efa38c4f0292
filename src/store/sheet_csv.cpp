// A sheet as comma-separated values.
#include <cmath>

#include <twoscale/core/error.hpp>
#include <twoscale/store/sheet.hpp>

namespace twoscale::sheet {

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

}  // namespace

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

}  // namespace twoscale::sheet
