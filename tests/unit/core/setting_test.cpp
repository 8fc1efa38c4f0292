// Settings: what a range holds and says, how a named value is set, and what a refusal tells its reader.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <twoscale/core/setting.hpp>

namespace twoscale {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

struct Widget {
  double theta = 0.5, rho = 1, count = 3;
  static constexpr std::array<Setting<Widget>, 3> settings = {{
      {"theta", &Widget::theta, Range::open(0, 1), "an angle"},
      {"rho", &Widget::rho, Range::above_to(0, 1), "a weight"},
      {"count", &Widget::count, Range::whole_at_least(1), "how many"},
  }};
};

struct WithData {
  double rate = 0.5;
  Table data;
  static constexpr std::array<Setting<WithData>, 2> settings = {{
      {"rate", &WithData::rate, Range::above_to(0, 1), "a rate"},
      {"data", &WithData::data, "what was seen"},
  }};
};

struct Plain {};  // no settings at all

template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Range, EndsBelongOrNotAsTheNameSays) {
  EXPECT_TRUE(Range::closed(0, 1).contains(0) && Range::closed(0, 1).contains(1));
  EXPECT_FALSE(Range::open(0, 1).contains(0) || Range::open(0, 1).contains(1));
  EXPECT_TRUE(Range::above_to(0, 1).contains(1));
  EXPECT_FALSE(Range::above_to(0, 1).contains(0));
  EXPECT_TRUE(Range::at_least(2).contains(2));
  EXPECT_FALSE(Range::above(2).contains(2));
  EXPECT_TRUE(Range::above(2).contains(2.0000001));
  EXPECT_FALSE(Range::closed(0, 1).contains(1.0000001));
  EXPECT_FALSE(Range::closed(0, 1).contains(-1e-300));
  EXPECT_TRUE(Range::open(0, 1).contains(1e-300));
  EXPECT_TRUE(Range::any().contains(-1e300));
}

TEST(Range, WholeNumbersAndYesOrNo) {
  EXPECT_TRUE(Range::whole_at_least(1).contains(1));
  EXPECT_TRUE(Range::whole_at_least(1).contains(1e15));
  EXPECT_FALSE(Range::whole_at_least(1).contains(1.5));
  EXPECT_FALSE(Range::whole_at_least(1).contains(0));
  EXPECT_TRUE(Range::yes_or_no().contains(0) && Range::yes_or_no().contains(1));
  EXPECT_FALSE(Range::yes_or_no().contains(0.5) || Range::yes_or_no().contains(2));
}

TEST(Range, NothingHoldsNanOrInfinity) {
  for (const Range& range : {Range::any(), Range::at_least(0), Range::above(0), Range::closed(0, 1),
                             Range::whole_at_least(0), Range{.high = 0}})
    for (const double value : {kNan, kInfinity, -kInfinity}) EXPECT_FALSE(range.contains(value)) << range.describe();
}

TEST(Range, DescribesItself) {
  EXPECT_EQ(Range::closed(0, 1).describe(), "in [0, 1]");
  EXPECT_EQ(Range::open(0, 0.75).describe(), "in (0, 0.75)");
  EXPECT_EQ(Range::above_to(0, 1).describe(), "in (0, 1]");
  EXPECT_EQ((Range{.low = 0, .high = 1, .high_open = true}.describe()), "in [0, 1)");
  EXPECT_EQ(Range::at_least(0).describe(), "at least 0");
  EXPECT_EQ(Range::above(0).describe(), "above 0");
  EXPECT_EQ(Range{.high = 2}.describe(), "at most 2");
  EXPECT_EQ((Range{.high = 2, .high_open = true}.describe()), "below 2");
  EXPECT_EQ(Range::whole_at_least(1).describe(), "a whole number at least 1");
  EXPECT_EQ((Range{.low = 1, .high = 9, .whole = true}.describe()), "a whole number in [1, 9]");
  EXPECT_EQ(Range::yes_or_no().describe(), "0 or 1");
  EXPECT_EQ(Range::any().describe(), "a finite number");
  EXPECT_EQ(Range{.whole = true}.describe(), "a whole number");
}

TEST(RequireInRange, NamesTheFieldTheValueAndTheRequirement) {
  EXPECT_NO_THROW(require_in_range("rho", 1, Range::above_to(0, 1)));
  EXPECT_EQ(message_of([] { require_in_range("rho", 1.7, Range::above_to(0, 1)); }), "rho = 1.7 must be in (0, 1]");
  EXPECT_EQ(message_of([] { require_in_range("n", 2.5, Range::whole_at_least(1)); }),
            "n = 2.5 must be a whole number at least 1");
  EXPECT_EQ(message_of([] { require_in_range("c", kNan, Range::any()); }), "c = nan must be a finite number");
  EXPECT_EQ(message_of([] { require_in_range("c", -kInfinity, Range::any()); }), "c = -inf must be a finite number");
}

TEST(SetSetting, SetsTheNamedFieldAndNoOther) {
  Widget widget;
  EXPECT_TRUE(set_setting(widget, "rho", 0.25));
  EXPECT_EQ(widget.rho, 0.25);
  EXPECT_EQ(widget.theta, 0.5);
  EXPECT_EQ(widget.count, 3);
}

TEST(SetSetting, LeavesTheOldValueWhenTheNewOneIsRefused) {
  Widget widget;
  for (const double value : {0.0, 1.5, kNan, kInfinity}) EXPECT_THROW(set_setting(widget, "rho", value), Error);
  EXPECT_EQ(widget.rho, 1);
  EXPECT_EQ(message_of([&] { set_setting(widget, "theta", 1); }), "theta = 1 must be in (0, 1)");
}

