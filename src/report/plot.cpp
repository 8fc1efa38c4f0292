#include <algorithm>
#include <cmath>
#include <twoscale/core/error.hpp>

#include "figure.hpp"
#include "markup.hpp"
#include "parts.hpp"
#include "shapes.hpp"

namespace twoscale::report {

namespace {

constexpr double kWidth = 640, kHeight = 410;
constexpr Box kBox{.left = 86, .top = 12, .width = 538, .height = 342};
constexpr double kMargin = 0.05;        // of the range, around the data
constexpr double kGuideShare = 0.5;     // guides may stretch the range of the data by that much; the rest is cut off
constexpr double kLimitShare = 6;       // a limit has more room: how far away it is, is what it is shown for
constexpr std::size_t kShapes = 40;     // a line with more points has dots
constexpr std::size_t kDots = 400;      // and not more of them than that
constexpr double kBelow = 4 * kHeight;  // out of sight, zoomed or not

struct Axes {
  Axis x, y;
};

std::size_t length(const Series& series) { return std::min(series.x.size(), series.y.size()); }
std::size_t length(const Guide& guide) { return std::min(guide.x.size(), guide.y.size()); }

void add_series(const Series& series, Extent& x, Extent& y) {
  const Axis like_x = x.axis(0), like_y = y.axis(0);
  for (std::size_t i = 0; i < length(series); ++i) {
    if (!like_x.has(series.x[i]) || !like_y.has(series.y[i])) continue;
    x.add(series.x[i]);
    y.add(series.y[i]);
    if (i < series.low.size()) y.add(series.low[i]);
    if (i < series.high.size()) y.add(series.high[i]);
  }
}

void stretch(Axis& axis, double factor) {
  const double middle = (axis.low + axis.high) / 2, half = factor * (axis.high - axis.low) / 2;
  axis.low = middle - half;
  axis.high = middle + half;
}

Axes axes_of(const Plot& plot) {
  Extent x(plot.log_x), y(plot.log_y), guide_x(plot.log_x), guide_y(plot.log_y), limit_y(plot.log_y);
  for (const Series& series : plot.series) add_series(series, x, y);
  for (const Guide& guide : plot.guides) {
    for (std::size_t i = 0; i < length(guide); ++i) {
      guide_x.add(guide.x[i]);
      (guide.kind == Guide::Kind::limit ? limit_y : guide_y).add(guide.y[i]);
    }
  }
  x.admit(guide_x, kGuideShare);
  y.admit(guide_y, kGuideShare);
  y.admit(limit_y, kLimitShare);
  Axes out{x.axis(kMargin), y.axis(kMargin)};
  if (plot.equal_axes) {
    const double x_unit = (out.x.high - out.x.low) / kBox.width, y_unit = (out.y.high - out.y.low) / kBox.height;
    if (x_unit < y_unit) stretch(out.x, y_unit / x_unit);
    if (y_unit < x_unit) stretch(out.y, x_unit / y_unit);
  }
  out.x.start = kBox.left;
  out.x.length = kBox.width;
  out.y.start = kBox.bottom();
  out.y.length = -kBox.height;
  return out;
}

/// Places of (x, y), in runs: what the axes have no place for interrupts the line.
std::string lines(const std::vector<double>& xs, const std::vector<double>& ys, const Axes& axes,
                  const std::string& kind) {
  std::string out, run;
  int points = 0;
  auto finish = [&] {
    if (points > 1) out += "<polyline class=\"" + kind + "\" points=\"" + run + "\"/>\n";
    run.clear();
    points = 0;
  };
  for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i) {
    if (!axes.x.has(xs[i]) || !axes.y.has(ys[i])) {
      finish();
      continue;
    }
    run += (points++ > 0 ? " " : "") + place(axes.x.place_of(xs[i])) + ',' + place(axes.y.place_of(ys[i]));
  }
  finish();
  return out;
}

std::string use(const std::string& what, double x, double y, const std::string& kind) {
  return "<use class=\"" + kind + "\" href=\"" + what + '"' + attribute("x", x) + attribute("y", y);
}

/// A bar from low to high with a cap on each end; down to the frame where the axis has no place for low.
std::string error_bar(const Axes& axes, double at, double low, double high) {
  if (!axes.y.has(high) || std::isnan(low)) return {};
  const bool open = !axes.y.has(low);
  const double x = axes.x.place_of(at), top = axes.y.place_of(high), end = open ? kBelow : axes.y.place_of(low);
  std::string out = R"(<polyline class="bar" points=")" + place(x) + ',' + place(end) + ' ' + place(x) + ',' +
                    place(top) + "\"/>" + use("#shape.cap", x, top, "cap") + "/>";
  if (!open) out += use("#shape.cap", x, end, "cap") + "/>";
  return out + '\n';
}

