// Samples: each role draws from its own stream and is counted where it is drawn.

#include <gtest/gtest.h>

#include <cmath>

#include "unit/problem/noisy_problem.hpp"

namespace {

using namespace twoscale;
using namespace noisy_problem;

constexpr std::uint64_t kSeed = 20240607;

template <class P, int W = 1>
struct Drawn {
  P problem;
  Samples<P, W> samples{problem, kSeed, 3};
  typename Samples<P, W>::X x{0.7, -0.4};
  typename Samples<P, W>::Y y{0.2, -0.1, 0.5};
};

TEST(Samples, CountsEachRoleWhereItIsDrawn) {
  Drawn<Closed> d;
  d.samples.fast(d.x, d.y);
  d.samples.fast(d.x, d.y);
  d.samples.fast_for_oracle(d.x, d.y);
  for (int i = 0; i < 4; ++i) d.samples.slow(d.x, d.y);
  for (int i = 0; i < 8; ++i) d.samples.fast_derivative(d.x, d.y);
  for (int i = 0; i < 16; ++i) d.samples.slow_derivative(d.x, d.y);
  const Counts& counts = d.samples.counts();
  EXPECT_EQ(counts[Role::xi], 2);
  EXPECT_EQ(counts[Role::zeta_f], 1);
  EXPECT_EQ(counts[Role::zeta_g], 4);
  EXPECT_EQ(counts[Role::omega_A], 8);
  EXPECT_EQ(counts[Role::omega_C], 16);
  EXPECT_EQ(counts.fast(), 3);
  EXPECT_EQ(counts.slow(), 4);
  EXPECT_EQ(counts.derivative(), 24);
  EXPECT_EQ(counts.total(), 31);
}

TEST(Samples, StructuredCallsAreCountedApartFromTheTotal) {
  Drawn<Closed> d;
  d.samples.exact_preconditioner(d.y);
  d.samples.exact_mean_fast(d.x, d.y);
  EXPECT_EQ(d.samples.counts().preconditioner, 2);
  EXPECT_EQ(d.samples.counts().total(), 0);
  d.samples.exact_fast_solution(d.y);
  EXPECT_EQ(d.samples.counts().total(), 0);
  d.samples.exact_reduced(d.y);
  EXPECT_EQ(d.samples.counts().slow(), 1);
  EXPECT_EQ(d.samples.counts().total(), 1);
  EXPECT_EQ(d.samples.counts().preconditioner, 2);
}

TEST(Samples, DriftCountsOneSampleOfEachDerivative) {
  Drawn<Fixed> pathwise;
  Drawn<Written> written;
  pathwise.samples.drift({}, pathwise.x, pathwise.y);
  written.samples.drift({}, written.x, written.y);
  for (const Counts& counts : {pathwise.samples.counts(), written.samples.counts()}) {
    EXPECT_EQ(counts[Role::omega_A], 1);
    EXPECT_EQ(counts[Role::omega_C], 1);
    EXPECT_EQ(counts.total(), 2);
  }
}

TEST(Samples, WhatAProblemLacksIsRefused) {
  Drawn<Fixed> d;
  EXPECT_THROW(d.samples.exact_fast_solution(d.y), Error);
  EXPECT_THROW(d.samples.exact_reduced(d.y), Error);
  EXPECT_THROW(d.samples.exact_preconditioner(d.y), Error);
  EXPECT_THROW(d.samples.exact_mean_fast(d.x, d.y), Error);
}

TEST(Samples, EachRoleReadsItsOwnStream) {
  Drawn<Fixed> d;
  Stream<1> xi(kSeed, 3, 0, Law::normal, 2), zeta_g(kSeed, 3, 1, Law::normal, 2), zeta_f(kSeed, 3, 2, Law::normal, 2);
  for (std::uint64_t k = 0; k < 50; ++k) {
    expect_same(d.samples.fast(d.x, d.y), d.problem.fast(d.x, d.y, xi.draw<2>(k)));
    expect_same(d.samples.fast_for_oracle(d.x, d.y), d.problem.fast(d.x, d.y, zeta_f.draw<2>(k)));
    expect_same(d.samples.slow(d.x, d.y), d.problem.slow(d.x, d.y, zeta_g.draw<2>(k)));
  }
}

TEST(Samples, RolesDoNotDependOnTheOrderOfDrawing) {
  Drawn<Fixed> grouped, mixed;
  std::vector<FastVector<Fixed>> fast, oracle;
  std::vector<SlowVector<Fixed>> slow;
  for (int k = 0; k < 40; ++k) slow.push_back(grouped.samples.slow(grouped.x, grouped.y));
  for (int k = 0; k < 40; ++k) oracle.push_back(grouped.samples.fast_for_oracle(grouped.x, grouped.y));
  for (int k = 0; k < 40; ++k) fast.push_back(grouped.samples.fast(grouped.x, grouped.y));
  for (int k = 0; k < 40; ++k) {
    mixed.samples.drift({}, mixed.x, mixed.y);
    expect_same(mixed.samples.fast(mixed.x, mixed.y), fast[k]);
    if (k % 3 == 0) mixed.samples.slow_derivative(mixed.x, mixed.y);
    expect_same(mixed.samples.fast_for_oracle(mixed.x, mixed.y), oracle[k]);
    expect_same(mixed.samples.slow(mixed.x, mixed.y), slow[k]);
  }
}

TEST(Samples, ResumedCountsGoOnWhereTheyStopped) {
  Drawn<Fixed> whole, resumed;
  for (int k = 0; k < 37; ++k) whole.samples.fast(whole.x, whole.y);
  resumed.samples.set_counts(whole.samples.counts());
  for (int k = 0; k < 5; ++k) expect_same(resumed.samples.fast(whole.x, whole.y), whole.samples.fast(whole.x, whole.y));
}

TEST(Samples, ABatchIsTheMeanOfItsDraws) {
  const Fixed problem;
  Samples<Fixed, 1> batched(problem, kSeed, 3, Sampling::shared, {.fast = 3, .slow = 2});
  Samples<Fixed, 1> single(problem, kSeed, 3, Sampling::shared);
  const Drawn<Fixed> at;
  for (int k = 0; k < 40; ++k) {
    while (!batched.has_ready()) batched.prepare();
    batched.look(at.x, at.y);
    const auto derivative = batched.fast_derivative(at.x, at.y);
    std::vector<FastVector<Fixed>> fast;
    std::vector<SlowVector<Fixed>> slow;
    const auto of_first = single.fast_derivative(at.x, at.y);
    for (int i = 0; i < 3; ++i) fast.push_back(single.fast(at.x, at.y));
    for (int i = 1; i < 3; ++i) single.fast_derivative(at.x, at.y);
    for (int i = 0; i < 2; ++i) slow.push_back(single.slow(at.x, at.y));
    expect_same(batched.fast(at.x, at.y), (1.0 / 3) * ((fast[0] + fast[1]) + fast[2]));
    expect_same(batched.slow(at.x, at.y), 0.5 * (slow[0] + slow[1]));
    expect_same(derivative.entries(), of_first.entries());
  }
  EXPECT_EQ(batched.counts().total(), 5U * 40);
  Samples<Fixed, 1> resumed(problem, kSeed, 3, Sampling::shared, {.fast = 3, .slow = 2});
  resumed.set_counts(batched.counts());
  for (auto* samples : {&batched, &resumed}) samples->look(at.x, at.y);
  expect_same(resumed.fast(at.x, at.y), batched.fast(at.x, at.y));
}

/// Counts how often F is evaluated.
struct Watched : Fixed {
  mutable int evaluations = 0;
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    ++evaluations;
    return Fixed::fast(x, y, xi);
  }
};

