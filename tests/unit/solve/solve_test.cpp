// solve, resume, compare and check as a program calls them.
#include <gtest/gtest.h>

#include <twoscale/twoscale.hpp>

#include "temporary_directory.hpp"

namespace twoscale {
namespace {

/// y turns by a quarter, x follows y. Nothing but samples is known of it.
struct Quarter {
  double gain = 0.5;
  TWOSCALE_PARAMETERS(Quarter, gain)
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{2.0}, slow_set{1.0};
  std::array<double, 2> slow_start{1, 0};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return gain * (x + y) + 0.1 * xi; }
  auto slow(const auto& x, const auto&, const auto& zeta) const {
    return std::remove_cvref_t<decltype(x)>{-x[1], x[0]} + 0.1 * zeta;
  }
};

/// The same with its means told.
struct Told : Quarter {
  TWOSCALE_PARAMETERS(Told, gain)
  auto mean_fast(const auto& x, const auto& y) const { return gain * (x + y); }
  auto mean_slow(const auto& x, const auto&) const { return std::remove_cvref_t<decltype(x)>{-x[1], x[0]}; }
};

/// h(y) = 3 y: no step is small enough for long.
struct Expanding {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 0};
  std::array<double, 1> slow_start{1};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * (x + y) + 0.1 * xi; }
  auto slow(const auto& x, const auto&, const auto&) const { return 3.0 * x; }
};

constexpr std::uint64_t kBudget = 40'000;

void expect_same(const SolveReport& a, const SolveReport& b) {
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.status.ending, b.status.ending);
  EXPECT_EQ(a.status.message, b.status.message);
  EXPECT_EQ(a.counts.total(), b.counts.total());
  EXPECT_EQ(a.replicas, b.replicas);
  ASSERT_EQ(a.certificate.has_value(), b.certificate.has_value());
  if (a.certificate) {
    EXPECT_EQ(a.certificate->lower, b.certificate->lower);
    EXPECT_EQ(a.certificate->upper, b.certificate->upper);
    EXPECT_EQ(a.certificate->samples, b.certificate->samples);
  }
  ASSERT_EQ(a.limit.has_value(), b.limit.has_value());
  if (a.limit) {
    EXPECT_EQ(a.limit->value, b.limit->value);
  }
  ASSERT_EQ(a.residual.has_value(), b.residual.has_value());
  if (a.residual) {
    EXPECT_EQ(a.residual->mean_square, b.residual->mean_square);
  }
  ASSERT_EQ(a.tuning.has_value(), b.tuning.has_value());
  if (a.tuning) {
    EXPECT_EQ(a.tuning->epochs.size(), b.tuning->epochs.size());
  }
}

TEST(Solve, SaysHowGoodTheAnswerToAStructIs) {
  const SolveReport report = solve(Quarter{}, {.budget = kBudget});
  EXPECT_EQ(report.problem, "Quarter");
  EXPECT_TRUE(report.settled()) << report.status.message;
  EXPECT_LT(report.y[0] * report.y[0] + report.y[1] * report.y[1], 0.01);
  EXPECT_FALSE(report.residual);  // it tells neither h(y) nor its means
  ASSERT_TRUE(report.certificate);
  EXPECT_LE(report.certificate->samples, kBudget / 4);
  EXPECT_GT(report.certificate->samples, kBudget / 5);
  EXPECT_LT(report.certificate->upper, 0.1);
  ASSERT_TRUE(report.tuning);
  EXPECT_NEAR(report.tuning->mean_eigenvalue(), 0.5, 0.1);
  EXPECT_FALSE(solve(Quarter{}, {.budget = kBudget, .certify = 0}).certificate);
  EXPECT_FALSE(solve(Quarter{}, {.budget = kBudget, .replicas = 2}).certificate);
}

TEST(Solve, TheAnswerIsTheMethodsOwnAndNotItsLastIterate) {
  const auto problem = make_problem("rotor");
  const SolveReport report = solve("rotor", {.budget = kBudget});
  const auto last = problem->run(Plan::for_budget(make_method("auto"), kBudget), {}).replicas[0].last;
  EXPECT_EQ(report.y, last.answer());
  EXPECT_NE(report.y, last.slow);
  expect_same(report, solve(*problem, {.budget = kBudget}));
}

