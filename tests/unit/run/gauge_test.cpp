// What a leg of a tuned run measures: sums against sums by hand, lane by lane, and P from a survey against C A^-1.
#include <gtest/gtest.h>

#include <array>

#include <twoscale/run/gauge.hpp>
#include <twoscale/run/survey.hpp>

namespace twoscale {
namespace {

/// x in R^2, y in R^2; derivatives with noise of their own draw.
struct Linear {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 4, .slow_noise = 4};
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    auto out = y + x;
    for (int i = 0; i < 2; ++i) out[i] = y[i] + (0.5 + 0.1 * i + 0.2 * xi[i]) * x[i] + 0.3 * x[1 - i] + xi[2 + i];
    return out;
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const {
    auto out = y + x;
    for (int i = 0; i < 2; ++i) out[i] = y[i] + (2.0 - i + 0.5 * zeta[i]) * x[i] - x[1 - i] + zeta[2 + i];
    return out;
  }
};

/// f hardly contracts, and its derivative is all noise.
struct Noisy : Linear {
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    auto out = y + x;
    for (int i = 0; i < 2; ++i) out[i] = (0.99 + 3.0 * xi[i]) * x[i];
    return out;
  }
};

constexpr int kLanes = 4;
using Slow = SlowVector<Linear, Pack<double, kLanes>>;

TEST(Gauge, ReadsWhatASumByHandDoes) {
  constexpr int kSteps = 7;
  Gauge<Linear, kLanes> gauge(Linear::shape);
  gauge.view().begin(kSteps);
  const auto value = [](int step, int lane, int i) { return std::sin(1.0 + 3 * step + 5 * lane + 7 * i); };
  const auto way = [](int lane) { return std::vector<double>{std::cos(lane), std::sin(lane)}; };
  for (int lane = 0; lane < kLanes; ++lane)
    gauge.view().sums.slow_directions[1].set_lane(lane, way(lane)),
        gauge.view().sums.fast_directions[2].set_lane(lane, way(lane + 1));
  for (int k = 0; k < kSteps; ++k) {
    Slow point, estimate, fast, move;
    for (int lane = 0; lane < kLanes; ++lane)
      for (int i = 0; i < 2; ++i) {
        point[i].set_lane(lane, value(k, lane, i));
        estimate[i].set_lane(lane, value(k, lane, i + 2));
        move[i].set_lane(lane, value(k, lane, i + 4));
        fast[i].set_lane(lane, value(k, lane, i + 6));
      }
    gauge.add(point, estimate, fast, move);
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    const LegReading reading = gauge.view().reading(lane);
    double jumps = 0, products = 0, squares = 0, along = 0, fast_along = 0, fourths = 0, nearby = 0;
    std::vector<double> each;  // squared jumps
    for (int k = 1; k < kSteps; ++k) {
      double square = 0, part = 0, fast_part = 0;
      for (int i = 0; i < 2; ++i) {
        const double jump =
            (value(k, lane, i + 2) - value(k, lane, i)) - (value(k - 1, lane, i + 2) - value(k - 1, lane, i));
        square += jump * jump, part += way(lane)[i] * jump;
        fast_part += way(lane + 1)[i] * (value(k, lane, i + 4) - value(k - 1, lane, i + 4));
      }
      each.push_back(square), along += part * part, fast_along += fast_part * fast_part;
    }
    for (std::size_t k = 0; k < each.size(); ++k)
      fourths += each[k] * each[k], nearby += k > 1 ? each[k] * each[k - 2] : 0;
    EXPECT_NEAR(reading.kurtosis, fourths / nearby, 1e-12);
    EXPECT_NEAR(reading.noise_along[1], along / (2 * (kSteps - 1)), 1e-13);
    EXPECT_EQ(reading.noise_along[0], 0);
    EXPECT_NEAR(reading.fast[2].noise, fast_along / (2 * (kSteps - 1)), 1e-13);
    for (int i = 0; i < 2; ++i) {
      double points = 0, pulls = 0, late = 0, fasts = 0, ways = 0, late_ways = 0;
      for (int k = 0; k < kSteps; ++k) {
        const auto pull = [&](int at) { return value(at, lane, i + 2) - value(at, lane, i); };
        points += value(k, lane, i), pulls += pull(k), late += k >= 3 ? pull(k) : 0;
        if (k > 0) jumps += std::pow(pull(k) - pull(k - 1), 2);
        if (k > 0) products += value(k, lane, i + 4) * value(k - 1, lane, i + 4);
        squares += std::pow(value(k, lane, i + 4), 2);
        fasts += value(k, lane, i + 6), ways += value(k, lane, i + 4), late_ways += k >= 3 ? value(k, lane, i + 4) : 0;
      }
      EXPECT_NEAR(reading.mean_fast[i], fasts / kSteps, 1e-14);
      EXPECT_NEAR(reading.fast_way[i], ways, 1e-13);
      EXPECT_NEAR(reading.fast_late_way[i], late_ways, 1e-13);
      EXPECT_EQ(reading.end_pull[i], value(kSteps - 1, lane, i + 2) - value(kSteps - 1, lane, i));
      EXPECT_NEAR(reading.mean_point[i], points / kSteps, 1e-14);
      EXPECT_NEAR(reading.mean_pull[i], pulls / kSteps, 1e-14);
      EXPECT_NEAR(reading.late_pull[i], late / 4, 1e-14);
    }
    EXPECT_NEAR(reading.noise, jumps / (2 * (kSteps - 1)), 1e-13);
    EXPECT_NEAR(reading.fast_correlation, products / squares, 1e-13);
  }
}

