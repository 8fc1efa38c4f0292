// Shared samples: one look at F and one at G serve an iteration. Each line keeps its mean; the lines share their noise.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "unit/problem/noisy_problem.hpp"

namespace {

using namespace twoscale;
using namespace noisy_problem;

constexpr std::uint64_t kSeed = 20240607;

template <class P, int W = 1>
struct Drawn {
  P problem;
  Samples<P, W> samples{problem, kSeed, 3, Sampling::shared};
  typename Samples<P, W>::X x{0.7, -0.4};
  typename Samples<P, W>::Y y{0.2, -0.1, 0.5};
};

TEST(Shared, OracleAndTrackerSeeTheSameF) {
  Drawn<Fixed> d;
  Drawn<Written> w;
  for (int k = 0; k < 50; ++k) {
    const auto for_oracle = d.samples.fast_for_oracle(d.x, d.y);
    expect_same(d.samples.fast(d.x, d.y), for_oracle);
    const auto written = w.samples.fast_for_oracle(w.x, w.y);
    expect_same(w.samples.fast(w.x, w.y), written);
  }
}

TEST(Shared, FIsThatOfFreshSamples) {  // xi and zeta_g: the same draws as ever
  Drawn<Fixed> d;
  Samples<Fixed, 1> fresh(d.problem, kSeed, 3);
  for (int k = 0; k < 50; ++k) {
    expect_same(d.samples.fast(d.x, d.y), fresh.fast(d.x, d.y));
    expect_same(d.samples.slow(d.x, d.y), fresh.slow(d.x, d.y));
  }
}

TEST(Shared, APathwiseDerivativeIsThatOfTheDraw) {
  Drawn<Fixed> d;
  Stream<1> xi(kSeed, 3, 0, Law::normal, 2), zeta(kSeed, 3, 1, Law::normal, 2);
  const double x0 = 0.7, x1 = -0.4;
  for (std::uint64_t k = 0; k < 20; ++k) {
    const auto a = xi.draw<2>(k), c = zeta.draw<2>(k);
    expect_same(d.samples.fast(d.x, d.y), d.problem.fast(d.x, d.y, a));
    expect_same(d.samples.slow(d.x, d.y), d.problem.slow(d.x, d.y, c));
    const auto df = d.samples.fast_derivative(d.x, d.y);
    EXPECT_NEAR(df(0, 1).lane(0), 0.2 * x1 + a[0].lane(0), 1e-15);
    EXPECT_NEAR(df(1, 0).lane(0), a[1].lane(0) * x1, 1e-15);
    const auto dg = d.samples.slow_derivative(d.x, d.y);
    EXPECT_NEAR(dg(0, 0).lane(0), x1 + 2 * c[0].lane(0) * x0, 1e-14);
    EXPECT_NEAR(dg(2, 1).lane(0), c[1].lane(0), 1e-15);
  }
}

TEST(Shared, ADerivativeWithNoiseOfItsOwnKeepsIt) {
  Drawn<HalfWritten> d;  // dF is written, dG is pathwise
  Stream<1> omega_A(kSeed, 3, 3, Law::normal, 4), zeta(kSeed, 3, 1, Law::normal, 2);
  for (std::uint64_t k = 0; k < 20; ++k) {
    expect_same(d.samples.fast_derivative(d.x, d.y).entries(),
                d.problem.fast_derivative(d.x, d.y, omega_A.draw<4>(k)).entries());
    EXPECT_NEAR(d.samples.slow_derivative(d.x, d.y)(2, 1).lane(0), zeta.draw<2>(k)[1].lane(0), 1e-15);
  }
}

TEST(Shared, AnIterationCountsTwo) {
  Drawn<Fixed> d;
  for (std::uint64_t k = 1; k <= 10; ++k) {
    d.samples.slow(d.x, d.y);
    d.samples.fast_for_oracle(d.x, d.y);
    d.samples.drift({}, d.x, d.y);
    d.samples.fast(d.x, d.y);
    const Counts counts = d.samples.counts();
    EXPECT_EQ(counts.total(), 2 * k);
    EXPECT_EQ(counts[Role::xi], k);
    EXPECT_EQ(counts[Role::zeta_g], k);
  }
}

TEST(Shared, EveryRoleGoesOnWhereItStopped) {
  Drawn<Fixed> whole;
  const auto iterate = [](Drawn<Fixed>& d) {
    const auto G = d.samples.slow(d.x, d.y);
    const auto F = d.samples.fast_for_oracle(d.x, d.y);
    const auto D = d.samples.drift({}, d.x, d.y);
    const auto moved = d.samples.fast(d.x, d.y);
    return std::tuple(G, F, D, moved);
  };
  for (int k = 0; k < 37; ++k) iterate(whole);
  Drawn<Fixed> resumed;
  resumed.samples.set_counts(whole.samples.counts());
  for (int k = 0; k < 5; ++k) {
    const auto a = iterate(whole), b = iterate(resumed);
    expect_same(std::get<0>(a), std::get<0>(b));
    expect_same(std::get<1>(a), std::get<1>(b));
    expect_same(std::get<2>(a).entries(), std::get<2>(b).entries());
    expect_same(std::get<3>(a), std::get<3>(b));
  }
}

/// Means of F - x, of H = G + P (F - x) and of C - P A over many draws at fixed (x, y, P), with standard errors; and
/// the mean products of the noise of F for x with the noise of H.
struct Moments {
  static constexpr int kCount = 2 + 3 + 6;
  std::array<double, kCount> mean{}, error{};
  std::array<double, 6> product{}, product_error{};
};

const double kP[6] = {0.5, -1, 2, 0.25, -0.75, 1.5};

/// By hand: f, g and their derivatives at x = (0.7, -0.4), y = (0.2, -0.1, 0.5).
std::array<double, Moments::kCount> expected() {
  const double x0 = 0.7, x1 = -0.4;
  const double r[2] = {0.4 * x0 + 0.1 * x1 * x1 + 0.2 - x0, 0.3 * std::sin(x1) - 0.1 - x1};
  const double g[3] = {x0 * x1 + 0.5, std::cos(x0) + 0.2, -0.1};
  const double A[2][2] = {{1 - 0.4, -0.2 * x1}, {0, 1 - 0.3 * std::cos(x1)}};
  const double C[3][2] = {{x1, x0}, {-std::sin(x0), 0}, {0, 0}};
  std::array<double, Moments::kCount> out{r[0], r[1]};
  for (int i = 0; i < 3; ++i) {
    out[2 + i] = g[i] + kP[2 * i] * r[0] + kP[2 * i + 1] * r[1];
    for (int j = 0; j < 2; ++j) out[5 + 2 * i + j] = C[i][j] - kP[2 * i] * A[0][j] - kP[2 * i + 1] * A[1][j];
  }
  return out;
}

template <class P>
Moments moments(Sampling sampling) {
  constexpr int kDraws = 20'000;
  const P problem;
  Samples<P, 8> samples(problem, kSeed, 0, sampling);
  const typename Samples<P, 8>::X x{0.7, -0.4};
  const typename Samples<P, 8>::Y y{0.2, -0.1, 0.5};
  typename Samples<P, 8>::Sensitivity preconditioner;
  for (int i = 0; i < 6; ++i) preconditioner.entries()[i] = Pack<double, 8>(kP[i]);
  const auto centre = expected();
  Moments out;
  std::array<double, Moments::kCount> squares{};
  std::array<double, 6> product_squares{};
  for (int k = 0; k < kDraws; ++k) {
    const auto G = samples.slow(x, y);
    const auto H = G + preconditioner * (samples.fast_for_oracle(x, y) - x);
    const auto D = samples.drift(preconditioner, x, y);
    const auto R = samples.fast(x, y) - x;
    for (int lane = 0; lane < 8; ++lane) {
      std::array<double, Moments::kCount> noise;
      for (int i = 0; i < Moments::kCount; ++i) {
        noise[i] = (i < 2 ? R[i] : i < 5 ? H[i - 2] : D.entries()[i - 5]).lane(lane) - centre[i];
        out.mean[i] += noise[i], squares[i] += noise[i] * noise[i];
      }
      for (int i = 0; i < 6; ++i) {
        const double product = noise[i % 2] * noise[2 + i / 2];
        out.product[i] += product, product_squares[i] += product * product;
      }
    }
  }
  constexpr double kAll = 8.0 * kDraws;
  for (int i = 0; i < Moments::kCount; ++i)
    out.mean[i] = centre[i] + out.mean[i] / kAll, out.error[i] = std::sqrt(squares[i]) / kAll;
  for (int i = 0; i < 6; ++i) out.product[i] /= kAll, out.product_error[i] = std::sqrt(product_squares[i]) / kAll;
  return out;
}

// Fixed seed: five standard errors are a bound, not a gamble.
template <class P>
void expect_unbiased(Sampling sampling) {
  const Moments got = moments<P>(sampling);
  const auto centre = expected();
  for (int i = 0; i < Moments::kCount; ++i)
    EXPECT_NEAR(got.mean[i], centre[i], 5 * got.error[i] + 1e-12) << name_of(sampling) << ", entry " << i;
}

TEST(Shared, EachLineHasTheMeanOfFreshDraws) {
  for (const Sampling sampling : {Sampling::fresh, Sampling::shared}) {
    expect_unbiased<Fixed>(sampling);
    expect_unbiased<Written>(sampling);
    expect_unbiased<HalfWritten>(sampling);
  }
}

/// E (F - f)(H - E H)^T = Sigma_FF P^T: here F's noise is (xi0 x1, xi1 x0 x1), and G's has draws of its own.
TEST(Shared, TheLinesShareTheirNoise) {
  const Moments fresh = moments<Fixed>(Sampling::fresh), shared = moments<Fixed>(Sampling::shared);
  const double variance[2] = {0.4 * 0.4, 0.28 * 0.28};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(fresh.product[i], 0, 5 * fresh.product_error[i]) << i;
    EXPECT_NEAR(shared.product[i], variance[i % 2] * kP[i], 5 * shared.product_error[i]) << i;
    EXPECT_GT(std::abs(shared.product[i]), 10 * shared.product_error[i]) << i;
  }
}

}  // namespace
