// auto: its slope and its distance from the statistical limit on rotor, the same answer in any units and coordinates,
// and what it does with a problem that overflows. Fixed seeds; bounds are three standard errors.
#include <gtest/gtest.h>

#include <cstdio>
#include <limits>

#include "testing.hpp"

namespace twoscale {
namespace {

using testing::log_slope;
using testing::Point;
using testing::run_only;
using testing::Slope;

/// rotor in other units and coordinates: x = fast_unit Q x' + shift, y = slow_unit Q y' + shift, Q a turn.
struct Elsewhere {
  double theta = 0.3, rho = 0.5, gain = 4, sigma = 0.3, fast_unit = 1, slow_unit = 1, turn = 0, shift = 0;
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{2.0}, slow_set{1.0};
  std::array<double, 2> slow_start{1, 0}, fast_start{1, 0};
  Rotation rotate, here, back;

  void prepare() {
    rotate = Rotation(theta), here = Rotation(turn), back = Rotation(-turn);
    fast_set = Ball(2 * fast_unit, {shift, shift});
    slow_set = Ball(slow_unit, {shift, shift});
    const Vector<double, 2> start = here(Vector<double, 2>{1, 0});
    for (int i = 0; i < 2; ++i) {
      fast_start[i] = fast_unit * start[i] + shift;
      slow_start[i] = slow_unit * start[i] + shift;
    }
  }

