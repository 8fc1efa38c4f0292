// solve_to: what it spends, where attempts start, how it ends; and that a target it says it reached is reached, though
// it stops as soon as it may say so.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <twoscale/measure/solve_to.hpp>

#include "testing.hpp"

namespace twoscale {
namespace {

TargetResult search(const AnyProblem& problem, const Method& method, const TargetOptions& options) {
  return solve_to(
      problem.evaluator(), [&](std::uint64_t budget) { return Plan::for_budget(method, budget); },
      [&](const Plan& plan, const RunOptions& run) { return problem.run(plan, run); }, options);
}

std::uint64_t drawn(const TargetResult& result) {
  std::uint64_t sum = 0;
  for (const Attempt& attempt : result.attempts)
    sum += attempt.solved.last.counts.total() + (attempt.certificate ? attempt.certificate->samples : 0) +
           (attempt.pilot ? attempt.pilot->samples : 0);
  return sum;
}

TEST(SolveTo, StopsAtTheFirstCertificateThatIsLowEnough) {
  const auto problem = make_problem("rotor");
  const TargetResult result = search(*problem, make_method("single-loop"), {.target = 0.02});
  ASSERT_EQ(result.ending, TargetEnding::reached);
  EXPECT_EQ(result.best, result.attempts.size() - 1);
  EXPECT_LE(result.answer().certificate->upper, 0.02);
  for (std::size_t i = 0; i + 1 < result.attempts.size(); ++i) {
    EXPECT_GT(result.attempts[i].certificate->upper, 0.02);
    EXPECT_GE(result.attempts[i + 1].budget, 2 * result.attempts[i].budget);
  }
  EXPECT_EQ(result.samples, drawn(result));
  EXPECT_LT(result.samples, 1000000u);
  EXPECT_FALSE(result.suggested_budget);
}

TEST(SolveTo, AttemptsGoOnWhereTheLastEndedWithFreshSamples) {
  const auto problem = make_problem("rotor");
  const Method method = make_method("single-loop");
  std::vector<RunOptions> asked;
  TargetOptions options{.target = 1e-6, .budget = 200000};
  options.run.seed = 3;
  const TargetResult result = solve_to(
      problem->evaluator(), [&](std::uint64_t budget) { return Plan::for_budget(method, budget); },
      [&](const Plan& plan, const RunOptions& run) {
        if (run.replicas > 0) asked.push_back(run);
        return problem->run(plan, run);
      },
      options);
  ASSERT_EQ(asked.size(), result.attempts.size());
  ASSERT_GE(asked.size(), 3u);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Attempt& attempt = result.attempts[i];
    EXPECT_EQ(asked[i].seed, 3u);
    EXPECT_EQ(asked[i].first_replica, i);
    if (i > 0) {
      EXPECT_EQ(asked[i].slow_start, result.attempts[i - 1].answer());
      EXPECT_EQ(asked[i].fast_start, result.attempts[i - 1].solved.last.fast);
    }
    // The certificate is one that anybody could have made of this y, with samples of its own.
    CertificateOptions alone{.seed = 3, .replica = static_cast<std::uint32_t>(i), .preconditioner = {}};
    alone.budget = std::max<std::uint64_t>(attempt.budget / 3 * 2, 4096), alone.most_looks = 3;
    alone.confidence = 1 - 0.05 * (i == 0 ? 0.25 : std::ldexp(1.0, -static_cast<int>(i))), alone.one_sided = true;
    CertificateSequence sequence(problem->evaluator(), attempt.solved.last.fast, attempt.answer(), alone);
    Certificate again = sequence.next();
    while (again.look < attempt.certificate->look) again = sequence.next();
    EXPECT_EQ(again.upper, attempt.certificate->upper);
    // Noise keeps all of them above such a target: the first look sees that, and only the last goes on.
    EXPECT_EQ(attempt.certificate->look, i + 1 < asked.size() ? 1 : attempt.certificate->looks);
  }
}

TEST(SolveTo, SaysWhenTheBudgetEndsAndWhatMightDo) {
  const auto problem = make_problem("rotor");
  const TargetResult result = search(*problem, make_method("single-loop"), {.target = 1e-3, .budget = 200000});
  EXPECT_EQ(result.ending, TargetEnding::budget);
  ASSERT_TRUE(result.suggested_budget);
  EXPECT_GE(*result.suggested_budget, 400000u);
  for (const Attempt& attempt : result.attempts)
    EXPECT_GE(attempt.certificate->upper, result.answer().certificate->upper);
  // All of it was spent, but for what is too little for an iteration or was saved by an early look.
  EXPECT_GT(result.samples, 160000u);
}

TEST(SolveTo, ARequestToStopEndsSolvesAndCertificates) {
  const auto problem = make_problem("rotor");
  const Method method = make_method("single-loop");
  Progress progress;
  TargetOptions options{.target = 1e-6};
  options.run.progress = &progress;
  options.done = [&](int attempt, const Attempt&) { progress.stop = attempt == 2; };
  const TargetResult solving = search(*problem, method, options);
  EXPECT_EQ(solving.ending, TargetEnding::interrupted);
  ASSERT_EQ(solving.attempts.size(), 3u);
  EXPECT_FALSE(solving.attempts[2].certificate);
  EXPECT_TRUE(solving.answer().certificate);

  progress.stop = false, options.done = {};
  const TargetResult certifying = solve_to(
      problem->evaluator(), [&](std::uint64_t budget) { return Plan::for_budget(method, budget); },
      [&](const Plan& plan, const RunOptions& run) {
        RunResult result = problem->run(plan, run);
        progress.stop = run.replicas > 0;
        return result;
      },
      options);
  EXPECT_EQ(certifying.ending, TargetEnding::interrupted);
  ASSERT_EQ(certifying.attempts.size(), 1u);
  EXPECT_TRUE(certifying.attempts[0].solved.status.ok());
  EXPECT_FALSE(certifying.attempts[0].certificate);
  EXPECT_EQ(certifying.best, 0u);
}

TEST(SolveTo, RefusesNonsense) {
  const auto problem = make_problem("rotor");
  const auto refusal = [&](const TargetOptions& options) -> std::string {
    try {
      search(*problem, make_method("single-loop"), options);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal({.target = 0}), "target = 0 must be positive and finite");
  EXPECT_EQ(refusal({.target = std::nan("")}), "target = nan must be positive and finite");
  EXPECT_EQ(refusal({.confidence = 1}), "confidence = 1 must be in (0, 1)");
  EXPECT_EQ(refusal({.budget = 8191}),
            "budget = 8191 must be at least 8192 with a target: a certificate of 4,096 samples and as many for the "
            "solve");
}

RC_GTEST_PROP(SolveTo, NeverSpendsMoreThanItsBudget, ()) {
  const auto problem = make_problem(*rc::gen::element<std::string>("rotor", "lipschitz-only", "scalar-floor"));
  const bool smooth = problem->abilities().smooth;
  Method method = make_method(smooth ? *rc::gen::element<std::string>("single-loop", "raw", "nested") : "raw");
  if (smooth && method.name == "single-loop" && *rc::gen::arbitrary<bool>())
    set_option(method, "preconditioner", "neumann");  // has a pilot
  TargetOptions options;
  options.budget = *rc::gen::inRange<std::uint64_t>(kLeastTargetBudget, 200000);
  options.target = std::pow(10.0, -*rc::gen::inRange(0, 7));
  options.run.seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const TargetResult result = search(*problem, method, options);
  const std::uint64_t pilot = result.attempts[0].pilot ? result.attempts[0].pilot->samples : 0;
  RC_ASSERT(result.samples == drawn(result) + pilot);  // it is looked at once before
  RC_ASSERT(result.samples <= options.budget);
  RC_ASSERT((result.ending == TargetEnding::reached) == (result.answer().certificate->upper <= options.target));
  for (const Attempt& attempt : result.attempts) RC_ASSERT(attempt.samples <= attempt.budget);
}

struct Case {
  const char* method;
  double target;
};

/// Over 1,000 seeds, three standard errors. Every attempt and every look is a chance to be wrong; so is a y that cannot
/// be good: raw stays near 0.085 on rotor, and the targets below it are reached by wrong certificates alone.
TEST(SolveTo, WhatItSaysItReachedIsReached) {
  constexpr int kSeeds = 1000;
  const double allowed = 0.05 * kSeeds + 3 * std::sqrt(0.05 * 0.95 * kSeeds);
  const auto problem = make_problem("rotor");
  for (const Case& tried :
       {Case{"single-loop", 0.05}, Case{"single-loop", 0.02}, Case{"raw", 0.08}, Case{"raw", 0.09}}) {
    int reached = 0, wrong = 0, attempts = 0;
    for (int seed = 0; seed < kSeeds; ++seed) {
      TargetOptions options{.target = tried.target, .budget = 65536};
      options.run.seed = static_cast<std::uint64_t>(seed);
      const TargetResult result = search(*problem, make_method(tried.method), options);
      attempts += static_cast<int>(result.attempts.size());
      if (result.ending != TargetEnding::reached) continue;
      ++reached, wrong += *problem->squared_residual(result.answer().answer()) > tried.target;
    }
    const std::string name = std::string(tried.method) + "_" + std::to_string(tried.target);
    ::testing::Test::RecordProperty(name + "_reached", reached);
    ::testing::Test::RecordProperty(name + "_wrong", wrong);
    ::testing::Test::RecordProperty(name + "_attempts", attempts);
    EXPECT_LE(wrong, allowed) << name;
    // Where there is something to be reached, few of those reached are wrong, too.
    if (tried.method == std::string("raw")) continue;
    EXPECT_LE(wrong, 0.05 * reached + 3 * std::sqrt(0.0475 * reached)) << name;
  }
}

}  // namespace
}  // namespace twoscale
