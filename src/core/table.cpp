#include <twoscale/core/table.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <utility>

#include <twoscale/core/error.hpp>
#include <twoscale/core/setting.hpp>

namespace twoscale {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// A file's own text in a message: quoted, short, and nothing a terminal or JSON would stumble over.
std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > kLongest ? "...'" : "'");
}

/// "1 column", "3 columns"
std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

void require_countable(const std::string& source, std::uint64_t count, const char* what) {
  if (count > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
    throw Error(source + ": " + std::to_string(count) + ' ' + what + ", but a table holds at most 2147483647");
}

// --- CSV

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Takes a line off the text, without what ends it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// Semicolons before commas: where both occur, the commas are decimal ones and get a sentence about that.
char separator_of(std::string_view line) {
  bool quoted = false, semicolon = false, tab = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    semicolon = semicolon || (c == ';' && !quoted);
    tab = tab || (c == '\t' && !quoted);
  }
  return semicolon ? ';' : tab ? '\t' : ',';
}

/// The cells of a line, trimmed and without quotes around them; doubled quotes inside are left to `unquoted`.
void split(std::string_view line, char separator, const std::string& place, std::vector<std::string_view>& cells) {
  const std::string_view blanks = separator == '\t' ? " " : " \t";
  cells.clear();
  for (bool more = true; more;) {
    std::size_t end = 0;
    const std::size_t first = line.find_first_not_of(blanks);
    if (first != std::string_view::npos && line[first] == '"') {
      std::size_t close = line.find('"', first + 1);
      while (close != std::string_view::npos && close + 1 < line.size() && line[close + 1] == '"')
        close = line.find('"', close + 2);
      if (close == std::string_view::npos) throw Error(place + ": a quote is not closed on its line");
      end = std::min(line.find_first_not_of(blanks, close + 1), line.size());
      if (end < line.size() && line[end] != separator)
        throw Error(place + ": text after a closing quote; a quote inside quotes is written twice");
      cells.push_back(line.substr(first + 1, close - first - 1));
    } else {
      end = std::min(line.find(separator), line.size());
      cells.push_back(trimmed(line.substr(0, end)));
    }
    more = end < line.size();
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

std::string unquoted(std::string_view cell) {
  std::string out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    out += cell[i];
    if (cell[i] == '"' && i + 1 < cell.size() && cell[i + 1] == '"') ++i;
  }
  return out;
}

constexpr std::string_view kNotANumber =
    "is not a number; cells must be numbers with a decimal point, between commas, semicolons or tabs";

/// A cell's number; `trouble` is empty when it is a finite one.
struct Reading {
  double value = 0;
  std::string_view trouble;
};

Reading read_number(std::string_view cell) {
  cell = trimmed(cell);  // quoted cells come with their blanks
  if (cell.empty()) return {0, "is empty; fill it in or remove the row"};
  Reading out;
  const char *first = cell.data(), *last = first + cell.size();
  if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') ++first;
  const auto result = std::from_chars(first, last, out.value);
  if (result.ptr != last || result.ec == std::errc::invalid_argument) out.trouble = kNotANumber;
  else if (result.ec != std::errc{}) out.trouble = "does not fit a double; rescale the column";
  else if (!std::isfinite(out.value)) out.trouble = "is not finite; replace it or remove the row";
  return out;
}

// --- npy

template <class T>
double element(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}
double truth_value(const char* at) { return *at != 0 ? 1 : 0; }

static_assert(std::endian::native == std::endian::little);

struct Dtype {
  std::string_view code;  // as numpy writes it, without the byte order
  std::size_t size;
  double (*read)(const char*);
};
constexpr Dtype kDtypes[] = {
    {"f8", 8, element<double>},       {"f4", 4, element<float>},
    {"i1", 1, element<std::int8_t>},  {"u1", 1, element<std::uint8_t>},
    {"i2", 2, element<std::int16_t>}, {"u2", 2, element<std::uint16_t>},
    {"i4", 4, element<std::int32_t>}, {"u4", 4, element<std::uint32_t>},
    {"i8", 8, element<std::int64_t>}, {"u8", 8, element<std::uint64_t>},
    {"b1", 1, truth_value},
};

const Dtype& dtype_of(const std::string& source, std::string_view descr) {
  const std::string remedy = "; save array.astype('<f8')";
  if (!descr.empty() && descr[0] == '>') throw Error(source + ": dtype " + shown(descr) + " is big-endian" + remedy);
  for (const Dtype& dtype : kDtypes)
    if (descr.size() == 3 && descr.substr(1) == dtype.code &&
        (descr[0] == '<' || descr[0] == '=' || (descr[0] == '|' && dtype.size == 1)))
      return dtype;
  throw Error(source + ": dtype " + shown(descr) + " is none of f8, f4, i1 to i8, u1 to u8 and b1" + remedy);
}

/// A npy header: a Python dictionary of three entries.
struct Header {
  std::string_view descr;
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;

  /// "(3, 4)", "(5,)"
  std::string shape_text() const {
    std::string out = "(";
    for (std::size_t i = 0; i < shape.size() && i < 8; ++i) out += (i ? ", " : "") + std::to_string(shape[i]);
    return out + (shape.size() > 8 ? ", ...)" : shape.size() == 1 ? ",)" : ")");
  }
};

/// Reads the dictionary; anything but what numpy writes is refused.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& source) : rest_(text), source_(source) {}

  Header read() {
    Header out;
    bool descr = false, order = false, shape = false;
    need('{');
    while (!take('}')) {
      const std::string_view key = string();
      need(':');
      if (key == "descr") out.descr = dtype(), descr = true;
      else if (key == "fortran_order") out.fortran_order = boolean(), order = true;
      else if (key == "shape") out.shape = sizes(), shape = true;
      else throw Error(source_ + ": unknown entry " + shown(key) + " in the npy header");
      if (!take(',')) {
        need('}');
        break;
      }
    }
    skip_blanks();
    if (!rest_.empty()) refuse();
    if (!descr || !order || !shape) throw Error(source_ + ": the npy header lacks descr, fortran_order or shape");
    return out;
  }

 private:
  [[noreturn]] void refuse() const {
    throw Error(source_ + ": the npy header cannot be read at " + shown(rest_) + "; save the array again");
  }
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size())); }
  bool take(std::string_view word) {
    skip_blanks();
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool take(char c) { return take(std::string_view(&c, 1)); }
  void need(char c) {
    if (!take(c)) refuse();
  }

  std::string_view string() {
    skip_blanks();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) refuse();
    const std::size_t close = rest_.find(rest_[0], 1);
    if (close == std::string_view::npos) refuse();
    const std::string_view out = rest_.substr(1, close - 1);
    rest_.remove_prefix(close + 1);
    return out;
  }
  std::string_view dtype() {
    skip_blanks();
    if (!rest_.empty() && (rest_[0] == '[' || rest_[0] == '('))
      throw Error(source_ + ": a structured array, " + shown(rest_) + "; save its fields as columns of one dtype");
    return string();
  }
  bool boolean() {
    if (take("True")) return true;
    if (!take("False")) refuse();
    return false;
  }
  std::vector<std::uint64_t> sizes() {
    std::vector<std::uint64_t> out;
    need('(');
    while (!take(')')) {
      skip_blanks();
      std::uint64_t size = 0;
      const auto result = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (result.ec != std::errc{}) refuse();
      rest_.remove_prefix(static_cast<std::size_t>(result.ptr - rest_.data()));
      out.push_back(size);
      take('L');  // Python 2 wrote (3L, 4L)
      if (!take(',')) {
        need(')');
        break;
      }
    }
    return out;
  }

  std::string_view rest_;
  const std::string& source_;
};