TEST(Survey, GivesTheContractionTheNoiseOfAAndP) {
  constexpr int kDraws = 20'000;
  const Linear problem;
  for (const Sampling sampling : {Sampling::fresh, Sampling::shared}) {
    Samples<Linear, kLanes> samples(problem, 4, 0, sampling);
    State<Linear, kLanes> state;
    Survey<Linear, kLanes> survey(Linear::shape);
    survey.view().begin();
    for (int k = 0; k < kDraws; ++k) {
      survey.add(samples, state);
      Counts counts = samples.counts();  // as a run does: one F and one G an iteration
      ++counts[Role::xi], ++counts[Role::zeta_g];
      samples.set_counts(counts);
    }
    survey.view().settle(state.preconditioner.entries());
    // A = [[0.5, -0.3], [-0.3, 0.4]], C = [[2, -1], [-1, 1]]; det A = 0.11
    const double P[] = {(2 * 0.4 - 1 * 0.3) / 0.11, (2 * 0.3 - 1 * 0.5) / 0.11, (-1 * 0.4 + 1 * 0.3) / 0.11,
                        (-1 * 0.3 + 1 * 0.5) / 0.11};
    for (int lane = 0; lane < kLanes; ++lane) {
      EXPECT_NEAR(survey.view().contraction(lane), 0.45, 5 * 0.2 / std::sqrt(2.0 * kDraws));
      EXPECT_NEAR(survey.view().derivative_square(lane), 0.25 + 0.16 + 0.18 + 2 * 0.04, 0.01);
      for (int i = 0; i < 4; ++i) EXPECT_NEAR(state.preconditioner.entries()[i].lane(lane), P[i], 0.25);
    }
  }
}

/// Few and noisy samples: the ridge keeps P from being divided by what may be zero.
TEST(Survey, DoesNotDivideByNoise) {
  const Noisy problem;
  double largest = 0;
  for (std::uint32_t replica = 0; replica < 64; ++replica) {
    Samples<Noisy, 1> samples(problem, 9, replica);
    State<Noisy, 1> state;
    Survey<Noisy, 1> survey(Noisy::shape);
    survey.view().begin();
    for (int k = 0; k < 45; ++k) survey.add(samples, state);
    survey.view().settle(state.preconditioner.entries());
    for (int i = 0; i < 4; ++i) largest = std::max(largest, std::abs(state.preconditioner.entries()[i].lane(0)));
  }
  // The mean of A has an error of 3/sqrt(45) = 0.45 in each diagonal entry: |C| / (2 * 0.45) is what a ridge of that
  // size allows; without it one of 64 replicas has an A near zero and a P far above.
  EXPECT_LT(largest, 2 * std::sqrt(7.0) / (2 * 0.4));
}

}  // namespace
}  // namespace twoscale
