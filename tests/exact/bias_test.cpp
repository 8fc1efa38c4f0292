// First-order bias of the raw oracle, second-order bias of the corrected one and of the Newton point
// ([P] Prop. bias-order, Lemma newton-point).
#include <gtest/gtest.h>

#include "testing.hpp"

#define TWOSCALE_ENTRY make_rotor_to_test
#include "../zoo/rotor.cpp"
#undef TWOSCALE_ENTRY
#define TWOSCALE_ENTRY make_rotor_curved_to_test
#include "../zoo/rotor_curved.cpp"
#undef TWOSCALE_ENTRY

namespace twoscale {
namespace {

using V = Vector<Real, 2>;

/// Points of the slow set and directions of the fast error, fixed.
std::vector<std::pair<V, V>> points_and_directions() {
  std::vector<std::pair<V, V>> out;
  for (int i = 0; i < 16; ++i) {
    const double radius = (i % 4 + 1) / 4.0, angle = 0.7 * i, direction = 1.1 + 2.3 * i;
    out.push_back({V{radius * std::cos(angle), radius * std::sin(angle)}, V{std::cos(direction), std::sin(direction)}});
  }
  return out;
}

TEST(Rotor, RawBiasIsExactlyTheLeakAndTheCorrectionRemovesIt) {
  Rotor problem;
  prepare(problem);
  const Truth<Rotor> truth(problem);
  for (const auto& [y, direction] : points_and_directions())
    for (const double size : {1.0, 0.1, 1e-3}) {
      const V e = size * direction;
      const V leak = problem.gain * V{-e[1], e[0]};
      EXPECT_LE(norm(truth.raw_bias(y + e, y) - leak).lane(0), 1e-13);
      EXPECT_LE(norm(truth.corrected_bias(y + e, y)).lane(0), 1e-13);
      EXPECT_LE(norm(truth.newton_bias(y + e, y)).lane(0), 1e-13);
    }
}

struct BiasSlopes {
  double raw, corrected, newton;
};

BiasSlopes worst_slopes(const Truth<RotorCurved>& truth) {
  std::vector<double> size, raw, corrected, newton;
  for (double e = 1e-1; e > 1e-4; e /= 2) {
    double worst[3] = {};
    for (const auto& [y, direction] : points_and_directions()) {
      const V x = y + e * direction;
      worst[0] = std::max(worst[0], norm(truth.raw_bias(x, y)).lane(0));
      worst[1] = std::max(worst[1], norm(truth.corrected_bias(x, y)).lane(0));
      worst[2] = std::max(worst[2], norm(truth.newton_bias(x, y)).lane(0));
    }
    size.push_back(e);
    raw.push_back(worst[0]);
    corrected.push_back(worst[1]);
    newton.push_back(worst[2]);
  }
  return {testing::exact_slope(size, raw), testing::exact_slope(size, corrected), testing::exact_slope(size, newton)};
}

TEST(RotorCurved, BiasIsFirstOrderRawAndSecondOrderCorrected) {
  RotorCurved problem;
  prepare(problem);
  const BiasSlopes slopes = worst_slopes(Truth<RotorCurved>(problem));
  EXPECT_NEAR(slopes.raw, 1.00, 0.02);
  EXPECT_NEAR(slopes.corrected, 2.00, 0.05);
  EXPECT_NEAR(slopes.newton, 2.00, 0.05);
}

TEST(RotorCurved, BiasStaysUnderTheConstantsOfThePaper) {
  RotorCurved problem;
  prepare(problem);
  const Truth<RotorCurved> truth(problem);
  const double mu = 1 - problem.rho + problem.curvature;  // |df/dx| <= mu, everywhere
  const double L1 = problem.gain + problem.curvature;     // |dg/dx|
  const double L2 = 2 * problem.curvature;                // Lipschitz constants of df/dx and dg/dx, added
  const double Lf = problem.curvature;
  for (const auto& [y, direction] : points_and_directions())
    for (double e = 1.0; e > 1e-4; e /= 3) {
      const V x = y + e * direction;
      EXPECT_LE(norm(truth.raw_bias(x, y)).lane(0), L1 * e);
      EXPECT_LE(norm(truth.corrected_bias(x, y)).lane(0), L2 / 2 * (1 + L1 / (1 - mu)) * e * e);
      EXPECT_LE(norm(truth.newton_point(x, y) - y).lane(0), Lf / (2 * (1 - mu)) * e * e);
      EXPECT_LE(norm(truth.newton_bias(x, y)).lane(0), L1 * Lf / (2 * (1 - mu)) * e * e);
    }
}

TEST(RotorCurved, OneNoisySampleInTheNewtonPointBiasesItByTheNoise) {
  // With newton_batch = 1 the noise goes through the curved g; the mean f or a large batch has no such bias.
  RotorCurved problem;
  problem.curvature = 0.45;
  problem.derivative_noise = 0;
  prepare(problem);
  auto mean_query = [&](double batch) {
    Samples<RotorCurved, 8> samples(problem, 3, 0);
    State<RotorCurved, 8> state;
    NewtonOracle oracle;
    oracle.newton_batch = batch;
    Mean first;
    for (int i = 0; i < 20000; ++i) {
      const auto H = oracle.query(samples, state, 0);  // it preconditions nothing
      for (int lane = 0; lane < 8; ++lane) first.add(H[0].lane(lane));
    }
    return first;
  };
  const Mean exact = mean_query(0), noisy = mean_query(1), averaged = mean_query(16);
  EXPECT_LT(std::abs(exact.value()), 4 * exact.standard_error());
  EXPECT_GT(noisy.value(), 8 * noisy.standard_error());
  EXPECT_LT(averaged.value(), noisy.value() / 8);
}

}  // namespace
}  // namespace twoscale
