// A sheet as a .npy file: one structured array, which numpy.load reads with the columns' names.
#include <cstring>

#include <twoscale/store/sheet.hpp>

namespace twoscale::sheet {

namespace {

/// Text of unknown length has no place in an array of fixed rows.
bool is_written(const Column& column) { return column.kind != Column::text || column.size > 0; }

std::string type_of(const Column& column) {
  switch (column.kind) {
    case Column::text:
      return "'|S" + std::to_string(column.size) + "'";
    case Column::whole:
      return "'<u8'";
    case Column::number:
      return "'<f8'";
    case Column::numbers:
      return "'<f8', (" + std::to_string(column.size) + ",)";
  }
  return "";
}

std::string header(const Sheet& sheet) {
  std::string out = "{'descr': [";
  for (const Column& column : sheet.columns)
    if (is_written(column)) out += "('" + column.name + "', " + type_of(column) + "), ";
  out += "], 'fortran_order': False, 'shape': (" + std::to_string(sheet.rows) + ",), }";
  constexpr std::size_t kPrefix = 10, kAlignment = 64;  // the data begins at a multiple of it
  while ((kPrefix + out.size() + 1) % kAlignment != 0) out += ' ';
  return out + '\n';
}

template <class T>
void append(std::string& out, const T& value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

void append_cell(std::string& out, const Column& column, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    std::string fixed = *text;
    fixed.resize(column.size, '\0');
    out += fixed;
  } else if (const auto* whole = std::get_if<std::uint64_t>(&cell)) {
    append(out, *whole);
  } else if (const auto* number = std::get_if<double>(&cell)) {
    append(out, *number);
  } else {
    for (const double value : std::get<std::vector<double>>(cell)) append(out, value);
  }
}

}  // namespace

void write_npy(const Sheet& sheet, std::ostream& out) {
  const std::string text = header(sheet);
  const auto length = static_cast<std::uint16_t>(text.size());  // a dozen short names: far below 2^16
  std::string bytes("\x93NUMPY\x01\x00", 8);
  append(bytes, length);
  out << bytes << text;
  sheet.for_each([&](const Row& row) {
    bytes.clear();
    for (std::size_t i = 0; i < row.size(); ++i)
      if (is_written(sheet.columns[i])) append_cell(bytes, sheet.columns[i], row[i]);
    out << bytes;
  });
}

}  // namespace twoscale::sheet
