#pragma once
// Document: what a report shows, as plain data. to_html writes it as one file that needs nothing else: no network, no
// fonts, no scripts from elsewhere.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace twoscale::report {

/// Points joined by a line, with error bars where low and high are given.
struct Series {
  std::string name;
  std::vector<double> x, y, low, high;
  bool joined = false;  // points alone, or a line through them
};

/// A line without points of its own: a fit, a promised slope, a bound, a limit. Drawn through (x, y) pairs. A limit is
/// worth seeing however far from the points it is.
struct Guide {
  enum class Kind { fit, promise, bound, limit };
  std::string name;
  Kind kind = Kind::fit;
  int series = -1;  // whose colour it takes; -1: neutral
  std::vector<double> x, y;
};

struct Plot {
  std::string title, alt;  // alt: the text alternative, a sentence or two
  std::string x_label, y_label;
  bool log_x = true, log_y = true;
  bool equal_axes = false;  // one unit is as long in x as in y: trajectories in the plane
  std::vector<Series> series;
  std::vector<Guide> guides;
};

/// values[row][column]; NaN: nothing there. Rows go upwards.
struct HeatMap {
  std::string title, alt;
  std::string x_label, y_label, value_label;
  std::vector<std::string> columns, rows;
  std::vector<std::vector<double>> values;
  std::vector<std::vector<std::string>> cells;  // what is written in each cell; empty: the value in brief
  bool log_colour = false;
  std::optional<double> centre;  // diverging colours around it; none: one direction
};

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  int verdict_column = -1;         // its cells begin with meets, better, misses or unresolved, and are marked so
  std::vector<std::string> links;  // of each row's first cell: the id of a section; empty: none
};

struct Section {
  std::string id, title;
  std::vector<std::string> paragraphs;
  Table table;
  std::vector<Plot> plots;
  std::vector<HeatMap> maps;
  std::string command, spec;  // what makes it again
};

struct Document {
  std::string title;
  std::vector<std::string> paragraphs;
  Table summary;
  std::vector<Section> sections;
  std::vector<std::pair<std::string, std::string>> facts;  // versions, seeds, machine
};

std::string to_html(const Document& document);

}  // namespace twoscale::report