  auto fast(const auto& x, const auto& y, const auto& xi) const {
    const auto u = there(x, fast_unit);
    const auto v = there(y, slow_unit);
    return from(v + (1 - rho) * (u - v) + sigma * xi, fast_unit);
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const {
    const auto u = there(x, fast_unit);
    const auto v = there(y, slow_unit);
    const auto e = u - v;
    return from(rotate(v) + gain * quarter_turn(e) + sigma * zeta, slow_unit);
  }
  auto reduced(const auto& y) const { return from(rotate(there(y, slow_unit)), slow_unit); }
  double limit(double samples) const {  // 2 tr(Sigma) / T, P* = gain / rho times a quarter turn
    return 2 * 2 * sigma * sigma * (1 + gain * gain / (rho * rho)) * slow_unit * slow_unit / samples;
  }

 private:
  template <class V>
  V there(V v, double unit) const {
    for (int i = 0; i < 2; ++i) v[i] = (v[i] - shift) / unit;
    return back(v);
  }
  template <class V>
  V from(const V& v, double unit) const {
    V out = here(v);
    for (int i = 0; i < 2; ++i) out[i] = unit * out[i] + shift;
    return out;
  }
  template <class V>
  static V quarter_turn(const V& v) {
    return {-v[1], v[0]};
  }
};

/// The mean-square residual of auto over the limit.
Mean ratio_to_limit(Elsewhere problem, std::uint64_t samples = 100'000, std::uint32_t replicas = 256) {
  problem.prepare();
  const Plan plan = Plan::for_budget(make_method("auto"), samples);
  Mean out;
  for (const ReplicaResult& r :
       run_only<TunedChoices>(problem, plan, {.seed = 8, .replicas = replicas, .threads = 2}).replicas)
    out.add(*measure(problem, Quantity::residual, r.last) / problem.limit(static_cast<double>(samples)));
  return out;
}

/// The same problem in other units: the same run, number for number, where the units are powers of two.
TEST(Auto, UnitsAreOnlyUnits) {
  const double plain = ratio_to_limit({}).value();
  for (const auto& [fast, slow] : {std::pair(0x1p-10, 1.0), std::pair(1.0, 0x1p10), std::pair(0x1p10, 0x1p-10)}) {
    Elsewhere problem;
    problem.fast_unit = fast, problem.slow_unit = slow;
    EXPECT_EQ(ratio_to_limit(problem).value(), plain) << fast << " " << slow;
  }
}

TEST(Auto, NeitherUnitsNorCoordinatesChangeItsDistanceFromTheLimit) {
  const Mean plain = ratio_to_limit({});
  std::vector<Elsewhere> others;
  for (const double fast : {1e-3, 1e3})
    for (const double slow : {1e-3, 1e3}) {
      others.push_back({.fast_unit = fast, .slow_unit = slow, .turn = 0, .shift = 0});
      others.push_back({.fast_unit = fast, .slow_unit = slow, .turn = 1, .shift = 5});
    }
  others.push_back({.turn = 0.7, .shift = 0});
  others.push_back({.turn = 2.5, .shift = -40});
  for (const Elsewhere& other : others) {
    const Mean there = ratio_to_limit(other);
    std::printf("unit of x %g, of y %g, turned by %g, shifted by %g: %.2f +- %.2f times the limit, against %.2f\n",
                other.fast_unit, other.slow_unit, other.turn, other.shift, there.value(), there.standard_error(),
                plain.value());
    EXPECT_LT(there.value(), 1.5 * plain.value());
    EXPECT_GT(there.value(), plain.value() / 1.5);
  }
}

/// The worst of the angles at each budget: a small angle by itself starts with a residual below the limit of a small
/// budget, and has no slope to show.
TEST(Auto, SlopeIsThatOfTheLimit) {
  std::vector<Point> worst;
  for (const double samples : {3e4, 3e5, 3e6}) {
    worst.push_back({samples, {}});
    for (const double theta : {0.1, 0.3, 1.0, 3.1}) {
      Elsewhere problem;
      problem.theta = theta;
      const Mean ratio = ratio_to_limit(problem, static_cast<std::uint64_t>(samples), samples > 1e6 ? 64 : 256);
      std::printf("%g samples, theta %g: %.2f +- %.2f times the limit\n", samples, theta, ratio.value(),
                  ratio.standard_error());
      if (worst.back().mean.count() == 0 || ratio.value() > worst.back().mean.value()) worst.back().mean = ratio;
    }
  }
  const Slope slope = log_slope(worst);  // of the ratio: one more than that of the residual
  std::printf("slope %.3f +- %.3f in samples\n", slope.value - 1, slope.standard_error);
  EXPECT_LT(slope.standard_error, 0.05) << "too few replicas to say anything";
  EXPECT_LT(slope.value - 1 - 3 * slope.standard_error, -0.9);
  EXPECT_LT(worst.back().mean.value() - 3 * worst.back().mean.standard_error(), 3);
}

/// A fast map that is a contraction near its fixed point only: far from it, it explodes. Noise has a heavy tail, so
/// that large steps get there.
struct Cliff {
  double edge = 6;
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  WholeSpace fast_set;
  Ball slow_set{1.0};
  std::array<double, 1> slow_start{1}, fast_start{1};
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    auto e = x - y;
    e[0] = 0.5 * e[0] + 1e-3 * e[0] * e[0] * e[0] * e[0] * e[0];
    return y + e + 1.0 * (xi[0] * xi[0] * xi[0]) * Vector<double, 1>{1.0};
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return 0.5 * y + 2.0 * (x - y) + 0.3 * zeta; }
  auto reduced(const auto& y) const { return 0.5 * y; }
};

TEST(Auto, PutsBackWhatOverflows) {
  const Plan plan = Plan::for_budget(make_method("auto"), 100'000);
  const Cliff problem;
  int cut = 0;
  for (const ReplicaResult& r : run_only<TunedChoices>(problem, plan, {.seed = 3, .replicas = 32}).replicas) {
    EXPECT_TRUE(r.status.ok()) << r.status.message;
    EXPECT_TRUE(std::isfinite(r.last.answer()[0]));
    const Tuned& schedule = std::get<Tuned>(plan.method().schedule);
    Tuner tuner(schedule, schedule.legs(plan.iterations()), Correction::instant);
    tuner.load(r.last.controller);
    cut += tuner.cuts() > 0 ? 1 : 0;
    EXPECT_LT(*measure(problem, Quantity::residual, r.last), 0.05);
  }
  EXPECT_GT(cut, 0) << "nothing overflowed: the problem is too tame for this test";
}

/// However a run is cut up, and however many replicas go side by side.
TEST(Auto, IsPutBackAtTheSamePlaces) {
  const Plan plan = Plan::for_iterations(make_method("auto"), 3000);
  const Cliff problem;
  const auto whole = run<Cliff, 1, TunedChoices>(problem, plan, {.seed = 3, .replicas = 5});
  const auto wide = run<Cliff, 8, TunedChoices>(problem, plan, {.seed = 3, .replicas = 5});
  for (std::uint32_t replica = 0; replica < 5; ++replica) {
    EXPECT_EQ(whole.replicas[replica].last, wide.replicas[replica].last);
    Snapshot at = detail::initial_snapshot(problem, {});
    at.replica = replica;
    for (std::uint64_t stop = 37; at.iteration < plan.iterations(); stop += 37) {
      Batch part = batch_of<Cliff, 1, TunedChoices>(problem, plan, 3, std::span(&at, 1));
      while (part.iteration() < std::min(stop, plan.iterations())) part.advance(std::min(stop, plan.iterations()));
      at = deserialise(serialise(part.result(0).last));
    }
    EXPECT_EQ(at, whole.replicas[replica].last);
  }
}

/// F is not a number whatever the steps are: said after twenty cuts, with the last finite state.
struct Broken : Cliff {
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    auto out = Cliff::fast(x, y, xi);
    out[0] = out[0] * std::numeric_limits<double>::quiet_NaN();
    return out;
  }
};

TEST(Auto, SaysSoWhenSmallerStepsDoNotHelp) {
  const Plan plan = Plan::for_budget(make_method("auto"), 100'000);
  const ReplicaResult r = run_only<TunedChoices>(Broken{}, plan).replicas[0];
  EXPECT_EQ(r.status.ending, Ending::diverged);
  EXPECT_TRUE(std::isfinite(r.last.fast[0]));
  EXPECT_NE(r.status.message.find("Try"), std::string::npos);
}

}  // namespace
}  // namespace twoscale
