// Tables from npy, the format numpy writes.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include <twoscale/core/table.hpp>

#include "table_text.hpp"

namespace twoscale {

using detail::counted, detail::require_countable, detail::shown;

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

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

}  // namespace twoscale
