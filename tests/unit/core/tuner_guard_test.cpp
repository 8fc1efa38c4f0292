// Tuner: noise from trouble, and how a run ends. Readings made by hand.
#include <gtest/gtest.h>

#include <limits>

#include "unit/core/tuned_run.hpp"

namespace twoscale {
namespace {

using testing::Seen;
using testing::TunedRun;
using Reason = Finding::Reason;

/// Noise that grows where a pull leads y, up to a thousand times, or that was not there at first: no step is cut.
TEST(TunerGuard, NoiseThatGrowsIsNoise) {
  for (const double first : {0.0, 1e-6, 2.0}) {
    TunedRun run;
    run.pass_survey(testing::survey(), {.pull = 1, .noise = first});
    for (const double noise : {0.01, 1.0, 30.0}) run.pass_epoch(50, {.noise = noise});
    run.pass_epoch(0.5, {.noise = 30});
    EXPECT_EQ(run.tuner.cuts(), 0) << first;
  }
}

/// Noise that carries y farther than its pull ever could, and was not there: back, with a smaller slow step and the
/// same fast one. The next time so much of it is noise.
TEST(TunerGuard, GoesBackWhenTheNoiseBlowsUp) {
  TunedRun run;
  run.pass_survey();
  run.pass_epoch(1);
  const double slow = run.tuner.steps().slow;
  const Tuner::Decision decision = run.pass_moving(1, {.noise = 1e9, .point = {1e6, 0}});
  EXPECT_TRUE(decision.restore);
  EXPECT_EQ(decision.point, (std::vector<double>{3, -1}));  // where it was last looked at
  EXPECT_EQ(run.tuner.answer(), decision.point);
  EXPECT_EQ(run.tuner.cuts(), 1);
  EXPECT_EQ(run.tuner.records().back().lost, 1);
  run.pass_look();
  EXPECT_LE(run.tuner.steps().slow, slow / 4);
  EXPECT_GE(run.tuner.steps().fast, 2 * run.tuner.steps().slow);
  EXPECT_FALSE(run.pass_moving(1, {.noise = 150}).restore);
}

/// A step on a non-expansive map never makes the residual larger.
TEST(TunerGuard, GoesBackWhenTheResidualGrows) {
  TunedRun run;
  run.pass_survey();
  run.pass_epoch(1);
  const double slow = run.tuner.steps().slow;
  run.pass_moving(1, {.point = {70, 0}});
  const Tuner::Decision decision = run.pass(Seen{.pull = 50, .point = {70, 0}}.reading());
  EXPECT_TRUE(decision.restore);
  EXPECT_EQ(decision.point, (std::vector<double>{3, -1}));
  EXPECT_LE(run.tuner.steps().slow, slow / 4);
}

/// Noise carried y to where there is far more of it, and no pull to speak of was ever seen: whether the residual has
/// grown could not be told there. Where a pull was seen, it could.
TEST(TunerGuard, GoesBackWhenNoiseCarriedYAstray) {
  const auto cuts_after = [](double first_pull, double noise, double drift) {
    TunedRun run;
    run.pass_survey(testing::survey(), {.pull = first_pull, .noise = 1});
    run.pass_epoch(0.5, {.noise = 1});
    for (int i = 0; i < 2; ++i) run.pass_epoch(drift, {.noise = noise});
    return run.tuner.cuts();
  };
  EXPECT_EQ(cuts_after(1e-3, 3000, 0.5), 2);
  EXPECT_EQ(cuts_after(1e-3, 20, 0.5), 1);  // the second time so much is let through
  EXPECT_EQ(cuts_after(1e-3, 2.5, 0.5), 0);
  EXPECT_EQ(cuts_after(1e-3, 3000, 100), 0);  // a pull took it there
}

/// By and by, too: each epoch more than twice as noisy as the one before, and no pull to speak of.
TEST(TunerGuard, GoesBackWhenNoiseCarriesYAstrayByAndBy) {
  TunedRun run;
  run.pass_survey(testing::survey(), {.pull = 1e-3, .noise = 1});
  run.pass_epoch(0.5, {.noise = 2.5});
  EXPECT_EQ(run.tuner.cuts(), 0);
  const double travel = run.travel(), length = run.length();
  run.pass_epoch(0.5, {.noise = 7});
  EXPECT_EQ(run.tuner.cuts(), 1);
  // Noise that multiplies y grew by exp(kappa B^2 / L) = 7: half of kappa B^2 / L = 1 is left to the epochs to come.
  EXPECT_LE(run.travel() * run.travel() / run.length(), 0.5 * travel * travel / length / std::log(7) * (1 + 1e-12));
}

/// A short look, or one of heavy tails, may have missed noise or met too much of it: then more is let through.
TEST(TunerGuard, ALookThatCannotTellLetsMoreThrough) {
  TunedRun run;
  run.pass_survey(testing::survey(), {.pull = 1e-3, .noise = 1});
  LegReading heavy = Seen{.pull = 1e-3, .noise = 5}.reading();
  heavy.kurtosis = 10;
  run.pass(heavy);
  run.pass_look({.noise = 5});
  EXPECT_EQ(run.tuner.cuts(), 0);
}

/// More noise on the way than at both of its ends: the motion made it, and the next epochs travel less.
TEST(TunerGuard, MotionThatStirsNoiseTravelsLess) {
  const auto allowed_after = [](double in_motion, double pull) {
    TunedRun run;
    run.pass_survey(testing::survey(), {.pull = pull});
    while (run.legs[run.at + 3].kind != Leg::Kind::rest) run.pass_epoch(0.3);
    const double slow = run.tuner.steps().slow, before = slow * slow * run.length();  // B^2 / L
    run.pass_moving(0.3, {.noise = in_motion});
    run.pass_look();
    const double next = run.tuner.steps().slow;
    return next * next * (run.length() + run.length(run.at + 1)) / before;
  };
  const double calm = allowed_after(2, 1);
  EXPECT_EQ(allowed_after(2.4, 1), calm);  // within what noise gives
  EXPECT_NEAR(allowed_after(4, 1), std::min(calm, 0.5 / std::log(2)), 1e-9);
  EXPECT_NEAR(allowed_after(16, 1), 0.5 / std::log(8), 1e-9);
  EXPECT_EQ(allowed_after(16, 10), calm);  // so much the pull at the start could make of it
}

/// In the last epoch, too: what its first part stirred is left out, and the rest goes on from before with smaller
/// steps.
TEST(TunerGuard, AFirstPartThatStirsNoiseIsLeftOut) {
  for (const double in_motion : {4.0, 40.0}) {
    TunedRun run;
    run.pass_survey();
    run.pass_to_last();
    const double slow = run.tuner.steps().slow;
    const Tuner::Decision decision = run.pass_moving(0.3, {.noise = in_motion, .point = {60, 0}});
    EXPECT_EQ(decision.restore, in_motion > 6);
    EXPECT_EQ(run.tuner.steps().slow <= slow / 4, in_motion > 6);
    run.pass_moving(0.3, {.point = {9, 1}}), run.pass_look({.point = {9, 1}});
    EXPECT_EQ(run.tuner.answer()[0] == 9, in_motion > 6);
    EXPECT_EQ(run.tuner.finding().ending, Ending::settled);
  }
}

TEST(TunerGuard, OnlyWhatDoesNotHelpIsBlamedOnX) {
  TunedRun run;
  run.pass_survey();
  const auto lose = [&] {
    const double fast = run.tuner.steps().fast;
    run.pass_moving(1, {.noise = std::numeric_limits<double>::infinity()});
    return fast;
  };
  lose(), run.pass_look();
  const double second = run.tuner.steps().fast;
  lose(), run.pass_look();
  EXPECT_GE(run.tuner.steps().fast, second / 4);  // shorter only because the epoch is longer
  const double third = lose();
  run.pass_look();
  EXPECT_LE(run.tuner.steps().fast, third / 4);
}

TEST(TunerGuard, WhatIsNotFiniteIsLost) {
  TunedRun run;
  run.pass_survey();
  EXPECT_TRUE(run.pass_moving(1, {.noise = std::numeric_limits<double>::infinity()}).restore);
  run.pass_look();
  // A replica that overflowed within an epoch was put back and cut there: what the rest measured is not used either.
  const std::vector<double> before = run.tuner.answer();
  EXPECT_TRUE(run.tuner.cut());
  EXPECT_FALSE(run.pass_moving(1).restore);
  EXPECT_EQ(run.tuner.answer(), before);
  EXPECT_EQ(run.tuner.cuts(), 2);
}

TEST(TunerGuard, ACutInTheSurveyDoesNotStopY) {
  TunedRun run;
  EXPECT_TRUE(run.tuner.cut());
  EXPECT_EQ(run.tuner.steps().fast, 0.3 / 4);
  run.pass_survey();
  EXPECT_GT(run.tuner.steps().slow, 0);
  EXPECT_LE(run.tuner.steps().fast, 0.3 / 4);
}

TEST(TunerGuard, GivesUpAfterTwentyCuts) {
  TunedRun run;
  run.pass_survey();
  for (int i = 0; i < 19; ++i) EXPECT_TRUE(run.tuner.cut());
  EXPECT_FALSE(run.tuner.cut());
}

/// Noise at rest is less than noise in motion: y moves too fast, and what drifts is hidden.
TEST(TunerGuard, MotionThatMakesNoiseIsSlowedDown) {
  TunedRun run;
  run.pass_survey();
  run.pass_epoch(0.3);
  const double slow = run.tuner.steps().slow;
  run.pass_moving(0.5, {.noise = 200});
  run.pass_look({.noise = 2});
  EXPECT_LE(run.tuner.steps().slow, slow / 2);
  EXPECT_GT(run.tuner.records().back().drift, 20);
}

// --- endings

struct Ended {
  double drift = 0.3;  // in the last epoch
  Seen last = {}, look = {};
  Finding finding() {
    TunedRun run;
    run.pass_survey();
    run.pass_to_last();
    run.pass_moving(drift, last), run.pass_moving(drift, last);
    run.pass(look.reading());
    return run.tuner.finding();
  }
};

TEST(TunerEnding, Settled) {
  EXPECT_EQ(Ended{}.finding().ending, Ending::settled);
  EXPECT_EQ(TunedRun({}, 0).tuner.finding().reason, Reason::too_short);
}

TEST(TunerEnding, StillMoving) {
  Ended moving{.drift = 30};
  EXPECT_EQ(moving.finding().ending, Ending::still_moving);
  EXPECT_EQ(moving.finding().reason, Reason::slow_drift);
  EXPECT_GT(moving.finding().number, 30);  // over what noise gives in the whole run
}

/// No noise to speak of: what is left of the pull at the start is nothing.
TEST(TunerEnding, NextToNothingLeftIsSettled) {
  Ended quiet{.drift = 30, .last = {.noise = 1e-14}, .look = {.pull = 1e-7, .noise = 1e-14}};
  EXPECT_EQ(quiet.finding().ending, Ending::settled);
  quiet.last.noise = quiet.look.noise = 1e-5;
  EXPECT_EQ(quiet.finding().ending, Ending::still_moving);
}

TEST(TunerEnding, AnAnswerThatDoesNotHoldHasNotSettled) {
  Ended doubtful{.look = {.pull = 0.3}};
  EXPECT_EQ(doubtful.finding().ending, Ending::still_moving);
  EXPECT_EQ(doubtful.finding().reason, Reason::doubt);
}

/// Noise at rest in the last look that no pull led to, where the residual at the start is too large to be hidden by it.
TEST(TunerEnding, NoiseThatNobodyExpectedHasNotSettled) {
  const auto finding = [](double noise) {
    TunedRun run;
    run.pass_survey();
    while (!run.over()) {
      const bool last = run.at + 3 >= run.legs.size();
      if (run.kind() != Leg::Kind::look) run.pass_moving(0.3, {.noise = last ? noise : 2});
      else run.pass_look({.pull = last ? 0.0 : 1.0, .noise = last ? noise : 2});
    }
    return run.tuner.finding();
  };
  EXPECT_EQ(finding(15).ending, Ending::settled);
  EXPECT_EQ(finding(30).ending, Ending::still_moving);
  EXPECT_EQ(finding(30).reason, Reason::astray);
  EXPECT_NEAR(finding(30).number, 15, 1e-9);
}

/// Where the motion of the last part made far more noise than there is at rest, the epoch before has the better answer.
TEST(TunerEnding, AnAverageOfStirredNoiseIsLost) {
  for (const double in_motion : {10.0, 30.0}) {
    TunedRun run;
    run.pass_survey();
    run.pass_to_last();
    const double before = run.tuner.answer()[0];
    run.pass_moving(0.3), run.pass_moving(0.3, {.noise = in_motion, .point = {9, 1}}), run.pass_look({.point = {9, 1}});
    EXPECT_EQ(run.tuner.finding().ending, in_motion > 16 ? Ending::lost : Ending::settled);
    EXPECT_EQ(run.tuner.answer()[0] == before, in_motion > 16);
  }
}

TEST(TunerEnding, XThatHasNotArrivedHasNotSettled) {
  TunedRun run;
  run.pass_survey();
  run.pass_to_last();
  for (int part = 0; part < 2; ++part) {
    LegReading reading = Seen{.pull = 1e-4}.reading();
    reading.mean_fast = {1.0 + part, 0};
    reading.fast[0] = {.noise = 1e-4, .leak = 1, .raw = 1};
    reading.fast_way = {std::sqrt(30 * 1e-4 * run.length()), 0}, reading.fast_late_way = {reading.fast_way[0] / 2, 0};
    run.pass(reading);
  }
  run.pass_look();
  EXPECT_EQ(run.tuner.finding().ending, Ending::still_moving);
  EXPECT_EQ(run.tuner.finding().reason, Reason::fast_drift);
}

TEST(TunerEnding, LostAndRunningAway) {
  Ended lost{.last = {.noise = std::numeric_limits<double>::infinity()}};
  EXPECT_EQ(lost.finding().ending, Ending::lost);
  Ended away{.look = {.pull = 50}};
  EXPECT_EQ(away.finding().ending, Ending::running_away);
  TunedRun run;
  run.pass_survey();
  while (!run.over())
    if (run.kind() == Leg::Kind::look) run.pass_look();
    else run.pass_moving(1, {.noise = std::numeric_limits<double>::infinity()});
  EXPECT_EQ(run.tuner.finding().ending, Ending::running_away);
}

}  // namespace
}  // namespace twoscale