/// Takes the magic, the version and the header off the bytes; what is left is the data.
Header take_header(std::string_view& bytes, const std::string& source) {
  const auto require_bytes = [&](std::size_t size) {
    if (bytes.size() < size)
      throw Error(source + ": truncated; the npy header needs " + counted(size, "byte") + ", found " +
                  std::to_string(bytes.size()));
  };
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
  if (bytes.substr(0, kMagic.size()) != kMagic) throw Error(source + ": not a npy file; it must begin with \\x93NUMPY");
  require_bytes(10);
  const std::size_t major = byte(6), minor = byte(7);
  if (major < 1 || major > 3 || minor != 0)
    throw Error(source + ": npy version " + std::to_string(major) + '.' + std::to_string(minor) +
                "; only 1.0, 2.0 and 3.0 are read");
  const std::size_t start = major == 1 ? 10 : 12;
  require_bytes(start);
  std::size_t length = byte(8) | byte(9) << 8;
  if (major > 1) length |= byte(10) << 16 | byte(11) << 24;
  require_bytes(start + length);
  Header header = HeaderReader(bytes.substr(start, length), source).read();
  bytes.remove_prefix(start + length);
  return header;
}

}  // namespace

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
  const bool npy = bytes.compare(0, kMagic.size(), kMagic) == 0;
  Table out = npy ? parse_npy(bytes, path) : parse_csv(bytes, path);
  out.source_ = path;
  return out;
}

