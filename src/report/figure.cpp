#include "figure.hpp"

#include "markup.hpp"

namespace twoscale::report {

std::string attribute(const std::string& name, const std::string& value) {
  return ' ' + name + "=\"" + escape(value) + '"';
}

std::string attribute(const std::string& name, double at) { return attribute(name, place(at)); }

std::string picture_attributes(int number, double width, double height) {
  const std::string id = "figure." + std::to_string(number);
  // Not <title> and <desc>: browsers show a title as a tooltip, over ours. The caption says the same, in sight.
  return " viewBox=\"0 0 " + place(width) + ' ' + place(height) + R"(" role="img")" +
         attribute("aria-labelledby", id + ".title") + attribute("aria-describedby", id + ".alt");
}

std::string figure_markup(const Figure& figure) {
  const std::string id = "figure." + std::to_string(figure.number);
  const std::string title = figure.title.empty() ? "Figure " + std::to_string(figure.number) : figure.title;
  const std::string link = "data:text/csv;charset=utf-8," + percent(figure.csv);
  std::string out = "<figure" + attribute("id", id) + ">\n<figcaption>\n";
  out += "<h3" + attribute("id", id + ".title") + ">" + escape(title) + "</h3>\n";
  out += "<p" + attribute("id", id + ".alt") + ">" + escape(figure.alt) + "</p>\n</figcaption>\n";
  out += "<div class=\"body\">\n<div class=\"canvas\">" + figure.drawing + "</div>\n";
  if (!figure.legend.empty()) out += "<ul class=\"legend\">\n" + figure.legend + "</ul>\n";
  out += "</div>\n<div class=\"tools\"><a" + attribute("download", slug(title) + ".csv") + attribute("href", link) +
         attribute("aria-label", "Numbers of " + title + " as CSV") + ">CSV</a></div>\n</figure>\n";
  return out;
}

std::string x_ticks_markup(const Axis& axis, const Box& box) {
  std::string lines, labels;
  for (const Tick& tick : ticks(axis.low, axis.high, axis.log)) {
    const std::string x = place(axis.place_of_scaled(tick.at));
    const bool minor = tick.label.empty();
    lines += "<path class=\"" + std::string(minor ? "minor" : "grid") + "\" d=\"M" + x + ' ' + place(box.bottom()) +
             (minor ? "v-4" : "V" + place(box.top)) + "\"/>";
    if (!minor) labels += "<text x=\"" + x + "\" y=\"" + place(box.bottom() + 8) + "\">" + tick.label + "</text>";
  }
  return "<g class=\"ticks x\">" + lines + labels + "</g>\n";
}

std::string y_ticks_markup(const Axis& axis, const Box& box) {
  std::string lines, labels;
  for (const Tick& tick : ticks(axis.low, axis.high, axis.log)) {
    const std::string y = place(axis.place_of_scaled(tick.at));
    const bool minor = tick.label.empty();
    lines += "<path class=\"" + std::string(minor ? "minor" : "grid") + "\" d=\"M" + place(box.left) + ' ' + y +
             (minor ? "h4" : "H" + place(box.right())) + "\"/>";
    if (!minor) labels += "<text x=\"" + place(box.left - 8) + "\" y=\"" + y + "\">" + tick.label + "</text>";
  }
  return "<g class=\"ticks y\">" + lines + labels + "</g>\n";
}

}  // namespace twoscale::report