TEST(Solve, WhatWasTunedIsWhatTheRunSays) {
  const auto problem = any_problem(Expanding{});
  const Method method = counting_for(make_method("auto"), problem.abilities(), problem.shape());
  const Plan plan = Plan::for_budget(method, kBudget);
  const Tuned& schedule = std::get<Tuned>(plan.method().schedule);
  Tuner tuner(schedule, schedule.legs(plan.iterations()), Correction::instant);
  tuner.load(problem.run(plan, {}).replicas[0].last.controller);
  const SolveReport report = solve(Expanding{}, {.budget = kBudget});
  EXPECT_FALSE(report.settled());
  ASSERT_TRUE(report.tuning);
  EXPECT_GT(report.tuning->cuts, 0);
  EXPECT_EQ(report.tuning->cuts, tuner.cuts());
  EXPECT_EQ(report.tuning->rho, tuner.contraction());
  EXPECT_EQ(report.tuning->leakage, tuner.leakage());
  ASSERT_EQ(report.tuning->epochs.size(), tuner.records().size());
  EXPECT_EQ(report.tuning->epochs.back().drift, tuner.records().back().drift);
  EXPECT_LT(report.tuning->survey_samples, kBudget / 10);
}

TEST(Solve, BadOptionsAreRefusedBeforeAnythingIsWritten) {
  const testing::TemporaryDirectory directory;
  const std::string store = (directory / "run.db").string();
  const auto refused = [&](SolveOptions options, const std::string& words) {
    options.store = store;
    try {
      solve("rotor", options);
      ADD_FAILURE() << "accepted: " << words;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
    EXPECT_FALSE(std::filesystem::exists(store)) << words;
  };
  refused({.method = "sinle-loop"}, "did you mean 'single-loop'?");
  refused({.method_options = {{"slow_scal", "1"}}}, "no option 'slow_scal'");
  refused({.parameters = {{"rho", "1.7"}}}, "rho = 1.7 must be in (0, 1]");
  refused({.parameters = {{"rho", "0.5"}, {"rho", "0.6"}}}, "parameters set rho twice, to 0.5 and to 0.6");
  refused({.budget = 0}, "budget = 0 must be");
  refused({.seconds = 0}, "seconds = 0 must be above 0");
  refused({.iterations = 100, .seconds = 1}, "seconds = 1 must be left out with --iterations");
  refused({.replicas = 0}, "replicas = 0 must be");
  refused({.y0 = {2, 0}}, "y0 = (2, 0) must be in its set");
  refused({.observe = {"residul"}}, "residul");
  refused({.certify = 100}, "certify = 100 must be");
  refused({.target = 1e-3}, "store = " + store + " must be left out with --target");
  refused({.checkpoint_seconds = 0}, "checkpoint-every = 0 must be above 0");
  refused({.threads = -1}, "threads = -1 must be");
}

TEST(Solve, TellsWhatGoesOnAndWhatCameOfIt) {
  SolveOptions options{.budget = kBudget};
  int opened = 0, begun = 0, results = 0;
  options.watch.said = [&](const SolveEvent& event) {
    opened += std::holds_alternative<event::Opening>(event);
    begun += std::holds_alternative<event::Begun>(event);
  };
  options.watch.result = [&](const SolveReport&) { ++results; };
  const ReportGroup group = solve_each("rotor", {"raw", "single-loop"}, options);
  EXPECT_EQ(group.asked, 2U);
  EXPECT_EQ(group.reports.size(), 2U);
  EXPECT_EQ(opened, 1);
  EXPECT_EQ(begun, 1);
  EXPECT_EQ(results, 2);
}

TEST(Solve, ATargetIsReachedAndCertified) {
  const SolveReport report = solve("rotor", {.target = 0.5});
  ASSERT_TRUE(report.target);
  EXPECT_TRUE(report.target->reached());
  EXPECT_LE(report.certificate->upper, 0.5);
}

/// Whatever the machine makes of so many seconds, the run is that of the samples it was told.
TEST(Solve, SecondsComeToSamplesThatRepeatTheRun) {
  for (const char* method : {"auto", "nested", "halpern"}) {
    const testing::TemporaryDirectory directory;
    const std::string store = (directory / "run.db").string();
    std::uint64_t samples = 0;
    SolveOptions options{.method = method, .seconds = 0.02, .replicas = 3, .store = store};
    options.watch.said = [&](const SolveEvent& event) {
      if (const auto* timed = std::get_if<event::Timed>(&event)) samples = timed->samples;
    };
    const SolveReport asked = solve(Quarter{}, options);
    ASSERT_GT(samples, 0U) << method;
    expect_same(solve(Quarter{}, {.method = method, .budget = samples, .replicas = 3}), asked);
    expect_same(resume(Quarter{}, store)[0].reports[0], asked);
  }
}

/// Trials of a long run are short all the same: nobody sees their progress, and nothing of them is kept.
TEST(Solve, ManySecondsAreNotTriedForLong) {
  const std::atomic<bool> stop{true};
  double sample = 0;
  std::uint64_t samples = 0;
  SolveOptions options{.seconds = 1e7};
  options.watch.stop = &stop;
  options.watch.said = [&](const SolveEvent& event) {
    if (const auto* timed = std::get_if<event::Timed>(&event)) sample = timed->sample, samples = timed->samples;
  };
  EXPECT_EQ(solve("rotor", options).status.ending, Ending::interrupted);
  EXPECT_NEAR(sample * static_cast<double>(samples), 1e7, 0.02e7);
}

/// A run that is asked to stop before it begins ends at its first chunk, whatever the machine does.
TEST(Resume, ReportsAsSolveWouldHaveCertificateIncluded) {
  const testing::TemporaryDirectory directory;
  const std::string store = (directory / "run.db").string();
  const SolveReport whole = solve(Quarter{}, {.budget = kBudget});
  const std::atomic<bool> stop{true};
  SolveOptions options{.budget = kBudget, .store = store};
  options.watch.stop = &stop;
  const SolveReport stopped = solve(Quarter{}, options);
  EXPECT_EQ(stopped.status.ending, Ending::interrupted);
  EXPECT_FALSE(stopped.certificate);
  ASSERT_TRUE(stopped.kept);
  EXPECT_EQ(stopped.kept->path, store);
  EXPECT_EQ(stopped.kept->underway, 1U);
  const std::vector<ReportGroup> groups = resume(Quarter{}, store);
  ASSERT_EQ(groups.size(), 1U);
  ASSERT_EQ(groups[0].reports.size(), 1U);
  ASSERT_TRUE(groups[0].reports[0].certificate);
  expect_same(groups[0].reports[0], whole);
  // What is complete is reported on again, and asking for no certificate gives none.
  expect_same(resume(Quarter{}, store)[0].reports[0], whole);
  EXPECT_FALSE(resume(Quarter{}, store, {.certify = 0})[0].reports[0].certificate);
}

TEST(Resume, OfANamedProblemNeedsTheStoreAlone) {
  const testing::TemporaryDirectory directory;
  const std::string store = (directory / "run.db").string();
  const ReportGroup solved = solve_each("rotor", {"raw", "auto"}, {.budget = kBudget, .replicas = 3, .store = store});
  const std::vector<ReportGroup> groups = resume(store);
  ASSERT_EQ(groups.size(), 1U);
  ASSERT_EQ(groups[0].reports.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) expect_same(groups[0].reports[i], solved.reports[i]);
  EXPECT_THROW(resume(Quarter{}, store), Error);  // another problem's
}

TEST(Compare, HoldsMethodsOnAStructAgainstEachOther) {
  const Comparison done =
      compare(Told{}, {.methods = {"raw", "single-loop"}, .budgets = {1000, 10'000}, .replicas = 4});
  ASSERT_EQ(done.rows.size(), 2U);
  EXPECT_EQ(done.rows[1].label, "single-loop");
  EXPECT_EQ(done.rows[0].values.size(), 2U);
  for (const RowResult& row : done.rows) EXPECT_GT(row.values[1].value, 0) << row.label;
  EXPECT_FALSE(done.interrupted);
  EXPECT_EQ(compare("rotor", {.methods = {"raw"}, .budgets = {1000}, .replicas = 2}).rows.size(), 1U);
  EXPECT_THROW(compare("rotor", {.budgets = {1000, 100}}), Error);
}

TEST(Check, FindsNothingWrongWithASoundStruct) {
  const ProblemCheck done = check(Quarter{});
  EXPECT_EQ(done.problem, "Quarter");
  EXPECT_EQ(done.report.problems(), 0);
  EXPECT_GT(check(Quarter{.gain = 1.5}).report.problems(), 0);  // f expands
}

TEST(Batch, AveragesDrawsAndCountsEachOfThem) {
  const SolveReport report = solve(Told{}, {.budget = kBudget, .batch = 8});
  EXPECT_EQ(report.method.batches, (Batches{8, 8}));
  EXPECT_EQ(report.method.sampling, Sampling::shared);
  EXPECT_EQ(report.counts.fast(), 8 * report.iterations);
  EXPECT_LE(report.counts.total(), kBudget);
  const SolveReport quiet = solve(Expanding{}, {.method = "raw", .budget = 1000, .batch = 4, .certify = 0});
  EXPECT_EQ(quiet.method.batches, (Batches{4, 1}));  // G has no noise
  EXPECT_THROW(solve(Told{}, {.method_options = {{"fast_batch", "2"}}, .batch = 8}), Error);
  EXPECT_THROW(solve(Told{}, {.method = "nested", .batch = 8}), Error);
}

}  // namespace
}  // namespace twoscale
