// Trail: whether y still moves, from where it was in the last third of a run. Walks made by hand.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include <twoscale/run/trail.hpp>

namespace twoscale {
namespace {

struct Plane {
  static constexpr Shape shape{.fast = 1, .slow = 2, .fast_noise = 0, .slow_noise = 0};
};
using Y = SlowVector<Plane, Real>;

/// y after k iterations is walk(k); looked at where the marks say.
template <class Walk>
Finding judged(std::uint64_t iterations, Walk&& walk) {
  Y y;
  Trail trail(iterations, [&y] { return LaneNumbers(y); });
  std::uint64_t next = 0;
  for (std::uint64_t k = 0; k <= iterations; ++k) {
    y = walk(k, y);
    if (k != next) continue;
    trail.at_mark(k, 1);
    next = trail.next_mark(k);
  }
  return trail.finding(0);
}

/// Steps of normal noise, with a drift, and a pull towards zero.
struct Walk {
  double drift = 0, pull = 0, noise = 1;
  std::uint64_t seed = 1;
  std::mt19937_64 engine{seed};
  Y operator()(std::uint64_t k, const Y& y) {
    std::normal_distribution<double> normal(0, noise);
    if (k == 0) return Y{Real(3.0), Real(0.0)};
    return Y{Real((1 - pull) * y[0].lane(0) + drift + normal(engine)),
             Real((1 - pull) * y[1].lane(0) + normal(engine))};
  }
};

TEST(Trail, NoiseAloneHasSettled) {
  int moving = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Walk walk{.pull = seed % 2 ? 0.01 : 0.0, .seed = seed, .engine = std::mt19937_64(seed)};
    moving += judged(9600, std::ref(walk)).ending != Ending::settled;
  }
  // A walk without a pull goes three standard errors in one of two directions once in some hundreds of times.
  EXPECT_LE(moving, 4);
}

TEST(Trail, ADriftIsSeen) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Walk walk{.drift = 0.2, .seed = seed, .engine = std::mt19937_64(seed)};
    const Finding seen = judged(9600, std::ref(walk));
    EXPECT_EQ(seen.ending, Ending::still_moving);
    EXPECT_NEAR(seen.number, 1600 * 0.04 / 2,
                25);  // the smaller half: length drift^2 over the noise of both coordinates
  }
}

TEST(Trail, FasterAndFasterRunsAway) {
  const Finding seen = judged(3000, [](std::uint64_t k, const Y&) {
    return Y{Real(std::exp(0.01 * static_cast<double>(k))), Real(0.0)};
  });
  EXPECT_EQ(seen.ending, Ending::running_away);
}

/// Far beyond what squares can hold: not settled, whatever it does there.
TEST(Trail, BeyondTheSquaresItRunsAway) {
  const Finding seen = judged(3000, [](std::uint64_t k, const Y&) {
    return Y{Real(std::exp(0.15 * static_cast<double>(k))), Real(1.0)};
  });
  EXPECT_EQ(seen.ending, Ending::running_away);
}

/// A rule that moves y once in many iterations, as minibatches do: every stretch that is looked at has a jump in it, so
/// that the drift passes for noise there. That all ways are the same tells.
TEST(Trail, ADriftInRareJumpsIsSeen) {
  for (const double jump : {0.01, -3.0}) {
    const Finding seen = judged(19200, [jump](std::uint64_t k, const Y& y) {
      return k == 0 ? Y{Real(3.0), Real(0.0)} : k % 400 == 10 ? Y{y[0] + Real(jump), y[1]} : y;
    });
    EXPECT_EQ(seen.ending, Ending::still_moving);
  }
}

/// Without noise: arrived, or on its way.
TEST(Trail, WithoutNoiseArrivedIsArrived) {
  const auto decay = [](double rate) {
    return [rate](std::uint64_t k, const Y&) { return Y{Real(std::exp(-rate * static_cast<double>(k))), Real(0.0)}; };
  };
  EXPECT_EQ(judged(3000, decay(0.1)).ending, Ending::settled);
  EXPECT_EQ(judged(3000, decay(1e-3)).ending, Ending::still_moving);
  EXPECT_EQ(judged(3000, decay(0)).ending, Ending::settled);  // it is where it started, which is said elsewhere
}

TEST(Trail, AShortRunCannotBeJudged) {
  for (const std::uint64_t iterations : {0, 1, 20, 90})
    EXPECT_EQ(judged(iterations, Walk{}).reason, Finding::Reason::too_short) << iterations;
  EXPECT_NE(judged(200, Walk{}).reason, Finding::Reason::too_short);
}

RC_GTEST_PROP(Trail, MarksGoOnToTheEnd, ()) {
  const auto iterations = *rc::gen::inRange<std::uint64_t>(0, 100'000);
  const TrailMarks marks(iterations);
  std::uint64_t at = 0;
  int looks = 0, ended = 0;
  while (at < iterations) {
    const std::uint64_t next = marks.next(at);
    RC_ASSERT(next > at);
    RC_ASSERT(next <= iterations);
    at = next;
    ended += marks.judged() && marks.ends_stretch(at);
    RC_ASSERT(++looks < 60);
  }
  if (marks.judged()) RC_ASSERT(ended >= 16);
}

}  // namespace
}  // namespace twoscale
