// Tuner: the decisions of a tuned run, from readings made by hand. No problem, no noise: what goes in decides what
// comes out, and units do not.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include <twoscale/core/error.hpp>
#include <twoscale/schedule/tuner.hpp>

namespace twoscale {
namespace {

constexpr std::uint64_t kHorizon = 50'000;

/// A survey of two fast numbers: A = rho I, with noise that makes E|A|_F^2 as given.
LegReading survey(double rho = 0.5, double square = 2) {
  LegReading out;
  out.contraction = rho, out.derivative_square = square, out.fast_numbers = 2, out.leakage = 3;
  return out;
}
/// An epoch of length L whose drift is `drift` times what noise gives.
LegReading epoch(double length, double drift, double noise = 2, double unit = 1) {
  LegReading out;
  const double pull = std::sqrt(drift * noise / length);
  out.mean_point = {3 * unit, -1 * unit};
  out.mean_pull = out.late_pull = {pull * unit, 0};
  out.noise = noise * unit * unit;
  return out;
}
double length_of(const std::vector<Leg>& legs, std::size_t i) { return static_cast<double>(legs[i].length); }

struct TunedRun {
  explicit TunedRun(Tuned schedule = {}, std::uint64_t horizon = kHorizon)
      : legs(schedule.legs(horizon)), tuner(schedule, legs) {}
  /// Up to the first epoch.
  void pass_survey(const LegReading& reading = survey(), double unit = 1) {
    tuner.finish(reading);
    tuner.finish(reading);
    LegReading look;
    look.noise = 2 * unit * unit;
    tuner.finish(look);
    at = 3;
  }
  Tuner::Decision pass_epoch(double drift, double noise = 2, double unit = 1) {
    return tuner.finish(epoch(length_of(legs, at++), drift, noise, unit));
  }
  double slow_over_length() const { return tuner.steps().slow * length_of(legs, at); }

  std::vector<Leg> legs;
  Tuner tuner;
  std::size_t at = 0;
};

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
    const bool moves = leg.kind == Leg::Kind::epoch || leg.kind == Leg::Kind::rest;
    RC_ASSERT(!epochs || moves);  // nothing stands still once y has moved
    epochs = epochs || moves;
    end = leg.end();
  }
  RC_ASSERT(end == horizon);
  RC_ASSERT(epochs == (horizon > 0));
}

TEST(Legs, TheLastEpochHasMostOfARun) {
  const auto legs = Tuned{}.legs(kHorizon);
  EXPECT_EQ(legs.back().kind, Leg::Kind::rest);
  EXPECT_GT(length_of(legs, legs.size() - 1) + length_of(legs, legs.size() - 2), 0.6 * kHorizon);
  EXPECT_NEAR(length_of(legs, legs.size() - 1), 2 * length_of(legs, legs.size() - 2), 2);
  EXPECT_EQ(legs[0].kind, Leg::Kind::settle);
  EXPECT_EQ(legs[1].kind, Leg::Kind::survey);
  EXPECT_EQ(legs[2].kind, Leg::Kind::look);
  EXPECT_EQ(legs[2].end(), kHorizon / 50);
}

TEST(Tuner, StandsStillUntilTheSurveyIsOver) {
  TunedRun run;
  EXPECT_EQ(run.tuner.steps().slow, 0);
  EXPECT_GT(run.tuner.steps().fast, 0);
  run.pass_survey();
  EXPECT_EQ(run.tuner.contraction(), 0.5);
  EXPECT_EQ(run.tuner.leakage(), 3);
  EXPECT_GT(run.tuner.steps().slow, 0);
  EXPECT_TRUE(run.tuner.answer().empty());
}

