#include "shapes.hpp"

#include <array>

#include "figure.hpp"
#include "parts.hpp"

namespace twoscale::report {

namespace {

// About the same area each, centred.
constexpr std::array<const char*, kColours> kShapes = {
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",                                        // circle
    "M-4 -4h8v8h-8z",                                                                       // square
    "M0 -5.4L5.2 3.8H-5.2z",                                                                // triangle
    "M0 -5.8L5.8 0L0 5.8L-5.8 0z",                                                          // diamond
    "M0 5.4L5.2 -3.8H-5.2z",                                                                // triangle, down
    "M-1.6 -5.4h3.2v3.8h3.8v3.2h-3.8v3.8h-3.2v-3.8h-3.8v-3.2h3.8z",                         // plus
    "M0 -6L1.6 -2H5.8L2.5 0.8L3.6 5L0 2.6L-3.6 5L-2.5 0.8L-5.8 -2H-1.6z",                   // star
    "M-5 -2.8L-2.8 -5L0 -2.2L2.8 -5L5 -2.8L2.2 0L5 2.8L2.8 5L0 2.2L-2.8 5L-5 2.8L-2.2 0z",  // cross
};

}  // namespace

std::string colour_class(int series) { return series < 0 ? "neutral" : "c" + std::to_string(series % kColours); }

std::string shape_reference(int series) { return "#shape." + std::to_string((series + series / kColours) % kColours); }

std::string dot_reference() { return "#shape.dot"; }

std::string shapes_markup() {
  std::string out = "<svg class=\"shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n";
  for (int i = 0; i < kColours; ++i) {
    out += "<path" + attribute("id", "shape." + std::to_string(i)) + attribute("d", kShapes.at(i)) + "/>\n";
  }
  out += "<circle id=\"shape.dot\" r=\"1.8\"/>\n<path id=\"shape.cap\" d=\"M-4 0h8\"/>\n";
  out += "<circle id=\"shape.start\" r=\"6\"/>\n";
  return out + "</defs></svg>\n";
}

}  // namespace twoscale::report
