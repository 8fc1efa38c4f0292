// What a page is made of: ticks, colours, numbers in brief.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "../../../src/report/axis.hpp"
#include "../../../src/report/colour.hpp"
#include "../../../src/report/markup.hpp"
#include "../../../src/report/shapes.hpp"

namespace twoscale::report {
namespace {

double number(int low, int high) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high)) / 1000.0; }

void expect_good_ticks(double low, double high, bool log) {
  const std::vector<Tick> found = ticks(low, high, log);
  int labelled = 0;
  double last = -std::numeric_limits<double>::infinity();
  std::set<std::string> labels;
  for (const Tick& tick : found) {
    RC_ASSERT(tick.at >= low - 1e-9 * (high - low + 1) && tick.at <= high + 1e-9 * (high - low + 1));
    RC_ASSERT(tick.at > last);
    last = tick.at;
    if (tick.label.empty()) continue;
    ++labelled;
    RC_ASSERT(labels.insert(tick.label).second);  // no two look alike
  }
  RC_ASSERT(labelled >= 3 && labelled <= 12);
}

RC_GTEST_PROP(ReportTicks, LinearOnesAreFewInsideAndIncreasing, ()) {
  const double scale = std::pow(10, number(-12000, 12000));
  const double low = scale * number(-9000, 9000);
  expect_good_ticks(low, low + scale * number(1, 9000), false);
}

RC_GTEST_PROP(ReportTicks, LogarithmicOnesAreFewInsideAndIncreasing, ()) {
  const double low = number(-30000, 30000);
  expect_good_ticks(low, low + number(3, 60000), true);
}

RC_GTEST_PROP(ReportTicks, NarrowLogarithmicRangesHaveThemToo, ()) {
  const double low = number(-30000, 30000);
  expect_good_ticks(low, low + number(3, 1500), true);
}

std::vector<std::string> labels(double low, double high, bool log) {
  std::vector<std::string> out;
  for (const Tick& tick : ticks(low, high, log)) {
    if (!tick.label.empty()) out.push_back(tick.label);
  }
  return out;
}

TEST(ReportTicks, LabelsAreThoseAPersonWouldWrite) {
  using Labels = std::vector<std::string>;
  const std::string up = "<tspan class=\"sup\" dy=\"-0.5em\">";
  EXPECT_EQ(labels(-2, 2, true),
            (Labels{"10" + up + "−2</tspan>", "10" + up + "−1</tspan>", "1", "10", "10" + up + "2</tspan>"}));
  EXPECT_EQ(labels(-0.1, 1.1, true), (Labels{"1", "3", "10"}));
  EXPECT_EQ(labels(-2.1, -0.4, true), (Labels{"0.01", "0.03", "0.1", "0.3"}));
  EXPECT_EQ(labels(2.9, 3.8, true),
            (Labels{"10" + up + "3</tspan>", "2·10" + up + "3</tspan>", "5·10" + up + "3</tspan>"}));
  EXPECT_EQ(labels(-1, 1, false), (Labels{"−1.0", "−0.5", "0", "0.5", "1.0"}));
  EXPECT_EQ(labels(0, 4e7, false),
            (Labels{"0", "5·10" + up + "6</tspan>", "10" + up + "7</tspan>", "1.5·10" + up + "7</tspan>",
                    "2·10" + up + "7</tspan>", "2.5·10" + up + "7</tspan>", "3·10" + up + "7</tspan>",
                    "3.5·10" + up + "7</tspan>", "4·10" + up + "7</tspan>"}));
  EXPECT_EQ(labels(0, 3, false), (Labels{"0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"}));
}

TEST(ReportTicks, LogarithmicAxesHaveMinorOnes) {
  EXPECT_EQ(ticks(0, 3, true).size(), 28U);   // 9 to a decade, and the last end
  EXPECT_EQ(ticks(0, 20, true).size(), 21U);  // too many decades for that
}

TEST(ReportExtent, OneValueHasRoomAroundIt) {
  for (const double value : {0.0, 1.0, -3e10, 1e-200}) {
    Extent extent(false);
    extent.add(value);
    const Axis axis = extent.axis(0.05);
    EXPECT_LT(axis.low, value);
    EXPECT_GT(axis.high, value);
    EXPECT_GE(ticks(axis.low, axis.high, false).size(), 3U) << value;
  }
}

TEST(ReportExtent, LeavesOutWhatHasNoPlace) {
  Extent extent(true);
  for (const double value : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) extent.add(value);
  EXPECT_TRUE(extent.empty());
  extent.add(100);
  EXPECT_EQ(extent.low(), 2);
}

TEST(ReportColour, InkCanBeReadOnEveryColour) {
  auto linear = [](double part) {
    return part <= 10 ? part / 255 / 12.92 : std::pow((part / 255 + 0.055) / 1.055, 2.4);
  };
  for (const bool diverging : {false, true}) {
    Extent extent(false);
    extent.add(0);
    extent.add(1);
    const ColourScale scale(extent, false, diverging ? std::optional<double>(0.5) : std::nullopt);
    for (int i = 0; i <= 100; ++i) {
      const Colour colour = scale.at(i / 100.0);
      const double back = 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
      const double ink = colour.ink() == "#fff" ? 1 : 0;
      EXPECT_GE((std::max(back, ink) + 0.05) / (std::min(back, ink) + 0.05), 4.5) << diverging << ' ' << i;  // WCAG AA
    }
  }
}

TEST(ReportColour, TheCentreIsWhiteAndBothSidesReachAlike) {
  Extent extent(true);
  extent.add(0.1);
  extent.add(1000);
  const ColourScale scale(extent, true, 1.0);
  EXPECT_EQ(scale.of(1).hex(), "#f7f7f7");
  EXPECT_EQ(scale.of(1000).hex(), "#944400");
  EXPECT_EQ(scale.of(1e-3).hex(), "#0b4f8c");
}

TEST(ReportShapes, ColourAndShapeTogetherTellSixtyFourSeriesApart) {
  std::set<std::string> seen;
  for (int i = 0; i < 64; ++i) EXPECT_TRUE(seen.insert(colour_class(i) + shape_reference(i)).second) << i;
}

TEST(ReportMarkup, NumbersInBrief) {
  EXPECT_EQ(brief(0.000012345, 3), "1.23e−5");
  EXPECT_EQ(brief(-1500000, 3), "−1.5e6");
  EXPECT_EQ(brief(1e100, 3), "1e100");
  EXPECT_EQ(brief(-0.0, 3), "0");
  EXPECT_EQ(brief(0.5, 3), "0.5");
  EXPECT_EQ(place(-0.001), "0");
  EXPECT_EQ(place(12.3456), "12.35");
  EXPECT_EQ(place(1e300), "1000000");
}

}  // namespace
}  // namespace twoscale::report