TEST(Tuner, WithoutDriftTravelsTheLeast) {
  TunedRun run;
  run.pass_survey();
  const Tuned schedule;
  while (run.at + 2 < run.legs.size()) {
    EXPECT_NEAR(run.tuner.steps().slow,
                std::min(schedule.largest_slow_step, schedule.least_travel / length_of(run.legs, run.at)), 1e-15);
    EXPECT_EQ(run.pass_epoch(1).point, (std::vector<double>{3, -1}));
  }
  const double whole = length_of(run.legs, run.at) + length_of(run.legs, run.at + 1);
  EXPECT_NEAR(run.tuner.steps().slow, schedule.least_travel / whole, 1e-15);
  EXPECT_TRUE(run.pass_epoch(1).point.empty());  // the last epoch goes on as it is
  EXPECT_NEAR(run.tuner.steps().slow, schedule.least_travel / whole, 1e-15);
  run.pass_epoch(1);
  EXPECT_NEAR(run.tuner.answer()[0], 3, 1e-15);
}

/// The plan's steps are those of a run in which nothing happens.
TEST(Tuner, WithoutDriftTakesTheStepsThePlanShows) {
  TunedRun run;
  run.pass_survey();
  while (run.at < run.legs.size()) {
    const Steps planned = Tuned{}.at(run.legs[run.at].start, kHorizon);
    EXPECT_NEAR(run.tuner.steps().slow, planned.slow, 1e-15) << run.at;
    EXPECT_NEAR(run.tuner.steps().fast, std::min(planned.fast, 0.5 * 0.5 * 2 / 2), 1e-15) << run.at;
    run.pass_epoch(1);
  }
  EXPECT_EQ(Tuned{}.at(0, kHorizon).slow, 0);
  EXPECT_EQ(Tuned{}.at(0, 0).slow, 0);
}

TEST(Tuner, DriftMakesTheNextEpochTravelFarther) {
  const auto travel_after = [](double drift) {
    TunedRun run;
    run.pass_survey();
    for (int i = 0; i < 2; ++i) run.pass_epoch(0);
    run.pass_epoch(drift);
    return run.slow_over_length();
  };
  const Tuned schedule;
  EXPECT_NEAR(travel_after(schedule.drift_threshold), schedule.least_travel, 1e-9);
  const double far = travel_after(20);
  EXPECT_GT(far, 2 * schedule.least_travel);
  EXPECT_GT(travel_after(40), far);
  EXPECT_NEAR(travel_after(1e9), travel_after(1e12), 1e-9);  // one epoch says no more than so much
}

TEST(Tuner, StepsStayBelowTheirCaps) {
  TunedRun run;
  run.pass_survey(survey(0.5, 1000));  // A so noisy that P must learn slowly
  while (run.at < run.legs.size()) {
    const Steps steps = run.tuner.steps();
    EXPECT_LE(steps.slow, Tuned{}.largest_slow_step);
    EXPECT_LE(steps.fast, Tuned{}.largest_fast_step);
    EXPECT_LE(steps.preconditioner, 0.5 * 0.5 * 2 / 1000);
    EXPECT_GE(steps.fast, steps.slow);
    run.pass_epoch(1e6);
  }
}

TEST(Tuner, WithoutDerivativesContractionComesFromHowXMoves) {
  TunedRun run;
  LegReading reading;
  reading.fast_correlation = -0.5 * 0.3 * 0.7;  // -a rho / 2 at a = 0.3, rho = 0.7
  run.pass_survey(reading);
  EXPECT_NEAR(run.tuner.contraction(), 0.7, 1e-12);
}

/// A way that was done in the first half of an epoch is not a way still to go.
TEST(Tuner, DriftThatIsOverDoesNotCount) {
  TunedRun run;
  run.pass_survey();
  LegReading reading = epoch(length_of(run.legs, run.at++), 100);
  reading.late_pull = {0, 0};
  run.tuner.finish(reading);
  EXPECT_NEAR(run.slow_over_length(), Tuned{}.least_travel, 1e-9);
}

