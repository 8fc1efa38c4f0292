// Rows held against the statistical limit: values put in by hand, limits of the rotor, whose Sigma has a closed form.
#include <gtest/gtest.h>

#include <algorithm>

#include <twoscale/experiment/figures.hpp>

#include "unit/experiment/by_hand.hpp"

namespace twoscale {
namespace {

using testing::fill;
using testing::study_of;

constexpr const char* kFamily = R"(
problem = "rotor"
replicas = 20
budgets = [1000, 10000]
methods = ["single-loop"]
[family]
gain = [1, 4]
)";
// tr Sigma = 2 sigma^2 (1 + (gain/rho)^2), sigma = 0.3, rho = 0.5.
constexpr double kTrace[] = {2 * 0.09 * 5, 2 * 0.09 * 65};
// (sqrt(tr P* Cov F P*^T) + sqrt(tr Cov G))^2: the limit times the samples where F and G are split as is best.
constexpr double kBest[] = {2 * 0.09 * 9, 2 * 0.09 * 81};

/// Ten times the limit where gain is 1, twice where it is 4.
double ten_and_two(const Cell& cell) {
  return (cell.member == 0 ? 10 : 2) * 2 * kTrace[cell.member] / static_cast<double>(cell.plan.samples());
}

struct Held {
  std::vector<RowResult> rows;
  StudyLimit limit;
};
Held held(const Study& study, const std::function<double(const Cell&)>& value) {
  const auto results = fill(study, value);
  Held out{fit_rows(study, results), {}};
  out.limit = add_limits(study, results, out.rows);
  return out;
}

TEST(Limits, AreTheLargestOfTheFamilyAndRatiosEachMembersOwn) {
  const Study study = study_of(kFamily);
  const Held all = held(study, ten_and_two);
  ASSERT_EQ(all.rows.size(), 1U);
  const RowResult& row = all.rows[0];
  ASSERT_EQ(row.limits.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(row.limits[i], kBest[1] / row.scales[i], 0.04 * row.limits[i]);
    EXPECT_NEAR(row.equal_limits[i], 2 * kTrace[1] / row.scales[i], 0.04 * row.equal_limits[i]);
    EXPECT_EQ(row.limit_samples[i], row.scales[i]);
  }
  // The worst value is that of gain 4, the worst ratio that of gain 1.
  EXPECT_EQ(row.worst.back(), "gain 4");
  ASSERT_TRUE(row.over_limit);
  EXPECT_NEAR(row.over_equal_limit->value, 10, 0.4);
  EXPECT_NEAR(row.over_limit->value, 10 * 2 * kTrace[0] / kBest[0], 0.4);
  EXPECT_GT(row.over_limit->standard_error, 0.04) << "the limit's own error, about 1 %, is in it";
  EXPECT_LT(row.over_limit->standard_error, 0.3);
  EXPECT_LT(row.over_limit->lower, row.over_limit->value - row.over_limit->standard_error);
  EXPECT_GT(row.over_limit->upper, row.over_limit->value + row.over_limit->standard_error);
  EXPECT_TRUE(all.limit.why.empty());
  EXPECT_NE(all.limit.how.find("fresh samples"), std::string::npos);
}

TEST(Limits, OfAMeanOverTheFamilyAreMeans) {
  const Study study = study_of(std::string(kFamily) + "[[rows]]\nover = \"mean\"\n");
  const RowResult row = held(study, ten_and_two).rows[0];
  ASSERT_TRUE(row.over_limit);
  EXPECT_NEAR(row.limits[0], (kBest[0] + kBest[1]) / 2 / row.limit_samples[0], 0.04 * row.limits[0]);
  EXPECT_NEAR(row.equal_limits[0], (kTrace[0] + kTrace[1]) / row.limit_samples[0], 0.04 * row.equal_limits[0]);
  EXPECT_NEAR(row.over_equal_limit->value, 6, 0.25);
}

TEST(Limits, CountSamplesWhereTheRowCountsIterations) {
  const Study study = study_of(R"(
problem = "rotor"
replicas = 8
horizons = [256, 1024]
methods = ["single-loop", "raw"]
[[rows]]
against = "iterations"
)");
  const Held all = held(study, [](const Cell&) { return 1.0; });
  for (const RowResult& row : all.rows) {
    const double each = row.method == 0 ? 5 : 2;  // samples of an iteration
    ASSERT_EQ(row.limits.size(), 2U);
    EXPECT_EQ(row.scales[1], 1024);
    EXPECT_EQ(row.limit_samples[1], each * 1024);
    EXPECT_NEAR(row.limits[1], kBest[1] / (each * 1024), 0.04 * row.limits[1]);
    EXPECT_NEAR(row.over_limit->value * row.limits[1], 1, 1e-9);
  }
  const std::vector<SharedLimit> shared = shared_limits({&all.rows[0], &all.rows[1]});
  ASSERT_EQ(shared.size(), 2U) << "the same iterations are other samples";
  EXPECT_EQ(shared_limits({&all.rows[0], &all.rows[0]}).size(), 1U);
}

TEST(Limits, AreLeftOutWhereTheySayNothing) {
  const auto none = [](const std::string& text, const std::string& why) {
    const Held all = held(study_of(text), [](const Cell&) { return 1.0; });
    for (const RowResult& row : all.rows) EXPECT_TRUE(row.limits.empty() && !row.over_limit) << text;
    EXPECT_TRUE(shared_limits({&all.rows[0]}).empty());
    EXPECT_TRUE(all.limit.how.empty());
    EXPECT_NE(all.limit.why.find(why), std::string::npos) << all.limit.why;
  };
  const std::string head = "replicas = 4\nhorizons = [64, 256]\n";
  const std::string rotor = "problem = \"rotor\"\nmethods = [\"single-loop\"]\n";
  none(head + rotor + "quantities = [\"tracking_error\"]\n[[rows]]\nquantity = \"tracking_error\"\n", "no row");
  none(head + rotor + "[[rows]]\npower = 2\n", "no row");
  none(head + rotor + "[[rows]]\nagainst = \"slow_step\"\n", "no row");
  none(
      "problem = \"rotor\"\nreplicas = 4\nhorizons = [64]\nmethods = [\"single-loop\"]\n[sweep]\nslow_scale = [1, 2]\n",
      "no row");
  none(head + "problem = \"rotor\"\nmethods = [\"km\"]\n", "has to estimate h(y)");
  none(head + "problem = \"moving-target\"\nmethods = [\"raw\"]\n", "no noise");
}

TEST(Limits, AreNotHeldAgainstAMethodThatDiverged) {
  const Study study = study_of(kFamily);
  auto results = fill(study, ten_and_two);
  results[0].endings.add(Ending::diverged);
  auto rows = fit_rows(study, results);
  add_limits(study, results, rows);
  EXPECT_FALSE(rows[0].over_limit);
}

TEST(Limits, StandInTheReportAsALineAndAParagraph) {
  const Study study = study_of(kFamily);
  const Held all = held(study, ten_and_two);
  const report::Section section = section_of(study, all.rows, "twoscale compare", all.limit);
  ASSERT_EQ(section.plots.size(), 1U);
  const auto& guides = section.plots[0].guides;
  const auto line = std::find_if(guides.begin(), guides.end(),
                                 [](const report::Guide& g) { return g.kind == report::Guide::Kind::limit; });
  ASSERT_NE(line, guides.end());
  EXPECT_EQ(line->name, "limit");
  EXPECT_EQ(line->x, all.rows[0].scales);
  EXPECT_EQ(line->y, all.rows[0].limits);
  EXPECT_EQ(line->series, -1);
  const std::string& words = section.paragraphs.back();
  EXPECT_NE(words.find(over_limit_text(all.rows[0]) + " (single-loop)"), std::string::npos) << words;
  EXPECT_NE(section.plots[0].alt.find("The limit: from"), std::string::npos);
  report::Document page;
  page.sections = {section};
  EXPECT_NE(report::to_html(page).find("<path class=\"limit\""), std::string::npos);

  // Why there is none is said once; where nobody asked, nothing is.
  const std::vector<RowResult> plain = fit_rows(study, fill(study, ten_and_two));
  const auto why = section_of(study, plain, "", {.how = "", .why = "of a reason"}).paragraphs;
  EXPECT_EQ(std::count(why.begin(), why.end(), "The statistical limit is not shown: of a reason."), 1);
  const report::Section unasked = section_of(study, plain, "");
  EXPECT_TRUE(std::none_of(unasked.paragraphs.begin(), unasked.paragraphs.end(),
                           [](const std::string& p) { return p.find("limit") != std::string::npos; }));
}

TEST(Limits, OfRowsThatDifferTakeTheirColours) {
  const Study study = study_of(R"(
problem = "rotor"
replicas = 8
horizons = [256, 1024]
methods = ["single-loop", "raw"]
[[rows]]
against = "iterations"
)");
  const Held all = held(study, [](const Cell&) { return 1.0; });
  std::vector<int> colours;
  for (const report::Guide& guide : section_of(study, all.rows, "", all.limit).plots[0].guides)
    if (guide.kind == report::Guide::Kind::limit) colours.push_back(guide.series);
  EXPECT_EQ(colours, (std::vector<int>{0, 1}));
}

}  // namespace
}  // namespace twoscale
