#include <algorithm>
#include <cmath>
#include <twoscale/core/error.hpp>

#include "colour.hpp"
#include "figure.hpp"
#include "markup.hpp"
#include "parts.hpp"

namespace twoscale::report {

namespace {

constexpr double kWidth = 640;
constexpr double kLetter = 8.5;       // the width of one, about
constexpr double kNarrowest = 40;     // a cell in which a number still fits
constexpr std::size_t kLongest = 20;  // letters of a name beside a row; the tooltip has all of them

double value_at(const HeatMap& map, std::size_t row, std::size_t column) {
  if (row >= map.values.size() || column >= map.values[row].size()) return std::nan("");
  return map.values[row][column];
}

std::string name_at(const std::vector<std::string>& names, std::size_t i) {
  return i < names.size() ? names[i] : std::to_string(i + 1);
}

/// Letters, not bytes: those that continue a letter in UTF-8 do not count.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string shortened(const std::string& text) {
  if (letters(text) <= kLongest) return text;
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && ++seen == kLongest) break;
  }
  return text.substr(0, end) + "…";
}

double longest(const std::vector<std::string>& names) {
  std::size_t out = 2;
  for (const std::string& name : names) out = std::max(out, std::min(letters(name), kLongest));
  return kLetter * static_cast<double>(out);
}

struct Layout {
  std::size_t columns = 0, rows = 0;
  Box box;
  double cell_width = 0, cell_height = 0, height = 0;
  bool slanted = false;  // names of columns that are wider than their cells
  double column_of(std::size_t i) const { return box.left + cell_width * static_cast<double>(i); }
  double row_of(std::size_t i) const { return box.bottom() - cell_height * static_cast<double>(i + 1); }
};

Layout layout_of(const HeatMap& map) {
  Layout out;
  out.rows = std::max(map.rows.size(), map.values.size());
  out.columns = map.columns.size();
  for (const auto& row : map.values) out.columns = std::max(out.columns, row.size());
  const double across = static_cast<double>(std::max<std::size_t>(out.columns, 1));
  const double down = static_cast<double>(std::max<std::size_t>(out.rows, 1));
  out.box = {.left = 44 + longest(map.rows), .top = 12};
  out.box.width = kWidth - out.box.left - 116;
  out.cell_width = out.box.width / across;
  out.cell_height = std::clamp(320 / down, 22.0, 60.0);
  out.box.height = out.cell_height * down;
  out.slanted = longest(map.columns) > out.cell_width;
  out.height = out.box.bottom() + (out.slanted ? 0.7 * longest(map.columns) + 16 : 26) + 34;
  return out;
}

std::string cell_markup(const HeatMap& map, const Layout& layout, const ColourScale& scale, std::size_t row,
                        std::size_t column) {
  const double value = value_at(map, row, column), left = layout.column_of(column), top = layout.row_of(row);
  const bool shown = scale.has(value);
  const bool own_text = row < map.cells.size() && column < map.cells[row].size() && !map.cells[row][column].empty();
  const std::string text = own_text ? map.cells[row][column] : (shown ? brief(value, 3) : "–");
  std::string out = "<rect class=\"" + std::string(shown ? "cell mark" : "cell mark void") + '"' +
                    attribute("x", left) + attribute("y", top) + attribute("width", layout.cell_width) +
                    attribute("height", layout.cell_height) + (shown ? attribute("fill", scale.of(value).hex()) : "") +
                    attribute("data-x", name_at(map.columns, column)) + attribute("data-y", name_at(map.rows, row)) +
                    attribute("data-value", brief(value, 6)) + (own_text ? attribute("data-name", text) : "") + "/>";
  const bool fits = layout.cell_width >= std::max(kNarrowest, kLetter * static_cast<double>(letters(text)));
  if (fits) {
    out += "<text class=\"" + std::string(shown ? "value" : "value void") + '"' +
           attribute("x", left + layout.cell_width / 2) + attribute("y", top + layout.cell_height / 2) +
           (shown ? attribute("style", "fill:" + scale.of(value).ink()) : "") + ">" + escape(text) + "</text>";
  }
  return out + '\n';
}

