// The decisions of a tuned run without a correction: only separation keeps the error of x from y, and H says slowly how
// noisy it is.
#include <gtest/gtest.h>

#include "unit/core/tuned_run.hpp"

namespace twoscale {
namespace {

using testing::kHorizon;
using testing::Seen;
using testing::TunedRun;

double separation(const TunedRun& run) { return run.tuner.steps().fast / run.tuner.steps().slow; }

TunedRun begun(bool corrected, double asked = 16) {
  Tuned schedule;
  schedule.separation = asked;
  TunedRun run(schedule, kHorizon, corrected);
  run.pass_survey();
  return run;
}

TEST(RawTuner, KeepsItsSeparationFromTheFirstEpochOn) {
  TunedRun run = begun(false);
  for (; run.legs[run.at].kind == Leg::Kind::epoch && run.at + 3 < run.legs.size(); run.pass_epoch(0.3))
    EXPECT_GE(separation(run), 16 * (1 - 1e-12)) << run.at;
  EXPECT_LT(separation(begun(true)), 16) << "a correction leaves y as fast as x";
}

TEST(RawTuner, SeparatesMoreAfterAnEpochThatWasLost) {
  TunedRun run = begun(false);
  const double fast = run.tuner.steps().fast;
  run.pass_epoch(0.3, {.noise = 1e12});
  EXPECT_NEAR(separation(run), 64, 1e-9);
  EXPECT_NEAR(run.tuner.steps().fast, fast, 1e-12) << "x is not slowed down: that was not what went wrong";
}

TEST(RawTuner, TakesTheNoiseOfAveragesFromBlocksAtRest) {
  for (const bool corrected : {true, false}) {
    TunedRun run = begun(corrected);
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

}  // namespace
}  // namespace twoscale
