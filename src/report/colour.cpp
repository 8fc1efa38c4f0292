#include "colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace twoscale::report {

namespace {

// Viridis at every eighth of its range (Smith and van der Walt, matplotlib): perceptually uniform, and so is what is
// between its points to less than an eye sees.
constexpr std::array<Colour, 9> kViridis = {{{68, 1, 84},
                                             {71, 44, 122},
                                             {59, 81, 139},
                                             {44, 113, 142},
                                             {33, 144, 141},
                                             {39, 173, 129},
                                             {92, 200, 99},
                                             {170, 220, 50},
                                             {253, 231, 37}}};
// Blue and orange are told apart with every common kind of colour vision; both ends are equally dark.
constexpr std::array<Colour, 7> kDiverging = {
    {{11, 79, 140}, {59, 140, 196}, {156, 202, 230}, {247, 247, 247}, {246, 192, 138}, {222, 122, 30}, {148, 68, 0}}};

Colour between(std::span<const Colour> points, double share) {
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(points.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(at), points.size() - 2);
  const double rest = at - static_cast<double>(first);
  auto mix = [&](double Colour::*part) {
    return points[first].*part + rest * (points[first + 1].*part - points[first].*part);
  };
  return {mix(&Colour::red), mix(&Colour::green), mix(&Colour::blue)};
}

/// WCAG 2: the relative luminance of a colour's part.
double linear(double part) {
  const double share = part / 255;
  return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

}  // namespace

std::string Colour::hex() const {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string out = "#";
  for (const double part : {red, green, blue}) {
    const int whole = static_cast<int>(std::lround(part));
    out += kDigits[whole / 16];
    out += kDigits[whole % 16];
  }
  return out;
}

std::string Colour::ink() const {
  const double luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return luminance > 0.179 ? "#000" : "#fff";  // where contrast with black and with white is the same
}

ColourScale::ColourScale(const Extent& extent, bool log, std::optional<double> centre)
    : axis_(extent.axis(0)), diverging_(centre.has_value() && Axis{.log = log}.has(*centre)) {
  if (diverging_) {
    const double middle = axis_.scaled(*centre);
    const double reach = std::max(std::abs(axis_.low - middle), std::abs(axis_.high - middle));
    axis_.low = middle - reach;
    axis_.high = middle + reach;
  }
}

Colour ColourScale::at(double share) const {
  return diverging_ ? between(kDiverging, share) : between(kViridis, share);
}

}  // namespace twoscale::report
