#include <algorithm>
#include <array>
#include <string_view>

#include "figure.hpp"
#include "markup.hpp"
#include "parts.hpp"

namespace twoscale::report {

namespace {

struct Verdict {
  std::string_view word, symbol;
};
constexpr std::array<Verdict, 4> kVerdicts = {{{"meets", "✓"}, {"better", "▲"}, {"misses", "✗"}, {"unresolved", "…"}}};

/// A number with a sign, a bound or a unit counts, and so does the lack of one.
bool looks_numeric(std::string_view cell) {
  for (const std::string_view start : {"+", "-", "−", "±", "<", ">", "≤", "≥", "≈", "~", ".", "∞", "–", "—"}) {
    if (cell.starts_with(start)) cell.remove_prefix(start.size());
  }
  return cell.empty() || (cell.front() >= '0' && cell.front() <= '9') || cell.front() == '.' || cell == "NaN" ||
         cell == "nan" || cell == "inf";
}

/// Whether every cell of a column is a number, and there is one.
bool is_numeric(const Table& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    if (column >= row.size()) continue;
    if (!looks_numeric(row[column])) return false;
    any = any || row[column].find_first_of("0123456789") != std::string::npos;
  }
  return any;
}

std::string verdict_markup(const std::string& cell) {
  for (const Verdict& verdict : kVerdicts) {
    if (!cell.starts_with(verdict.word)) continue;
    std::string_view rest = std::string_view(cell).substr(verdict.word.size());
    if (rest.starts_with(':')) rest.remove_prefix(1);  // the mark's own end separates them
    std::string out = "<span class=\"verdict ";
    out += verdict.word;
    out += R"("><span aria-hidden="true">)";
    out += verdict.symbol;
    out += "</span> ";
    out += verdict.word;
    return out + "</span>" + escape(rest);
  }
  return escape(cell);
}

std::string first_cell(const Table& table, std::size_t row, const Anchors& anchors) {
  const std::string text = escape(table.rows[row].front());
  const std::string anchor = row < table.links.size() ? anchors.of(table.links[row]) : "";
  return "<th scope=\"row\">" + (anchor.empty() ? text : "<a href=\"#" + anchor + "\">" + text + "</a>") + "</th>";
}

std::string row_markup(const Table& table, std::size_t row, const std::vector<bool>& numeric, const Anchors& anchors) {
  const auto& cells = table.rows[row];
  std::string out = "<tr>";
  for (std::size_t column = 0; column < cells.size(); ++column) {
    if (column == 0) {
      out += first_cell(table, row, anchors);
    } else if (static_cast<int>(column) == table.verdict_column) {
      out += "<td class=\"verdicts\">" + verdict_markup(cells[column]) + "</td>";
    } else {
      out += (numeric[column] ? "<td class=\"number\">" : "<td>") + escape(cells[column]) + "</td>";
    }
  }
  return out + "</tr>\n";
}

}  // namespace

std::string table_markup(const Table& table, const std::string& label, const Anchors& anchors) {
  if (table.header.empty() && table.rows.empty()) return {};
  std::size_t columns = table.header.size();
  for (const auto& row : table.rows) columns = std::max(columns, row.size());
  std::vector<bool> numeric(columns);
  for (std::size_t column = 1; column < columns; ++column) numeric[column] = is_numeric(table, column);
  // Wider than a phone: scrolls in its own box, by keyboard as well.
  std::string out =
      R"(<div class="scroll" role="region" tabindex="0")" + attribute("aria-label", label) + ">\n<table>\n<thead><tr>";
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    out += std::string("<th scope=\"col\"") + (numeric[column] ? " class=\"number\">" : ">") +
           escape(table.header[column]) + "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) out += row_markup(table, row, numeric, anchors);
  return out + "</tbody>\n</table>\n</div>\n";
}

}  // namespace twoscale::report