TEST(Samples, OneLookServesEveryLineWithTheBitsOfTwo) {
  const Watched once, twice;
  Samples<Watched, 1> looking(once, kSeed, 3, Sampling::shared), asking(twice, kSeed, 3, Sampling::shared);
  looking.look_once();
  EXPECT_TRUE(looking.looks());
  const Drawn<Fixed> at;
  for (int k = 0; k < 40; ++k) {
    while (!looking.has_ready()) looking.prepare();
    looking.look(at.x, at.y);
    expect_same(looking.slow(at.x, at.y), asking.slow(at.x, at.y));
    expect_same(looking.fast_for_oracle(at.x, at.y), asking.fast_for_oracle(at.x, at.y));
    expect_same(looking.fast(at.x, at.y), asking.fast(at.x, at.y));
  }
  EXPECT_EQ(looking.counts(), asking.counts());
  EXPECT_EQ(once.evaluations, 40);
  EXPECT_EQ(twice.evaluations, 80);
}

TEST(Samples, FreshDrawsAreNeverOneLook) {
  const Fixed problem;
  Samples<Fixed, 1> samples(problem, kSeed, 3);
  samples.look_once();
  EXPECT_FALSE(samples.looks());
  EXPECT_FALSE((Samples<Fixed, 1, false>(problem, kSeed, 3, Sampling::shared).looks()));
}

