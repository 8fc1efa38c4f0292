// Tuner: the decisions of a tuned run, from readings made by hand. What goes in decides what comes out, and units do
// not.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include <twoscale/core/error.hpp>

#include "unit/core/tuned_run.hpp"

namespace twoscale {
namespace {

using testing::kHorizon;
using testing::Seen;
using testing::survey;
using testing::TunedRun;

RC_GTEST_PROP(Legs, CoverTheRunOneAfterTheOther, ()) {
  const auto horizon = *rc::gen::inRange<std::uint64_t>(0, 3'000'000);
  Tuned schedule;
  schedule.survey_share = *rc::gen::element(0.0, 0.02, 0.5);
  schedule.epoch_growth = *rc::gen::element(1.5, 3.0, 10.0);
  std::uint64_t end = 0;
  bool epochs = false;
  for (const Leg& leg : schedule.legs(horizon)) {
    RC_ASSERT(leg.start == end);
    RC_ASSERT(leg.length > 0);
    const bool surveys = leg.kind == Leg::Kind::settle || leg.kind == Leg::Kind::survey;
    RC_ASSERT(!epochs || !surveys);  // that is over once y has moved
    epochs = epochs || leg.kind == Leg::Kind::epoch;
    end = leg.end();
  }
  RC_ASSERT(end == horizon);
  RC_ASSERT(epochs == (horizon > 0));
}

TEST(Legs, AnEpochEndsWithALookAndTheLastIsMostOfTheRun) {
  const auto legs = Tuned{}.legs(kHorizon);
  for (std::size_t i = 3; i + 1 < legs.size(); ++i) {
    if (legs[i].kind != Leg::Kind::look) continue;
    const auto epoch = static_cast<double>(legs[i - 1].length + legs[i].length);
    const double look = std::min(epoch, std::sqrt(4096 * epoch)) / 16;  // a sixteenth, and less of long ones
    EXPECT_NEAR(static_cast<double>(legs[i].length), std::max(look, 16.0), 1) << i;
  }
  const std::size_t last = legs.size() - 1;
  EXPECT_EQ(legs[last].kind, Leg::Kind::look);
  EXPECT_EQ(legs[last - 1].kind, Leg::Kind::rest);
  EXPECT_EQ(legs[last - 2].kind, Leg::Kind::epoch);
  EXPECT_NEAR(legs[last - 1].length, 2 * legs[last - 2].length, 2);
  EXPECT_GT(legs[last - 2].length + legs[last - 1].length, 0.6 * kHorizon);
  EXPECT_EQ(legs[0].kind, Leg::Kind::settle);
  EXPECT_EQ(legs[1].kind, Leg::Kind::survey);
  EXPECT_EQ(legs[2].kind, Leg::Kind::look);
  EXPECT_EQ(legs[2].end(), kHorizon / 50);
}

TEST(Tuner, StandsStillUntilTheSurveyIsOverAndInEveryLook) {
  TunedRun run;
  EXPECT_EQ(run.tuner.steps().slow, 0);
  EXPECT_GT(run.tuner.steps().fast, 0);
  run.pass_survey();
  EXPECT_EQ(run.tuner.contraction(), 0.5);
  EXPECT_EQ(run.tuner.leakage(), 3);
  EXPECT_TRUE(run.tuner.answer().empty());
  while (!run.over()) {
    EXPECT_EQ(run.tuner.steps().slow > 0, run.kind() != Leg::Kind::look) << run.at;
    EXPECT_GT(run.tuner.steps().fast, 0);
    if (run.kind() == Leg::Kind::look) run.pass_look();
    else run.pass_moving(1);
  }
}

/// The plan's steps are those of a run in which nothing happens.
TEST(Tuner, WithoutDriftTakesTheStepsThePlanShows) {
  TunedRun run;
  run.pass_survey();
  while (!run.over()) {
    const Steps planned = Tuned{}.at(run.legs[run.at].start, kHorizon);
    EXPECT_NEAR(run.tuner.steps().slow, planned.slow, 1e-15) << run.at;
    EXPECT_NEAR(run.tuner.steps().fast, std::min(planned.fast, 0.5 * 0.5 * 2 / 2), 1e-15) << run.at;
    if (run.kind() == Leg::Kind::look) run.pass_look();
    else run.pass_moving(0.3);
  }
  EXPECT_EQ(Tuned{}.at(0, kHorizon).slow, 0);
  EXPECT_EQ(Tuned{}.at(0, 0).slow, 0);
}

TEST(Tuner, DriftMakesTheNextEpochTravelFarther) {
  const auto travel_after = [](double drift) {
    TunedRun run;
    run.pass_survey();
    for (int i = 0; i < 2; ++i) run.pass_epoch(0.3);
    run.pass_epoch(drift);
    return run.travel();
  };
  const Tuned schedule;
  EXPECT_NEAR(travel_after(schedule.drift_threshold), schedule.least_travel, 1e-9);
  const double far = travel_after(2);
  EXPECT_GT(far, 2 * schedule.least_travel);
  EXPECT_GT(travel_after(4), far);
  EXPECT_NEAR(travel_after(1e9), travel_after(1e12), 1e-9);  // one epoch says no more than so much
}

/// A pull that is far below the noise is not followed with steps by which noise would carry y away.
TEST(Tuner, APullThatIsNotHeardIsNotFollowedFar) {
  const auto first_travel = [](double pull) {
    TunedRun run;
    run.pass_survey(survey(), {.pull = pull});
    const double look = run.length(run.at - 1);
    EXPECT_LE(run.travel(), std::max(1.0, run.length() * (pull * pull / 2 + 2 / look)) * (1 + 1e-12)) << pull;
    return run.travel();
  };
  EXPECT_EQ(first_travel(10), Tuned{}.least_travel);
  EXPECT_LT(first_travel(0.2), 0.4 * Tuned{}.least_travel);
  EXPECT_GE(first_travel(0), 1);
  // In the end epochs are so long that every pull is heard.
  TunedRun run;
  run.pass_survey(survey(), {.pull = 0});
  run.pass_to_last();
  EXPECT_NEAR(run.tuner.steps().slow * (run.length() + run.length(run.at + 1)), Tuned{}.least_travel, 1e-9);
}

/// Within the last epoch no look is left to see what a far larger step did.
TEST(Tuner, TheLastEpochRaisesItsStepByLittle) {
  TunedRun run;
  run.pass_survey();
  run.pass_to_last();
  const double before = run.tuner.steps().slow;
  run.pass_moving(1000);
  EXPECT_NEAR(run.tuner.steps().slow, 4 * before, 1e-12);
}

TEST(Tuner, TravelThatIsNotNeededShrinksAgain) {
  TunedRun run;
  run.pass_survey();
  for (int i = 0; i < 2; ++i) run.pass_epoch(0.3);
  run.pass_epoch(20);
  const double far = run.travel();
  run.pass_epoch(0.3);
  EXPECT_NEAR(run.travel(), far, 1e-9 * far);  // it may be what keeps the drift down
  run.pass_epoch(0.001);
  EXPECT_LT(run.travel(), 0.5 * far);
}

/// Nine directions are quiet by now; the tenth drowns in the sum, not alone.
TEST(Tuner, ADriftInOneDirectionIsSeen) {
  const auto travel_after = [](double along) {
    TunedRun run;
    run.pass_survey();
    for (int i = 0; i < 3; ++i) {
      Seen seen;
      seen.point = seen.end = {3 + 0.1 * i, -1};  // goes on in the first direction
      run.pass_epoch(0.3, seen);
    }
    Seen seen{.pull = 0, .noise = 2};
    LegReading reading = seen.reading();
    reading.noise_along[0] = 0.02;
    reading.mean_pull[0] = reading.late_pull[0] =
        std::copysign(std::sqrt(std::abs(along) * 0.02 / run.length()), along);
    run.pass(reading);
    run.pass_look();
    return run.travel();
  };
  EXPECT_NEAR(travel_after(1), Tuned{}.least_travel, 1e-9);
  EXPECT_NEAR(travel_after(-1), Tuned{}.least_travel, 1e-9);
  EXPECT_GT(travel_after(30), 5 * Tuned{}.least_travel);
}

/// x goes on in one direction. Where P cancels that, let it; where not, the fast step grows.
TEST(Tuner, ADriftOfXMattersWherePDoesNotCancelIt) {
  const auto fast_after = [](double leak, double raw = 1) {
    TunedRun run;
    run.pass_survey();
    for (int i = 0; i < 4; ++i) {
      LegReading reading = Seen{.pull = 1e-3}.reading();
      reading.mean_fast = {1.0 * i, 0};
      const double L = run.length();
      reading.fast[0] = {.noise = 1e-4, .leak = leak, .raw = raw};
      reading.fast_way = {std::sqrt(100 * 1e-4 * L), 0}, reading.fast_late_way = {reading.fast_way[0] / 2, 0};
      run.pass(reading);
      run.pass_look();
    }
    return run.tuner.steps().fast;
  };
  EXPECT_GT(fast_after(1), 2 * fast_after(0.01));
  EXPECT_EQ(fast_after(0.01), fast_after(0));
  EXPECT_EQ(fast_after(0, 0), fast_after(0));   // x does not reach y at all
  EXPECT_EQ(fast_after(0, -1), fast_after(1));  // nothing is known of the leak: the worst is assumed
}

TEST(Tuner, StepsStayBelowTheirCaps) {
  TunedRun run;
  run.pass_survey(survey(0.5, 1000));  // A so noisy that P must learn slowly
  while (!run.over()) {
    const Steps steps = run.tuner.steps();
    EXPECT_LE(steps.slow, Tuned{}.largest_slow_step);
    EXPECT_LE(steps.fast, 0.5 * 0.5 * 2 / 1000);
    EXPECT_LE(steps.preconditioner, 0.5 * 0.5 * 2 / 1000);
    if (run.kind() == Leg::Kind::look) run.pass_look();
    else run.pass_moving(1e6);
  }
}

TEST(Tuner, AWayThatIsDoneDoesNotCount) {
  TunedRun run;
  run.pass_survey();
  run.pass_epoch(100, {.late = 0});
  EXPECT_NEAR(run.travel(), Tuned{}.least_travel, 1e-9);
}

/// Far from settled, the mean of an epoch lies behind its end: y goes on from there, and the answer is there.
TEST(Tuner, WhereYHasFarToGoTheEndCounts) {
  for (const double late : {0.1, 2.0}) {  // nearer at the end; turning about
    TunedRun run;
    run.pass_survey();
    const Seen seen{.late = late, .point = {3, -1}, .end = {8, -1}};
    const Tuner::Decision decision = run.pass_moving(1e6, seen);
    EXPECT_EQ(decision.point.empty(), late < 1);
    EXPECT_EQ(run.tuner.answer()[0], late < 1 ? 8 : 3);
  }
}

/// The last epoch: a third that saw a drift is left out of the answer, and the rest starts from its mean and goes
/// faster.
TEST(Tuner, TheLastEpochAsksItselfOnce) {
  for (const bool drifts : {false, true}) {
    TunedRun run;
    run.pass_survey();
    run.pass_to_last();
    const double before = run.tuner.steps().slow, part = run.length(), rest = run.length(run.at + 1);
    EXPECT_EQ(run.pass_moving(drifts ? 8 : 1).point.empty(), !drifts);
    EXPECT_EQ(run.tuner.steps().slow > before, drifts);
    const Tuner::Decision end = run.pass_moving(0, {.point = {6, 1}});
    const double share = drifts ? 0 : part / (part + rest);
    EXPECT_NEAR(run.tuner.answer()[0], share * 3 + (1 - share) * 6, 1e-12);
    EXPECT_EQ(end.point, run.tuner.answer());  // to be looked at
  }
}

/// What the last look saw of the answer is averaged into it.
TEST(Tuner, TheLastLookCounts) {
  TunedRun run;
  run.pass_survey();
  run.pass_to_last();
  run.pass_moving(0.3), run.pass_moving(0.3);
  const double before = run.tuner.answer()[0], look = run.length(),
               all = look + run.length(run.at - 1) + run.length(run.at - 2);
  run.pass(Seen{.pull = 0.01}.reading());
  EXPECT_NEAR(run.tuner.answer()[0], before + 0.01 * look / all, 1e-6);
}

/// The same run in other units: the same steps to the last bit, where the unit is a power of two.
TEST(Tuner, UnitsDoNotMatter) {
  for (const double unit : {0x1p-10, 0x1p10}) {
    TunedRun one, other;
    one.pass_survey(), other.pass_survey(survey(), {.pull = 1, .unit = unit});
    for (const double drift : {100.0, 9.0, 0.3, 5.0}) {
      one.pass_epoch(drift), other.pass_epoch(drift, {.unit = unit});
      EXPECT_EQ(one.tuner.steps().slow, other.tuner.steps().slow);
      EXPECT_EQ(one.tuner.steps().fast, other.tuner.steps().fast);
    }
    one.pass_rest();
    while (!other.over())
      other.kind() == Leg::Kind::look ? other.pass_look({.unit = unit})
                                      : static_cast<void>(other.pass_moving(0.3, {.unit = unit}));
    EXPECT_EQ(one.tuner.finding().ending, other.tuner.finding().ending);
  }
}

TEST(Tuner, NumbersBringItBack) {
  TunedRun run;
  run.pass_survey();
  run.pass_epoch(10), run.pass_epoch(1, {.noise = 1e12}), run.tuner.cut();
  std::vector<double> numbers = run.tuner.numbers();
  numbers.push_back(42);
  Tuner again(Tuned{}, run.legs, Correction::instant);
  EXPECT_EQ(again.load(numbers).size(), 1U);
  EXPECT_EQ(again.numbers(), run.tuner.numbers());
  const LegReading next = Seen{.pull = 0.1}.reading();
  run.tuner.finish(next), again.finish(next);
  EXPECT_EQ(again.numbers(), run.tuner.numbers());
  EXPECT_EQ(again.steps().slow, run.tuner.steps().slow);
}

TEST(Tuner, RefusesNumbersThatAreNotItsOwn) {
  TunedRun run;
  run.pass_survey();
  run.pass_epoch(1);
  const std::vector<double> numbers = run.tuner.numbers();
  for (std::size_t kept = 0; kept < numbers.size(); ++kept) {
    Tuner again(Tuned{}, run.legs, Correction::instant);
    EXPECT_THROW(again.load(std::span(numbers).first(kept)), Error) << kept;
  }
}

}  // namespace
}  // namespace twoscale
