// The decisions of a tuned run without a correction: only separation keeps the error of x from y, and H says slowly how
// noisy it is.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "unit/core/tuned_run.hpp"

namespace twoscale {
namespace {

using testing::kHorizon;
using testing::Seen;
using testing::TunedRun;

double separation(const TunedRun& run) { return run.tuner.steps().fast / run.tuner.steps().slow; }

TunedRun begun(Correction correction, double asked = 16) {
  Tuned schedule;
  schedule.separation = asked;
  TunedRun run(schedule, kHorizon, correction);
  run.pass_survey();
  return run;
}

TEST(RawTuner, KeepsItsSeparationFromTheFirstEpochOn) {
  TunedRun run = begun(Correction::none);
  for (; run.legs[run.at].kind == Leg::Kind::epoch && run.at + 3 < run.legs.size(); run.pass_epoch(0.3))
    EXPECT_GE(separation(run), 16 * (1 - 1e-12)) << run.at;
  EXPECT_LT(separation(begun(Correction::instant)), 16) << "a correction leaves y as fast as x";
}

TEST(RawTuner, SeparatesMoreAfterAnEpochThatWasLost) {
  TunedRun run = begun(Correction::none);
  const double fast = run.tuner.steps().fast;
  run.pass_epoch(0.3, {.noise = 1e12});
  EXPECT_NEAR(separation(run), 64, 1e-9);
  EXPECT_NEAR(run.tuner.steps().fast, fast, 1e-12) << "x is not slowed down: that was not what went wrong";
}

TEST(RawTuner, TakesTheNoiseOfAveragesFromBlocksAtRest) {
  for (const Correction correction : {Correction::instant, Correction::none, Correction::followed}) {
    const bool corrected = correction == Correction::instant;
    TunedRun run = begun(correction);
    run.pass_moving(0.3);
    LegReading look = Seen{.pull = 0, .noise = 2}.reading();
    look.long_noise = 50;
    run.pass(look);
    EXPECT_EQ(run.tuner.records().back().rest_noise, corrected ? 2 : 50);
    // What then looks like a drift in a single iteration's noise is none in that of an average.
    run.pass_moving(20);
    EXPECT_EQ(run.tuner.records().back().drift > 1, corrected);
  }
}

/// Where no drift asks for more, x takes no larger steps than curvature allows, and y keeps its distance from them.
TEST(RawTuner, CurvatureHoldsXBackAndYWithIt) {
  Tuned bent;
  bent.separation = 16, bent.bend = 50;
  for (const Correction correction : {Correction::none, Correction::followed}) {
    TunedRun run(bent, kHorizon, correction);
    run.pass_survey();
    while (run.legs[run.at + 1].kind != Leg::Kind::rest) {
      const double most = bent.straight_step(run.tuner.noise(), run.length());
      EXPECT_LE(run.tuner.steps().fast, most * (1 + 1e-12));
      EXPECT_GE(separation(run), (correction == Correction::none ? 16 : 2) * (1 - 1e-12));
      run.pass_epoch(0.3);
    }
  }
  EXPECT_EQ(Tuned{}.straight_step(1, 100), std::numeric_limits<double>::infinity());
}

/// A rotation that comes back through x grows with (lag beta / alpha)^2 times travel: that is held.
TEST(RawTuner, FartherTravelTakesMoreSeparation) {
  Tuned schedule;
  schedule.separation = 16, schedule.lag = 8;
  TunedRun run(schedule, kHorizon, Correction::none);
  run.pass_survey();
  double farthest = 0;
  for (; run.legs[run.at + 1].kind != Leg::Kind::rest; run.pass_epoch(20)) {
    const double travel = run.travel(), growth = std::pow(schedule.lag / separation(run), 2) * travel;
    EXPECT_LE(growth, 5 * (1 + 1e-9)) << "travel " << travel;
    farthest = std::max(farthest, travel);
  }
  EXPECT_GT(farthest, 60) << "too short to tell";
}

/// What was measured before the run is held to grow as what one iteration says does, F's by itself and G's by itself.
TEST(RawTuner, KnowsTheNoiseOfAveragesFromBeforeTheRun) {
  Tuned schedule;
  schedule.fast_noise = 300, schedule.slow_noise = 5;
  TunedRun run(schedule, kHorizon, Correction::none);
  const auto seen = [](double fast, double slow) {
    LegReading out = Seen{.pull = 0.1, .noise = slow}.reading();
    out.fast_square = fast;
    return out;
  };
  const auto pass = [&](double fast, double slow) {  // E|F|^2 and E|G|^2, whatever the steps
    const double step = run.tuner.steps().fast;
    run.pass(seen(fast * step * step, slow));
  };
  while (run.kind() != Leg::Kind::look) pass(1, 2);
  pass(1, 2);
  EXPECT_NEAR(run.tuner.noise(), 305, 1e-9);
  pass(1, 2);
  EXPECT_NEAR(run.tuner.records().back().noise, 305, 1e-9);
  pass(4, 6);
  EXPECT_NEAR(run.tuner.records().back().rest_noise, 1215, 1e-9);
}

}  // namespace
}  // namespace twoscale