std::string names_markup(const HeatMap& map, const Layout& layout) {
  std::string out = "<g class=\"names y\">";
  for (std::size_t row = 0; row < layout.rows; ++row) {
    out += "<text" + attribute("x", layout.box.left - 8) + attribute("y", layout.row_of(row) + layout.cell_height / 2) +
           ">" + escape(shortened(name_at(map.rows, row))) + "</text>";
  }
  out += "</g>\n<g class=\"names x" + std::string(layout.slanted ? " slanted" : "") + "\">";
  // Names closer than a line are left out, evenly.
  const auto stride = static_cast<std::size_t>(std::ceil(16 / layout.cell_width));
  for (std::size_t column = 0; column < layout.columns; column += stride) {
    out += "<text transform=\"translate(" + place(layout.column_of(column) + layout.cell_width / 2) + ' ' +
           place(layout.box.bottom() + 8) + (layout.slanted ? ") rotate(-35)\">" : ")\">") +
           escape(shortened(name_at(map.columns, column))) + "</text>";
  }
  return out + "</g>\n";
}

std::string bar_markup(const HeatMap& map, const Layout& layout, const ColourScale& scale, int number) {
  constexpr int kStops = 24;
  const std::string id = "colours." + std::to_string(number);
  const Box box{.left = layout.box.right() + 18, .top = layout.box.top, .width = 14, .height = layout.box.height};
  std::string out = "<linearGradient" + attribute("id", id) + R"( x1="0" y1="1" x2="0" y2="0">)";
  for (int i = 0; i <= kStops; ++i) {
    const double share = static_cast<double>(i) / kStops;
    out += "<stop" + attribute("offset", place(share)) + attribute("stop-color", scale.at(share).hex()) + "/>";
  }
  out += "</linearGradient>\n<rect class=\"scale\"" + attribute("x", box.left) + attribute("y", box.top) +
         attribute("width", box.width) + attribute("height", box.height) + attribute("fill", "url(#" + id + ")") +
         "/>\n<g class=\"names scale\">";
  Axis axis = scale.axis();
  axis.start = box.bottom();
  axis.length = -box.height;
  for (const Tick& tick : ticks(axis.low, axis.high, axis.log)) {
    if (tick.label.empty()) continue;
    const double y = axis.place_of_scaled(tick.at);
    out += R"(<path class="minor" d="M)" + place(box.right()) + ' ' + place(y) + "h4\"/><text" +
           attribute("x", box.right() + 7) + attribute("y", y) + ">" + tick.label + "</text>";
  }
  return out + "</g>\n<text class=\"label\" transform=\"translate(" + place(kWidth - 10) + ' ' +
         place(box.top + box.height / 2) + ") rotate(-90)\">" + escape(map.value_label) + "</text>\n";
}

std::string drawing(const HeatMap& map, int number) {
  const Layout layout = layout_of(map);
  Extent extent(map.log_colour);
  for (const auto& row : map.values) {
    for (const double value : row) extent.add(value);
  }
  const ColourScale scale(extent, map.log_colour, map.centre);
  std::string out = "<svg class=\"map\"" + picture_attributes(number, kWidth, layout.height) +
                    attribute("data-x-label", map.x_label) + attribute("data-y-label", map.y_label) +
                    attribute("data-value-label", map.value_label) +
                    attribute("data-columns", std::to_string(layout.columns)) + ">\n<g class=\"cells\">\n";
  for (std::size_t row = 0; row < layout.rows; ++row) {
    for (std::size_t column = 0; column < layout.columns; ++column) {
      out += cell_markup(map, layout, scale, row, column);
    }
  }
  out += "</g>\n" + names_markup(map, layout) + bar_markup(map, layout, scale, number);
  return out + "<text class=\"label\"" + attribute("x", layout.box.left + layout.box.width / 2) +
         attribute("y", layout.height - 12) + ">" + escape(map.x_label) +
         "</text>\n<text class=\"label\" transform=\"translate(12 " + place(layout.box.top + layout.box.height / 2) +
         ") rotate(-90)\">" + escape(map.y_label) + "</text>\n</svg>";
}

/// The matrix, in the order of the data: a row of names, then the rows.
std::string csv(const HeatMap& map) {
  const Layout layout = layout_of(map);
  std::string out = csv_field(map.y_label + " \\ " + map.x_label);
  for (std::size_t column = 0; column < layout.columns; ++column) out += ',' + csv_field(name_at(map.columns, column));
  out += '\n';
  for (std::size_t row = 0; row < layout.rows; ++row) {
    out += csv_field(name_at(map.rows, row));
    for (std::size_t column = 0; column < layout.columns; ++column) out += ',' + to_text(value_at(map, row, column));
    out += '\n';
  }
  return out;
}

}  // namespace

std::string heat_map_markup(const HeatMap& map, int number) {
  return figure_markup({number, map.title, map.alt, drawing(map, number), "", csv(map)});
}

}  // namespace twoscale::report