Table Table::parse_csv(std::string_view text, const std::string& source) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) text.remove_prefix(kByteOrderMark.size());
  if (text.empty()) throw Error(source + ": the file is empty");
  char separator = ',';
  std::size_t number = 0, first = 0, blank = 0, rows = 0, columns = 0;  // lines count from 1
  std::vector<std::string> names;
  std::vector<std::string_view> cells;
  std::vector<double> by_row;
  while (!text.empty()) {
    const std::string_view line = take_line(text), content = trimmed(line);
    const std::string place = source + ':' + std::to_string(++number);
    if (!content.empty() && content[0] == '#') continue;
    if (content.empty()) {
      blank = number;
      continue;
    }
    if (first != 0 && blank != 0)
      throw Error(source + ':' + std::to_string(blank) + ": a blank line between rows; remove it");
    blank = 0;
    if (first == 0) separator = separator_of(line);
    split(line, separator, place, cells);
    if (first == 0) {
      first = number;
      columns = cells.size();
      require_countable(source, columns, "columns");
      const auto is_name = [](std::string_view cell) { return read_number(cell).trouble == kNotANumber; };
      const auto is_number = [&](std::string_view cell) {
        const bool quoted = cell.data() > line.data() && cell.data()[-1] == '"';
        return !quoted && read_number(cell).trouble.empty();
      };
      const auto name = std::find_if(cells.begin(), cells.end(), is_name);
      if (name != cells.end() && std::any_of(cells.begin(), cells.end(), is_number))
        throw Error(place + ": " + shown(*name) +
                    " is not a number, and others in the first line are; in a header, put " +
                    "names that are numbers in quotes");
      if (name != cells.end()) {
        for (const std::string_view cell : cells) names.push_back(unquoted(cell));
        continue;
      }
    }
    if (cells.size() != columns)
      throw Error(place + ": " + counted(cells.size(), "column") + ", but line " + std::to_string(first) + " has " +
                  std::to_string(columns));
    for (std::size_t c = 0; c < columns; ++c) {
      const Reading reading = read_number(cells[c]);
      if (!reading.trouble.empty())
        throw Error(place + ": column " + std::to_string(c + 1) + (names.empty() ? "" : " " + shown(names[c])) + ": " +
                    shown(cells[c]) + ' ' + std::string(reading.trouble));
      by_row.push_back(reading.value);
    }
    ++rows;
  }
  if (rows == 0) throw Error(source + ": no rows of numbers" + (first != 0 ? " below the header" : ""));
  require_countable(source, rows, "rows");
  std::vector<double> values;
  values.reserve(by_row.size());
  for (std::size_t c = 0; c < columns; ++c)
    for (std::size_t r = 0; r < rows; ++r) values.push_back(by_row[r * columns + c]);
  return {static_cast<int>(rows), static_cast<int>(columns), std::move(values), std::move(names)};
}

Table Table::parse_npy(std::string_view bytes, const std::string& source) {
  const Header header = take_header(bytes, source);
  const Dtype& dtype = dtype_of(source, header.descr);
  const std::string what = "shape " + header.shape_text();
  if (header.shape.empty() || header.shape.size() > 2)
    throw Error(source + ": " + what + " has " + counted(header.shape.size(), "dimension") +
                "; save a table of rows and columns");
  const std::uint64_t rows = header.shape[0], columns = header.shape.size() == 2 ? header.shape[1] : 1;
  if (rows == 0 || columns == 0) throw Error(source + ": " + what + " has no " + (rows == 0 ? "rows" : "columns"));
  // Sizes are the file's word: they are held against its bytes before anything is made of them.
  const std::uint64_t held = bytes.size() / dtype.size;
  if (columns > held / rows || rows * columns * dtype.size != bytes.size()) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    const bool countable = rows <= kMost / dtype.size && columns <= kMost / dtype.size / rows;
    const std::uint64_t expected = countable ? rows * columns * dtype.size : kMost;
    throw Error(source + ": " + what + " of " + shown(header.descr) + " needs " + (countable ? "" : "more than ") +
                counted(expected, "byte") + " of data, found " + std::to_string(bytes.size()) +
                (bytes.size() < expected ? "; the file is truncated" : "; save one array to a file"));
  }
  require_countable(source, rows, "rows");
  require_countable(source, columns, "columns");
  std::vector<double> values;
  values.reserve(rows * columns);
  for (std::uint64_t c = 0; c < columns; ++c)
    for (std::uint64_t r = 0; r < rows; ++r) {
      const std::uint64_t at = header.fortran_order ? c * rows + r : r * columns + c;
      values.push_back(dtype.read(bytes.data() + at * dtype.size));
      if (!std::isfinite(values.back()))
        throw Error(source + ": element [" + std::to_string(r) + (columns > 1 ? ", " + std::to_string(c) : "") +
                    "] is " + to_text(values.back()) + "; replace it or remove the row");
    }
  return {static_cast<int>(rows), static_cast<int>(columns), std::move(values)};
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