TEST(Samples, ALaneIsTheReplicaAlone) {
  const Fixed problem;
  Samples<Fixed, 8> together(problem, kSeed, 3);
  const Samples<Fixed, 8>::X x{0.7, -0.4};
  const Samples<Fixed, 8>::Y y{0.2, -0.1, 0.5};
  const Drawn<Fixed> point;
  std::vector<Samples<Fixed, 1>> alone;
  for (std::uint32_t lane = 0; lane < 8; ++lane) alone.emplace_back(problem, kSeed, 3 + lane);
  for (int k = 0; k < 20; ++k) {
    const auto fast = together.fast(x, y);
    const auto derivative = together.slow_derivative(x, y);
    for (int lane = 0; lane < 8; ++lane) {
      expect_same(alone[lane].fast(point.x, point.y), lane_of(fast, lane));
      expect_same(alone[lane].slow_derivative(point.x, point.y).entries(), lane_of(derivative.entries(), lane));
    }
  }
}

/// C - P (I - dF), one entry at a time.
template <class Sensitivity, class Square>
double drift_entry(const Sensitivity& C, const Sensitivity& P, const Square& df, int i, int j) {
  double sum = C(i, j).lane(0);
  for (int k = 0; k < 2; ++k) sum -= P(i, k).lane(0) * ((k == j ? 1.0 : 0.0) - df(k, j).lane(0));
  return sum;
}

template <class P>
void expect_drift_of_the_same_streams() {
  Drawn<P> whole, parts;
  typename Samples<P, 1>::Sensitivity matrix;
  for (int i = 0; i < 6; ++i) matrix.entries()[i] = 0.3 * i - 0.8;
  for (int k = 0; k < 50; ++k) {
    const auto drift = whole.samples.drift(matrix, whole.x, whole.y);
    const auto C = parts.samples.slow_derivative(parts.x, parts.y);
    const auto df = parts.samples.fast_derivative(parts.x, parts.y);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2; ++j) EXPECT_NEAR(drift(i, j).lane(0), drift_entry(C, matrix, df, i, j), 1e-14);
  }
  EXPECT_EQ(whole.samples.counts(), parts.samples.counts());
}

TEST(Samples, DriftIsCLessPAWithWrittenDerivatives) { expect_drift_of_the_same_streams<Written>(); }
TEST(Samples, DriftIsCLessPAWithPathwiseDerivatives) { expect_drift_of_the_same_streams<Fixed>(); }
TEST(Samples, DriftIsCLessPAWithOneDerivativeWritten) { expect_drift_of_the_same_streams<HalfWritten>(); }

TEST(Samples, PathwiseDerivativesReadTheDerivativeStreams) {
  Drawn<Fixed> d;
  Stream<1> omega_A(kSeed, 3, 3, Law::normal, 2), omega_C(kSeed, 3, 4, Law::normal, 2);
  const double x0 = 0.7, x1 = -0.4;
  for (std::uint64_t k = 0; k < 20; ++k) {
    const auto a = omega_A.draw<2>(k), c = omega_C.draw<2>(k);
    const auto df = d.samples.fast_derivative(d.x, d.y);
    EXPECT_NEAR(df(0, 1).lane(0), 0.2 * x1 + a[0].lane(0), 1e-15);
    EXPECT_NEAR(df(1, 0).lane(0), a[1].lane(0) * x1, 1e-15);
    const auto dg = d.samples.slow_derivative(d.x, d.y);
    EXPECT_NEAR(dg(0, 0).lane(0), x1 + 2 * c[0].lane(0) * x0, 1e-14);
    EXPECT_NEAR(dg(2, 1).lane(0), c[1].lane(0), 1e-15);
  }
}

