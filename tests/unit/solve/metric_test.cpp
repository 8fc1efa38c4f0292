// A problem's own metrics, and the numbers of x and y: by name, on the way and at the end, and on the page of a run.
#include <gtest/gtest.h>

#include <twoscale/experiment/page.hpp>
#include <twoscale/twoscale.hpp>

namespace twoscale {
namespace {

/// y goes to (1, 2), and what it is worth is known.
struct Priced {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 0};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * (x + y) + 0.01 * xi; }
  template <class Y>
  auto slow(const auto& x, const Y& y, const auto&) const {
    return 0.5 * (y + Y{1, 2}) + 0.1 * (x - y);
  }
  double price(const std::vector<double>&, const std::vector<double>& y) const { return 3 * y[0] + y[1]; }
  double gap(const std::vector<double>& x, const std::vector<double>& y) const { return std::abs(x[0] - y[0]); }
  static constexpr std::array<Metric<Priced>, 2> metrics = {
      {{"price", &Priced::price, "of what y buys"}, {"gap", &Priced::gap, ""}}};
};
/// Fails where it is asked.
struct Failing : Priced {
  double broken(const std::vector<double>& x, const std::vector<double>&) const { return x.at(7); }
  static constexpr std::array<Metric<Failing>, 1> metrics = {{{"broken", &Failing::broken, ""}}};
};
/// A name that stands for something else.
struct Misnamed : Priced {
  static constexpr std::array<Metric<Priced>, 1> metrics = {{{"residual", &Priced::price, ""}}};
};

SolveReport solved(SolveOptions options) {
  options.budget = 20'000;
  options.certify = 0;
  return solve(Priced{}, options);
}
std::string refusal(const std::vector<std::string>& observe) {
  try {
    solved({.observe = observe});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Metrics, AreMeasuredAtTheEndOverReplicas) {
  const SolveReport report = solved({.replicas = 4});
  ASSERT_EQ(report.metrics.size(), 2U);
  EXPECT_EQ(report.metrics[0].info.name, "price");
  EXPECT_EQ(report.metrics[0].mean.count(), 4U);
  EXPECT_NEAR(report.metrics[0].mean.value(), 5, 0.05);
  EXPECT_LT(report.metrics[1].mean.value(), 0.1);
}

TEST(Metrics, AreObservedBesideQuantitiesAndNumbersOfXAndY) {
  const SolveReport report = solved({.observe = {"price", "y", "x1"}, .observations = 5});
  EXPECT_EQ(report.observed, (std::vector<std::string>{"price", "y0", "y1", "x1"}));
  ASSERT_FALSE(report.observations.empty());
  const ObservedRow& last = report.observations.back();
  EXPECT_EQ(last.means[0].value(), 3 * report.y[0] + report.y[1]);
  EXPECT_EQ(last.means[1].value(), report.y[0]);
  EXPECT_EQ(last.means[3].value(), report.x[1]);
}

TEST(Metrics, ANameThatIsNotKnownIsRefusedWithTheNearest) {
  EXPECT_NE(refusal({"prise"}).find("did you mean 'price'?"), std::string::npos);
  EXPECT_EQ(refusal({"y2"}), "observe = y2 must be at most y1: y has 2 numbers");
  EXPECT_EQ(refusal({"y", "y0"}), "'y0' is to be observed twice");
  EXPECT_NE(refusal({"y00"}), "");
}

TEST(Metrics, OneThatThrowsIsNamed) {
  try {
    solve(Failing{}, {.budget = 20'000});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("metric 'broken' threw"), std::string::npos) << error.what();
  }
}

TEST(Metrics, ANameThatIsTakenIsRefused) {
  EXPECT_THROW(solve(Misnamed{}, {.budget = 20'000}), Error);
  static_assert(detail::is_metric_name("loss_2") && !detail::is_metric_name("2loss") && !detail::is_metric_name("a b"));
}

TEST(Page, HasTheCurvesTheStepsAndTheAnswer) {
  SolveReport report = solved({.replicas = 4, .curves = true});
  EXPECT_EQ(report.observed, (std::vector<std::string>{"price", "gap", "y0", "y1"}));
  const report::Document page = page_of({1, {report}}, "twoscale solve priced.cpp --report run.html");
  ASSERT_EQ(page.sections.size(), 3U);
  ASSERT_EQ(page.sections[0].plots.size(), 4U);
  const report::Plot& price = page.sections[0].plots[0];
  EXPECT_EQ(price.title, "price against samples");
  ASSERT_EQ(price.series.size(), 1U);
  EXPECT_EQ(price.series[0].y.back(), report.observations.back().means[0].value());
  EXPECT_LT(price.series[0].low.back(), price.series[0].y.back());
  EXPECT_EQ(page.sections[1].table.rows.size(), report.tuning->epochs.size());
  EXPECT_EQ(page.sections[2].table.rows.size(), 2U);
  EXPECT_NE(report::to_html(page).find("twoscale solve priced.cpp"), std::string::npos);
}

}  // namespace
}  // namespace twoscale
