// The score: derivatives of samples whose outcome has a law that depends on x.

#include <gtest/gtest.h>

#include <cmath>

#include <twoscale/measure/mean.hpp>

#include "unit/problem/derivative_cases.hpp"

namespace {

using namespace derivative_cases;

// Noise whose law depends on x: an outcome b that is 1 with probability s(x), from a uniform number.
//
//   F = 0.3 x + c b,  s = sigmoid(x0 - x1 / 2)       E dF/dx = 0.3 I + s (1 - s) c (1, -1/2)^T
//   G = x0 b + y,     s = sigmoid(2 x0)              E dG/dx = s + 2 s (1 - s) x0, 0
constexpr double kJump[] = {0.5, -0.2};

struct Outcome {
  static constexpr Law law = Law::uniform;
  static constexpr Shape shape{.fast = 2, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  static auto fast_chance(const auto& x) { return 1.0 / (1.0 + exp(0.5 * x[1] - x[0])); }
  static auto slow_chance(const auto& x) { return 1.0 / (1.0 + exp(-2.0 * x[0])); }
  template <class S>
  static S happened(const S& u, const auto& chance) {
    return where(u < chance, S(1.0), S(0.0));
  }
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    const auto b = happened(xi[0], fast_chance(x));
    return Vector<typename X::Element, 2>{0.3 * x[0] + kJump[0] * b, 0.3 * x[1] + kJump[1] * b};
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return Vector<typename X::Element, 1>{x[0] * happened(zeta[0], slow_chance(x)) + y[0]};
  }
};
struct Scored : Outcome {
  template <class X>
  auto fast_score(const X& x, const auto&, const auto& xi) const {
    const auto s = happened(xi[0], fast_chance(x)) - fast_chance(x);
    return X{s, -0.5 * s};
  }
  template <class X>
  auto slow_score(const X& x, const auto&, const auto& zeta) const {
    return X{2.0 * (happened(zeta[0], slow_chance(x)) - slow_chance(x)), 0.0};
  }
};
struct ScoredReverse : Scored {
  static constexpr Differentiation differentiation = Differentiation::reverse;
};
static_assert(HasFastScore<Scored> && HasSlowScore<Scored> && !HasFastScore<Outcome>);

constexpr double kAt[] = {0.6, -0.8};

/// E dF/dx and E dG/dx, row by row.
std::array<double, 6> expected_derivatives() {
  const double s = 1 / (1 + std::exp(0.5 * kAt[1] - kAt[0])), s2 = 1 / (1 + std::exp(-2 * kAt[0]));
  const double d = s * (1 - s);
  return {0.3 + kJump[0] * d,
          -0.5 * kJump[0] * d,
          kJump[1] * d,
          0.3 - 0.5 * kJump[1] * d,
          s2 + 2 * s2 * (1 - s2) * kAt[0],
          0};
}

/// Means of the six entries over many draws.
template <class P>
std::array<Mean, 6> mean_derivatives() {
  const P problem;
  Samples<P, 8> samples(problem, kSeed, 0);
  const typename Samples<P, 8>::X x{kAt[0], kAt[1]};
  const typename Samples<P, 8>::Y y{0.2};
  std::array<Mean, 6> out;
  for (int k = 0; k < 5000; ++k) {
    const auto df = samples.fast_derivative(x, y);
    const auto dg = samples.slow_derivative(x, y);
    for (int i = 0; i < 6; ++i)
      for (int lane = 0; lane < 8; ++lane) out[i].add((i < 4 ? df.entries()[i] : dg.entries()[i - 4]).lane(lane));
  }
  return out;
}

TEST(Score, MakesDerivativesUnbiasedWhereTheLawOfTheNoiseDependsOnX) {
  const auto expected = expected_derivatives();
  const auto with = mean_derivatives<Scored>(), without = mean_derivatives<Outcome>();
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(with[i].value(), expected[i], 4 * with[i].standard_error() + 1e-12) << "entry " << i;
  for (const int i : {0, 1, 2, 3, 4})
    EXPECT_GT(std::abs(without[i].value() - expected[i]), 10 * with[i].standard_error()) << "entry " << i;
}

TEST(Score, IsInEveryFormOfTheDerivative) {
  const Scored problem;
  const ScoredReverse reverse;
  const FastVector<Scored> x{kAt[0], kAt[1]}, v{0.7, -0.3};
  const SlowVector<Scored> y{0.2}, w{1.5};
  const Matrix<Real, 1, 2> P = as_matrix<1, 2>(Vector<Real, 2>{0.4, -1.1});
  Samples<Scored, 1> samples(problem, kSeed, 0), whole(problem, kSeed, 0), rows(problem, kSeed, 0);
  Samples<ScoredReverse, 1> tape(reverse, kSeed, 0);
  for (int k = 0; k < 20; ++k) {
    const auto F = samples.fast_derivative_sample(x, y);
    const auto G = samples.slow_derivative_sample(x, y);
    const auto dF = F.dense();
    const auto C = G.dense();
    expect_near(F.times(v), dF * v, kRounding, "dF v");
    expect_near(F.adjoint(v), transpose_times(dF, v), kRounding, "dF^T w");
    expect_near(G.times(v), C * v, kRounding, "dG v");
    expect_near(G.adjoint(w), transpose_times(C, w), kRounding, "dG^T w");
    const auto expected = C - P + P * dF;
    expect_near(whole.drift(P, x, y).entries(), expected.entries(), kRounding, "drift");
    expect_near(collect_rows(rows, P, x, y).entries(), expected.entries(), kRounding, "drift rows");
    expect_near(collect_rows(tape, P, x, y).entries(), expected.entries(), kRounding, "drift rows by sweeps");
  }
}

}  // namespace