// Fixed seed: five standard errors are a bound, not a gamble.
TEST(Samples, PathwiseDerivativesAreUnbiased) {
  const Fixed problem;
  Samples<Fixed, 8> samples(problem, kSeed, 0);
  const Samples<Fixed, 8>::X x{0.7, -0.4};
  const Samples<Fixed, 8>::Y y{0.2, -0.1, 0.5};
  // Of dF/dx, then of dG/dx, row by row.
  const double mean[] = {0.4, -0.08, 0, 0.3 * std::cos(-0.4), -0.4, 0.7, -std::sin(0.7), 0, 0, 0};
  double sum[10] = {}, squares[10] = {};
  constexpr int kDraws = 5000;
  for (int k = 0; k < kDraws; ++k) {
    const auto df = samples.fast_derivative(x, y);
    const auto dg = samples.slow_derivative(x, y);
    for (int i = 0; i < 10; ++i)
      for (int lane = 0; lane < 8; ++lane) {
        const double value = (i < 4 ? df.entries()[i] : dg.entries()[i - 4]).lane(lane);
        sum[i] += value;
        squares[i] += (value - mean[i]) * (value - mean[i]);
      }
  }
  constexpr double kCount = 8.0 * kDraws;
  for (int i = 0; i < 10; ++i)
    EXPECT_NEAR(sum[i] / kCount, mean[i], 5 * std::sqrt(squares[i] / kCount / kCount) + 1e-12) << "entry " << i;
  EXPECT_GT(squares[1], 0.5 * kCount);  // the noise does reach the derivative
}

/// Each sample of F is a row of data; the slow sample is the index itself.
struct DataRows {
  static constexpr Law law = Law::index;
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  std::vector<double> rows{3, 1, 4, 1, 5, 9, 2};
  std::size_t index_count() const { return rows.size(); }
  auto fast(const auto&, const auto&, const auto& xi) const {
    return map(xi, [&](const auto& i) { return pick(rows, i); });
  }
  auto slow(const auto&, const auto&, const auto& zeta) const { return zeta; }
};
static_assert(check_problem<DataRows>());

TEST(Samples, AnIndexPicksEveryRowOfTheDataEquallyOften) {
  const DataRows problem;
  Samples<DataRows, 8> wide(problem, kSeed, 0);
  Samples<DataRows, 1> alone(problem, kSeed, 5);
  double sum = 0;
  std::vector<int> seen(7);
  constexpr int kDraws = 5000;
  for (int k = 0; k < kDraws; ++k) {
    const auto F = wide.fast({}, {});
    const auto index = wide.slow({}, {});
    EXPECT_EQ(index[0].lane(5), alone.slow({}, {})[0].lane(0));
    for (int lane = 0; lane < 8; ++lane)
      sum += F[0].lane(lane), ++seen.at(static_cast<std::size_t>(index[0].lane(lane)));
  }
  constexpr double kCount = 8.0 * kDraws;
  double variance = 0;
  for (double row : problem.rows) variance += std::pow(row - 25.0 / 7, 2) / 7;
  EXPECT_NEAR(sum / kCount, 25.0 / 7, 5 * std::sqrt(variance / kCount));
  for (int count : seen) EXPECT_NEAR(count / kCount, 1.0 / 7, 5 * std::sqrt(6.0 / 49 / kCount));
}

TEST(Samples, AnIndexIntoNothingIsRefused) {
  DataRows empty;
  empty.rows.clear();
  EXPECT_THROW((Samples<DataRows, 1>(empty, kSeed, 0)), Error);
}

TEST(Samples, NoiseFollowsTheLawOfTheProblem) {
  const Echo<Law::uniform> uniform;
  const Echo<Law::rademacher> signs;
  Samples<Echo<Law::uniform>, 8> uniform_samples(uniform, kSeed, 0);
  Samples<Echo<Law::rademacher>, 8> sign_samples(signs, kSeed, 0);
  double sum = 0, squares = 0;
  int plus = 0;
  constexpr int kDraws = 2000;
  for (int k = 0; k < kDraws; ++k) {
    const auto u = uniform_samples.fast({}, {});
    const auto s = sign_samples.slow({}, {});
    for (int lane = 0; lane < 8; ++lane) {
      EXPECT_TRUE(u[0].lane(lane) > 0 && u[0].lane(lane) < 1);
      EXPECT_EQ(std::abs(s[0].lane(lane)), 1);
      sum += u[0].lane(lane);
      squares += u[0].lane(lane) * u[0].lane(lane);
      plus += s[0].lane(lane) > 0;
    }
  }
  constexpr double kCount = 8.0 * kDraws;
  EXPECT_NEAR(sum / kCount, 1.0 / 2, 5 * std::sqrt(1 / 12.0 / kCount));
  EXPECT_NEAR(squares / kCount, 1.0 / 3, 5 * std::sqrt(4 / 45.0 / kCount));
  EXPECT_NEAR(plus / kCount, 1.0 / 2, 5 * std::sqrt(1 / 4.0 / kCount));
}

}  // namespace
