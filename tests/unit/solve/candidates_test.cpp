// How auto keeps an error of x from y: which of the ways there are, and why.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <twoscale/twoscale.hpp>

namespace twoscale {
namespace {

/// Each slow number has two copies in x. With a curve both maps bend where x is noisy: a raw oracle is off by that.
struct Doubled {
  int ny = 12;
  double curve = 0, gain = 1, sigma = 0.5;
  static constexpr std::array<Setting<Doubled>, 1> settings = {{
      {"ny", &Doubled::ny, Range{.low = 2, .high = 1e4, .whole = true}, "slow numbers"},
  }};
  Shape shape() const { return {.fast = 2 * ny, .slow = ny, .fast_noise = 2 * ny, .slow_noise = ny}; }
  template <class X>
  auto fast(const X& x, const auto& y, const auto& xi) const {
    X out(2 * ny);
    for (int i = 0; i < 2 * ny; ++i) {
      const auto apart = x[i] - y[i % ny];
      out[i] = y[i % ny] + 0.5 * apart + curve * (1.0 - cos(apart)) + sigma * xi[i];
    }
    return out;
  }
  template <class X>
  auto slow(const X& x, const auto& y, const auto& zeta) const {
    Vector<typename X::Element> out(ny);
    for (int j = 0; j < ny; ++j) out[j] = y[j] - 0.5 * (y[j] - 1.0) - gain * (x[j] - y[j]) + sigma * zeta[j];
    return out;
  }
};

const Candidate& taken(const SolveReport& report) {
  return *std::ranges::find_if(report.candidates.list, &Candidate::chosen);
}
SolveReport weighed(const Doubled& problem, SolveOptions options = {}) {
  options.weigh = true, options.certify = 0;
  return solve(problem, options);
}

TEST(Candidates, TheCheapestOfThoseThatComeAsNearIsTaken) {
  const SolveReport report = weighed({}, {.budget = 200'000});
  ASSERT_EQ(report.candidates.list.size(), 3U);
  EXPECT_EQ(std::ranges::count_if(report.candidates.list, &Candidate::chosen), 1);
  EXPECT_TRUE(std::ranges::is_sorted(report.candidates.list, {}, &Candidate::price));
  EXPECT_EQ(taken(report).correction, Correction::none);
  EXPECT_EQ(correction_of(report.method), Correction::none) << "what was taken is what ran";
  for (const Candidate& c : report.candidates.list) EXPECT_TRUE(c.residual) << c.preconditioner;
  EXPECT_GT(report.candidates.evaluations, 0U);
  EXPECT_LE(report.candidates.evaluations, report.iterations / 8);
  EXPECT_FALSE(report.candidates.why.empty());
}

TEST(Candidates, CurvatureThatARawOracleWouldSeeAsksForP) {
  const SolveReport report = weighed({.curve = 0.4, .sigma = 2}, {.budget = 200'000});
  EXPECT_EQ(taken(report).correction, Correction::instant) << report.candidates.why;
  EXPECT_EQ(correction_of(report.method), Correction::instant);
}

/// P that was right at one y is wrong at the next, where so much of an error of x reaches y.
TEST(Candidates, CurvatureWithALargeLagAsksForSeparation) {
  const SolveReport report = weighed({.curve = 0.05, .gain = 100}, {.budget = 200'000});
  EXPECT_EQ(taken(report).correction, Correction::none) << report.candidates.why;
  EXPECT_GE(std::get<Tuned>(report.method.schedule).separation, 2 * 100 / 0.5 * 0.9);
}

TEST(Candidates, ASmallXAlwaysHasP) {
  const SolveReport report = weighed({.ny = 4}, {.budget = 200'000});
  EXPECT_EQ(taken(report).correction, Correction::instant);
  EXPECT_EQ(correction_of(report.method), Correction::instant);
}

TEST(Candidates, WhatIsAskedForIsTaken) {
  for (const auto& [oracle, preconditioner, correction] : {std::tuple{"raw", "none", Correction::none},
                                                           {"lazy-corrected", "lazy-followed", Correction::followed},
                                                           {"lazy-corrected", "lazy-learned", Correction::instant}}) {
    const SolveReport report =
        weighed({}, {.method_options = {{"oracle", oracle}, {"preconditioner", preconditioner}}, .budget = 20'000});
    EXPECT_EQ(correction_of(report.method), correction);
    EXPECT_TRUE(report.candidates.list.empty()) << "there was nothing to choose";
  }
}

double jacobian_of_run(const SolveReport& report) {
  return std::get<LazyLearnedPreconditioner>(report.method.preconditioner).jacobian;
}
std::vector<NamedText> asking_for_p(std::vector<NamedText> more = {}) {
  more.insert(more.end(), {{"oracle", "lazy-corrected"}, {"preconditioner", "lazy-learned"}});
  return more;
}

/// Each number of x is in one of F and in one of G: a product tells all of dF/dx.
TEST(Candidates, SparseDerivativesComeByColoursUnlessOptionsSayOtherwise) {
  const auto run = [](std::vector<NamedText> options) {
    return weighed({}, {.method_options = asking_for_p(std::move(options)), .budget = 20'000});
  };
  const SolveReport coloured = run({}), whole = run({{"jacobian", "automatic"}});
  EXPECT_EQ(jacobian_of_run(coloured), 1);
  EXPECT_EQ(jacobian_of_run(whole), 0);
  ASSERT_EQ(coloured.y.size(), whole.y.size());
  for (std::size_t i = 0; i < whole.y.size(); ++i) EXPECT_NEAR(coloured.y[i], whole.y[i], 1e-9) << "the same P";
  EXPECT_EQ(jacobian_of_run(weighed({.curve = 0.4, .sigma = 2}, {.budget = 200'000})), 1) << "also where auto takes P";
}

/// Every number of x is in every one of F.
struct Mixed {
  Shape shape() const { return {.fast = 20, .slow = 12, .fast_noise = 20, .slow_noise = 12}; }
  template <class X>
  auto fast(const X& x, const auto& y, const auto& xi) const {
    X out(20);

    auto all = x[0];
    for (int i = 1; i < 20; ++i) all = all + x[i];
    for (int i = 0; i < 20; ++i) out[i] = 0.025 * all + 0.5 * y[i % 12] + 0.1 * xi[i];
    return out;
  }
  template <class X>
  auto slow(const X& x, const auto& y, const auto& zeta) const {
    Vector<typename X::Element> out(12);
    auto all = x[0];
    for (int i = 1; i < 20; ++i) all = all + x[i];
    for (int j = 0; j < 12; ++j) out[j] = 0.5 * y[j] + 0.01 * all + 0.1 * zeta[j];
    return out;
  }
};
TEST(Candidates, DenseDerivativesHaveNoColoursToGain) {
  const SolveReport report = solve(Mixed{}, {.method_options = asking_for_p(), .budget = 20'000, .certify = 0});
  EXPECT_EQ(jacobian_of_run(report), 0);
}

TEST(Candidates, ColoursThatAreAskedForHaveToBeThere) {
  const SolveOptions options{.method_options = asking_for_p({{"jacobian", "coloured"}}), .budget = 20'000};
  EXPECT_THROW(solve("rotor", options), Error);
  EXPECT_EQ(jacobian_of_run(weighed({}, options)), 1);
}

/// Costs are counted, not timed: the same job whatever the machine does, and whether or not anybody looks.
TEST(Candidates, TheChoiceIsPartOfTheJob) {
  const SolveReport seen = weighed({}, {.budget = 50'000});
  const SolveReport unseen = solve(Doubled{}, {.budget = 50'000, .certify = 0});
  EXPECT_EQ(choices_of(seen.method), choices_of(unseen.method));
  EXPECT_EQ(seen.y, unseen.y);
}

TEST(Candidates, OfABudgetInSecondsPricesAreSeconds) {
  const SolveReport report = weighed({}, {.seconds = 0.2});
  EXPECT_TRUE(report.candidates.timed);
  for (const Candidate& c : report.candidates.list) EXPECT_LT(c.price, 0.2) << c.preconditioner;
}

}  // namespace
}  // namespace twoscale