std::string mark(const Series& series, std::size_t i, const Axes& axes, const std::string& shape,
                 const std::string& kind) {
  constexpr int kDigits = 6;  // in a tooltip; the CSV has all of them
  std::string out = use(shape, axes.x.place_of(series.x[i]), axes.y.place_of(series.y[i]), kind) +
                    attribute("data-x", brief(series.x[i], kDigits)) + attribute("data-y", brief(series.y[i], kDigits));
  if (i < series.low.size() && i < series.high.size()) {
    out +=
        attribute("data-low", brief(series.low[i], kDigits)) + attribute("data-high", brief(series.high[i], kDigits));
  }
  return out + "/>\n";
}

/// Points of the series that have a place.
std::vector<std::size_t> placed(const Series& series, const Axes& axes) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < length(series); ++i) {
    if (axes.x.has(series.x[i]) && axes.y.has(series.y[i])) out.push_back(i);
  }
  return out;
}

std::string marks(const Series& series, int number, const Axes& axes, bool path) {
  const std::vector<std::size_t> points = placed(series, axes);
  const bool dots = series.joined && (path || points.size() > kShapes);
  const std::size_t stride = dots ? 1 + points.size() / kDots : 1;
  std::string out;
  for (std::size_t n = 0; n < points.size(); ++n) {
    const bool first = path && n == 0, last = n + 1 == points.size();
    if (first) {
      out += mark(series, points[n], axes, "#shape.start", "mark start");
    } else if (!dots || last) {
      out += mark(series, points[n], axes, shape_reference(number), path ? "mark end" : "mark");
    } else if (n % stride == 0) {
      out += mark(series, points[n], axes, dot_reference(), "mark dot");
    }
  }
  return out;
}

std::string series_markup(const Series& series, int number, const Axes& axes, bool path) {
  std::string out =
      "<g" + attribute("class", "series " + colour_class(number)) + attribute("data-name", series.name) + ">\n";
  if (series.joined) out += lines(series.x, series.y, axes, "line");
  for (const std::size_t i : placed(series, axes)) {
    if (i < series.low.size() && i < series.high.size()) {
      out += error_bar(axes, series.x[i], series.low[i], series.high[i]);
    }
  }
  return out + marks(series, number, axes, path) + "</g>\n";
}

std::string kind_name(Guide::Kind kind) {
  switch (kind) {
    case Guide::Kind::promise:
      return "promise";
    case Guide::Kind::bound:
      return "bound";
    case Guide::Kind::limit:
      return "limit";
    default:
      return "fit";
  }
}

int colour_of(const Guide& guide, const Plot& plot) {
  return guide.series < static_cast<int>(plot.series.size()) ? guide.series : -1;
}

std::string guide_markup(const Guide& guide, const Plot& plot, const Axes& axes) {
  return "<g class=\"guide " + colour_class(colour_of(guide, plot)) + "\">\n" +
         lines(guide.x, guide.y, axes, kind_name(guide.kind)) + "</g>\n";
}

std::string legend_item(const std::string& colour, const std::string& sample, const std::string& name) {
  return "<li><svg class=\"key " + colour + R"(" viewBox="-16 -8 32 16" aria-hidden="true">)" + sample +
         "</svg><span>" + escape(name) + "</span></li>\n";
}