TEST(SetSetting, SaysFalseToAnUnknownName) {
  Widget widget;
  Plain plain;
  EXPECT_FALSE(set_setting(widget, "thet", 0.5));
  EXPECT_FALSE(set_setting(widget, "theta ", 0.5));
  EXPECT_FALSE(set_setting(widget, "", 0.5));
  EXPECT_FALSE(set_setting(plain, "theta", 0.5));
}

TEST(SetSetting, ReadsANumberFromText) {
  Widget widget;
  Plain plain;
  EXPECT_TRUE(set_setting(widget, "rho", "2.5e-1"));
  EXPECT_EQ(widget.rho, 0.25);
  EXPECT_EQ(message_of([&] { set_setting(widget, "rho", "big"); }), "rho = 'big' must be a finite number");
  EXPECT_EQ(message_of([&] { set_setting(widget, "rho", ""); }), "rho = '' must be a finite number");
  EXPECT_EQ(message_of([&] { set_setting(widget, "rho", "1.5"); }), "rho = 1.5 must be in (0, 1]");
  EXPECT_EQ(widget.rho, 0.25);
  EXPECT_FALSE(set_setting(widget, "thet", "big"));
  EXPECT_FALSE(set_setting(plain, "theta", "0.5"));
}

TEST(SetSetting, ReadsATableFromThePathInAText) {
  const std::string path = ::testing::TempDir() + "twoscale_setting_test.csv";
  std::ofstream(path) << "a,b\n1,2\n3,4\n";
  WithData object;
  EXPECT_TRUE(set_setting(object, "data", path));
  std::remove(path.c_str());
  EXPECT_EQ(object.data(1, 0), 3);
  EXPECT_EQ(object.rate, 0.5);
  EXPECT_EQ(list_settings(object)[1].text, path);
  EXPECT_EQ(message_of([&] { set_setting(object, "data", "none.csv"); }),
            "no file 'none.csv'; paths are relative to the working directory");
  EXPECT_EQ(message_of([&] { set_setting(object, "data", 3); }), "data = 3 must be a CSV or npy file");
  EXPECT_EQ(message_of([&] { set_setting(object, "data", ""); }), "data = '' must be a CSV or npy file");
  EXPECT_EQ(object.data.rows(), 2);  // a refusal leaves the old table
}

TEST(ParseNumber, TakesFiniteNumbersAndNothingElse) {
  EXPECT_EQ(parse_number("n", "1e6"), 1e6);
  EXPECT_EQ(parse_number("n", "+.5"), 0.5);
  EXPECT_EQ(parse_number("n", "-7"), -7);
  for (const char* text : {"", " 1", "1 ", "+", "+-1", "++1", "nan", "-inf", "1e999", "0x10", "1,5", "1k"})
    EXPECT_EQ(message_of([&] { parse_number("n", text); }), "n = '" + std::string(text) + "' must be a finite number");
}

TEST(ListSettings, SaysWhatATableTakes) {
  const auto all = list_settings(WithData{});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].value, 0.5);
  EXPECT_EQ(all[0].text, "");
  EXPECT_EQ(all[1].name, "data");
  EXPECT_EQ(all[1].value, 0);
  EXPECT_EQ(all[1].text, "");
  EXPECT_EQ(all[1].range, "a CSV or npy file");
  EXPECT_EQ(all[1].help, "what was seen");
}

TEST(ListSettings, GivesNameValueRangeAndHelpInOrder) {
  Widget widget;
  widget.theta = 0.125;
  const auto all = list_settings(widget);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name, "theta");
  EXPECT_EQ(all[0].value, 0.125);
  EXPECT_EQ(all[0].range, "in (0, 1)");
  EXPECT_EQ(all[0].help, "an angle");
  EXPECT_EQ(all[2].name, "count");
  EXPECT_TRUE(list_settings(Plain{}).empty());
}

TEST(Suggestion, PicksTheNearestOfTheCandidates) {
  const std::vector<std::string> names = {"slow_scale", "slow_exponent", "fast_scale", "theta"};
  EXPECT_NE(suggestion("slow_scal", names).find("did you mean 'slow_scale'?"), std::string::npos);
  EXPECT_NE(suggestion("fast_scael", names).find("'fast_scale'"), std::string::npos);
  EXPECT_NE(suggestion("slow_exp0nent", names).find("'slow_exponent'"), std::string::npos);
  EXPECT_NE(suggestion("thta", names).find("'theta'"), std::string::npos);
  EXPECT_NE(suggestion("theeta", names).find("'theta'"), std::string::npos);
}

TEST(Suggestion, SaysNothingWhenNoneIsNear) {
  const std::vector<std::string> names = {"slow_scale", "theta"};
  EXPECT_EQ(suggestion("banana", names), "");
  EXPECT_EQ(suggestion("x", names), "");
  EXPECT_EQ(suggestion("", names), "");
  EXPECT_EQ(suggestion("theta", {}), "");
}

TEST(ToText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(1.0), "1");
  EXPECT_EQ(to_text(-2.5), "-2.5");
  EXPECT_EQ(std::stod(to_text(1.0 / 3)), 1.0 / 3);
  const double values[] = {1, 0.5};
  EXPECT_EQ(to_text(values, 2), "(1, 0.5)");
  EXPECT_EQ(to_text(values, 0), "()");
}

}  // namespace
}  // namespace twoscale
