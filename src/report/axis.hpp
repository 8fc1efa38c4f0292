#pragma once
// Axis: numbers to places and back, and where its ticks stand. src/report/page.js has the same rules, for zoom.

#include <string>
#include <vector>

namespace twoscale::report {

struct Tick {
  double at = 0;      // on the axis' own scale: the logarithm to base 10 where it is logarithmic
  std::string label;  // markup for an SVG text; empty: a minor tick
};

/// The ticks of [low, high], given on the axis' own scale; 3 to 12 with a label, increasing.
std::vector<Tick> ticks(double low, double high, bool log);

struct Axis {
  bool log = false;
  double low = 0, high = 1;      // on its own scale
  double start = 0, length = 1;  // where low stands, and how far high is from there; negative: upwards

  /// Whether the axis has a place for this value at all.
  bool has(double value) const;
  /// The value on the axis' own scale.
  double scaled(double value) const;
  double place_of(double value) const { return place_of_scaled(scaled(value)); }
  double place_of_scaled(double at) const { return start + (at - low) / (high - low) * length; }
};

/// The range of what is shown: collects values, and makes an axis of them.
class Extent {
 public:
  explicit Extent(bool log) : log_(log) {}
  void add(double value);
  bool empty() const { return low_ > high_; }
  double low() const { return low_; }
  double high() const { return high_; }
  /// Takes in another extent, though no further than `share` of its own length on either side.
  void admit(const Extent& other, double share);
  /// With a margin of `share` on both sides, so that no mark sits on the frame; some range where nothing was added.
  Axis axis(double share) const;

 private:
  bool log_;
  double low_ = 1, high_ = 0;
};

}  // namespace twoscale::report