std::string legend(const Plot& plot) {
  std::string out;
  for (int i = 0; i < static_cast<int>(plot.series.size()); ++i) {
    const std::string line = plot.series[i].joined ? R"(<path class="line" d="M-15 0h30"/>)" : "";
    out += legend_item(colour_class(i), line + use(shape_reference(i), 0, 0, "mark") + "/>", plot.series[i].name);
  }
  for (std::size_t i = 0; i < plot.guides.size(); ++i) {  // a name that several share is said once, in no one's colour
    const Guide& guide = plot.guides[i];
    const auto same = [&](const Guide& other) { return other.name == guide.name && other.kind == guide.kind; };
    const auto at = plot.guides.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(plot.guides.begin(), at, same)) continue;
    const bool shared = std::any_of(at + 1, plot.guides.end(), same);
    out += legend_item(shared ? "neutral" : colour_class(colour_of(guide, plot)),
                       "<path class=\"" + kind_name(guide.kind) + R"(" d="M-15 0h30"/>)", guide.name);
  }
  if (plot.equal_axes) out += legend_item("neutral", use("#shape.start", 0, 0, "mark start") + "/>", "start of a path");
  return out;
}

void add_rows(std::string& csv, const std::string& kind, const Series& points) {
  for (std::size_t i = 0; i < length(points); ++i) {
    csv += csv_field(points.name) + ',' + to_text(points.x[i]) + ',' + to_text(points.y[i]) + ',' +
           (i < points.low.size() ? to_text(points.low[i]) : "") + ',' +
           (i < points.high.size() ? to_text(points.high[i]) : "") + ',' + kind + '\n';
  }
}

std::string csv(const Plot& plot) {
  std::string out = "name,x,y,low,high,kind\n";
  for (const Series& series : plot.series) add_rows(out, "series", series);
  for (const Guide& guide : plot.guides) {
    add_rows(out, kind_name(guide.kind), {guide.name, guide.x, guide.y, {}, {}});
  }
  return out;
}

std::string axis_attribute(const std::string& name, const Axis& axis) {
  return attribute(name, std::string(axis.log ? "log " : "linear ") + to_text(axis.low) + ' ' + to_text(axis.high));
}

std::string axis_labels(const Plot& plot) {
  const double x = kBox.left + kBox.width / 2, y = kBox.top + kBox.height / 2;
  return "<text class=\"label\"" + attribute("x", x) + attribute("y", kHeight - 14) + ">" + escape(plot.x_label) +
         "</text>\n<text class=\"label\" transform=\"translate(12 " + place(y) + ") rotate(-90)\">" +
         escape(plot.y_label) + "</text>\n";
}

std::string drawing(const Plot& plot, int number) {
  const Axes axes = axes_of(plot);
  const std::string clip = "clip." + std::to_string(number);
  const std::string frame = attribute("x", kBox.left) + attribute("y", kBox.top) + attribute("width", kBox.width) +
                            attribute("height", kBox.height);
  std::string data;
  for (const Guide& guide : plot.guides) data += guide_markup(guide, plot, axes);
  for (int i = 0; i < static_cast<int>(plot.series.size()); ++i) {
    data += series_markup(plot.series[i], i, axes, plot.equal_axes && plot.series[i].joined);
  }
  if (data.find("<use") == std::string::npos && data.find("<polyline") == std::string::npos) {
    data += "<text class=\"label\"" + attribute("x", kBox.left + kBox.width / 2) +
            attribute("y", kBox.top + kBox.height / 2) + ">nothing to show</text>\n";
  }
  return "<svg class=\"plot\"" + picture_attributes(number, kWidth, kHeight) + axis_attribute("data-x-axis", axes.x) +
         axis_attribute("data-y-axis", axes.y) + attribute("data-x-label", plot.x_label) +
         attribute("data-y-label", plot.y_label) + (plot.equal_axes ? " data-equal=\"\"" : "") + ">\n<clipPath" +
         attribute("id", clip) + "><rect" + frame + "/></clipPath>\n" + x_ticks_markup(axes.x, kBox) +
         y_ticks_markup(axes.y, kBox) + "<rect class=\"frame\"" + frame + "/>\n<g class=\"data\"" +
         attribute("clip-path", "url(#" + clip + ")") + ">\n" + data + "</g>\n" + axis_labels(plot) + "</svg>";
}

}  // namespace

std::string plot_markup(const Plot& plot, int number) {
  return figure_markup({number, plot.title, plot.alt, drawing(plot, number), legend(plot), csv(plot)});
}

}  // namespace twoscale::report