/// The last epoch: a third that saw a drift is left out of the answer, and the rest starts from its mean and goes
/// faster.
TEST(Tuner, TheLastEpochAsksItselfOnce) {
  for (const bool drifts : {false, true}) {
    TunedRun run;
    run.pass_survey();
    while (run.at + 2 < run.legs.size()) run.pass_epoch(0);
    const double before = run.tuner.steps().slow, part = length_of(run.legs, run.at),
                 rest = length_of(run.legs, run.at + 1);
    EXPECT_EQ(run.pass_epoch(drifts ? 8 : 1).point.empty(), !drifts);
    EXPECT_EQ(run.tuner.steps().slow > before, drifts);
    LegReading reading = epoch(rest, 0);
    reading.mean_point = {6, 1};
    run.tuner.finish(reading);
    const double share = drifts ? 0 : part / (part + rest);
    EXPECT_NEAR(run.tuner.answer()[0], share * 3 + (1 - share) * 6, 1e-12);
  }
}

/// The same run in other units: the same steps to the last bit, where the unit is a power of two.
TEST(Tuner, UnitsDoNotMatter) {
  for (const double unit : {0x1p-10, 0x1p10}) {
    TunedRun one, other;
    one.pass_survey(), other.pass_survey(survey(), unit);
    for (const double drift : {100.0, 9.0, 0.3, 5.0}) {
      one.pass_epoch(drift), other.pass_epoch(drift, 2, unit);
      EXPECT_EQ(one.tuner.steps().slow, other.tuner.steps().slow);
      EXPECT_EQ(one.tuner.steps().fast, other.tuner.steps().fast);
    }
  }
}

TEST(Tuner, GoesBackWhenTheNoiseExplodes) {
  TunedRun run;
  run.pass_survey();
  run.pass_epoch(1);
  const std::vector<double> before = run.tuner.answer();
  const double step = run.tuner.steps().slow;
  const Tuner::Decision decision = run.pass_epoch(1, 2 * 11);
  EXPECT_TRUE(decision.restore);
  EXPECT_TRUE(decision.point.empty());
  EXPECT_EQ(run.tuner.answer(), before);
  EXPECT_EQ(run.tuner.cuts(), 1);
  EXPECT_LE(run.tuner.steps().slow, step / 4);
  EXPECT_EQ(run.tuner.records().back().lost, 1);
  EXPECT_FALSE(run.pass_epoch(1).restore);
}

TEST(Tuner, WhatIsNotFiniteIsLost) {
  TunedRun run;
  run.pass_survey();
  EXPECT_TRUE(run.pass_epoch(1, std::numeric_limits<double>::infinity()).restore);
  EXPECT_TRUE(run.tuner.answer().empty());
  // A replica that overflowed within an epoch was put back and cut there: what the rest measured is not used either.
  EXPECT_TRUE(run.tuner.cut());
  EXPECT_FALSE(run.pass_epoch(1).restore);
  EXPECT_TRUE(run.tuner.answer().empty());
  EXPECT_EQ(run.tuner.cuts(), 2);
}

TEST(Tuner, ACutInTheSurveyDoesNotStopY) {
  TunedRun run;
  EXPECT_TRUE(run.tuner.cut());
  EXPECT_EQ(run.tuner.steps().fast, 0.3 / 4);
  run.pass_survey();
  EXPECT_GT(run.tuner.steps().slow, 0);
  EXPECT_LE(run.tuner.steps().fast, 0.3 / 4);
}

TEST(Tuner, GivesUpAfterTwentyCuts) {
  TunedRun run;
  run.pass_survey();
  for (int i = 0; i < 19; ++i) EXPECT_TRUE(run.tuner.cut());
  EXPECT_FALSE(run.tuner.cut());
}

TEST(Tuner, NumbersBringItBack) {
  TunedRun run;
  run.pass_survey();
  run.pass_epoch(10), run.pass_epoch(1, 200), run.tuner.cut();
  std::vector<double> numbers = run.tuner.numbers();
  numbers.push_back(42);
  Tuner again(Tuned{}, run.legs);
  EXPECT_EQ(again.load(numbers).size(), 1U);
  EXPECT_EQ(again.numbers(), run.tuner.numbers());
  const LegReading next = epoch(length_of(run.legs, run.at), 7);
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
    Tuner again(Tuned{}, run.legs);
    EXPECT_THROW(again.load(std::span(numbers).first(kept)), Error) << kept;
  }
}

}  // namespace
}  // namespace twoscale
