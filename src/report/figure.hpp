#pragma once
// What every figure has, whatever it shows: a title, its text alternative in sight, a drawing, a legend, its numbers.

#include <string>

#include "axis.hpp"

namespace twoscale::report {

struct Figure {
  int number = 0;  // on the page: names what has to have a name
  std::string title, alt;
  std::string drawing;  // SVG
  std::string legend;   // list items; empty: none
  std::string csv;
};

std::string figure_markup(const Figure& figure);

/// Attributes of the drawing's svg element: a picture with the figure's title for a name and its alt for a description.
std::string picture_attributes(int number, double width, double height);

/// ` name="value"`, escaped.
std::string attribute(const std::string& name, const std::string& value);
std::string attribute(const std::string& name, double at);

struct Box {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

/// Grid lines, ticks and their labels. Groups of their own: zoom writes them anew.
std::string x_ticks_markup(const Axis& axis, const Box& box);
std::string y_ticks_markup(const Axis& axis, const Box& box);

}  // namespace twoscale::report
