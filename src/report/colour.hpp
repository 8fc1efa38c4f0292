#pragma once
// Colour scales for heat maps.

#include <optional>
#include <string>

#include "axis.hpp"

namespace twoscale::report {

struct Colour {
  double red = 0, green = 0, blue = 0;  // 0 to 255

  std::string hex() const;
  /// Black or white, whichever reads better on it.
  std::string ink() const;
};

/// Values to colours: even steps look even. With a centre: blue below it, orange above, alike at the same distance.
class ColourScale {
 public:
  ColourScale(const Extent& extent, bool log, std::optional<double> centre);

  bool has(double value) const { return axis_.has(value); }
  Colour of(double value) const { return at(axis_.place_of(value)); }
  /// At a share of the scale, 0 to 1.
  Colour at(double share) const;
  const Axis& axis() const { return axis_; }

 private:
  Axis axis_;  // start 0 and length 1
  bool diverging_;
};

}  // namespace twoscale::report
