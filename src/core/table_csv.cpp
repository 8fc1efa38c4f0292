// Tables from CSV.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <twoscale/core/table.hpp>

#include "table_text.hpp"

namespace twoscale {

using detail::counted, detail::require_countable, detail::shown;

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

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

}  // namespace

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

}  // namespace twoscale
