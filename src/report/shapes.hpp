#pragma once
// How a series is told from another: a colour and a shape, never the colour alone.

#include <string>

namespace twoscale::report {

constexpr int kColours = 8;  // of Okabe and Ito, made darker or lighter for contrast: page.css

/// The class that sets the colour; -1: neutral.
std::string colour_class(int series);
/// What a <use> refers to. Colour and shape together repeat after 64 series.
std::string shape_reference(int series);
/// The small dot of a long line's points.
std::string dot_reference();

}  // namespace twoscale::report
