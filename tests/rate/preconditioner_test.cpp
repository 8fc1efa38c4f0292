// Learned P in its steady state: on linear problems whose noise multiplies x, its mean is P* and its spread has a
// closed form, whichever way the samples of C - P A come about.
#include <gtest/gtest.h>

#include <cstdio>
#include <random>

#include <twoscale/run/empty_state.hpp>

#include "testing.hpp"

namespace twoscale {
namespace {

using testing::log_slope;
using testing::Point;
using testing::Slope;

/// F = (M + sigma Xi) x + y, G = (C + sigma Zeta) x, with entries of Xi and Zeta standard normals.
template <int NX, int NY>
struct Linear {
  static constexpr Shape shape{.fast = NX, .slow = NY, .fast_noise = NX * NX, .slow_noise = NY * NX};
  double sigma = 0;
  Matrix<double, NX, NX> M;
  Matrix<double, NY, NX> C;

  explicit Linear(unsigned seed) : sigma(0.5 / std::sqrt(NX)) {
    std::mt19937 engine(seed);
    auto fill = [&](auto& matrix) {
      for (int i = 0; i < matrix.entries().size(); ++i) matrix.entries()[i] = engine() / 2147483648.0 - 1;
    };
    fill(M), fill(C);
    M = (0.5 / frobenius_norm(M)) * M;
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    auto out = noisy(M, x, xi);
    for (int i = 0; i < NX; ++i) out[i] = out[i] + y[i % NY];
    return out;
  }
  auto slow(const auto& x, const auto&, const auto& zeta) const { return noisy(C, x, zeta); }

  auto A() const { return Matrix<double, NX, NX>::identity(NX) - M; }
  auto solution() const { return right_divide(C, A()); }

 private:
  template <int R, class X, class Z>
  auto noisy(const Matrix<double, R, NX>& matrix, const X& x, const Z& noise) const {
    Vector<typename X::Element, R> out;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < NX; ++j) out[i] = out[i] + (matrix(i, j) + sigma * noise[i * NX + j]) * x[j];
    return out;
  }
};
template <int NX, int NY>
struct LinearRows : Linear<NX, NY> {
  using Linear<NX, NY>::Linear;
  static constexpr Differentiation differentiation = Differentiation::reverse;
};

enum class Way { dense, rademacher, gaussian, coordinate };
constexpr const char* kNames[] = {"dense", "rademacher", "gaussian", "coordinate"};

/// P - P* once the start is forgotten.
struct Steady {
  std::vector<Mean> entries;
  Mean square;
  std::vector<double> last;  // of every replica, to compare two ways
};

/// The replicas' P - P* some time after they started at P*; X and Y are held, since nothing depends on them here.
template <class P, class Choice>
Steady run_to_steady(const P& problem, const Choice& choice, double step, int replicas, double effective) {
  const int iterations = static_cast<int>(8 / effective);  // the spread lacks e^-8 of itself where A is 1/2
  const auto solution = problem.solution();
  Steady out;
  out.entries.resize(solution.entries().size());
  for (int first = 0; first < replicas; first += 8) {
    Samples<P, 8> samples(problem, 17, static_cast<std::uint32_t>(first));
    State<P, 8> state = empty_state<P, 8>(P::shape, choice);
    for (int i = 0; i < P::shape.fast; ++i) state.fast[i] = 0.3 * i - 0.5;
    for (int i = 0; i < solution.entries().size(); ++i) state.preconditioner.entries()[i] = solution.entries()[i];
    for (int k = 0; k < iterations; ++k) choice.learn(samples, state, {.preconditioner = step});
    for (int lane = 0; lane < 8; ++lane) {
      double square = 0;
      for (int i = 0; i < solution.entries().size(); ++i) {
        const double error = state.preconditioner.entries()[i].lane(lane) - solution.entries()[i];
        out.entries[i].add(error), out.last.push_back(error), square += error * error;
      }
      out.square.add(square);
    }
  }
  return out;
}

/// With steps gamma / (1 + gamma n) where probes are drawn, gamma otherwise.
template <class P>
Steady steady(const P& problem, Way way, double effective, int replicas) {
  if (way == Way::dense) return run_to_steady(problem, LearnedPreconditioner{}, effective, replicas, effective);
  ProbedPreconditioner choice;
  choice.probe = static_cast<int>(way) - 1;
  const double gamma = effective / (1 - effective * P::shape.fast);
  return run_to_steady(problem, choice, gamma, replicas, effective);
}

/// E (v v^T Q v v^T), with probes; Q for whole matrices.
template <int N>
Matrix<double, N, N> spread(const Matrix<double, N, N>& Q, Way way) {
  if (way == Way::dense) return Q;
  Matrix<double, N, N> out;
  double trace = 0;
  for (int i = 0; i < N; ++i) trace += Q(i, i);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      if (way == Way::coordinate) out(i, j) = i == j ? N * Q(i, i) : 0;
      else out(i, j) = (i == j ? trace : 0) + (i == j && way == Way::rademacher ? 0 : 2 * Q(i, j));
    }
  return out;
}

/// The stationary E|P - P*|_F^2 = tr S with steps g (with normal probes g varies, and this is for small g), from
///   S = S - g (A^T S + S A) + g^2 spread(Q),   Q = A^T S A + sigma^2 (tr S + |P*|_F^2 + ny) I.
template <int NX, int NY>
double predicted(const Linear<NX, NY>& problem, Way way, double g) {
  const auto A = problem.A();
  const double fixed = std::pow(frobenius_norm(problem.solution()), 2) + NY;
  Matrix<double, NX, NX> S;
  double trace = 0;
  for (int k = 0; k < 30 / g; ++k) {
    const auto SA = S * A;
    auto Q = transpose(A) * SA;
    for (int i = 0; i < NX; ++i) Q(i, i) += problem.sigma * problem.sigma * (trace + fixed);
    S = S - g * (transpose(SA) + SA) + (g * g) * spread(Q, way);
    trace = 0;
    for (int i = 0; i < NX; ++i) trace += S(i, i);
  }
  return trace;
}

TEST(SteadyPreconditioner, HasTheSolutionAsItsMeanAndTheSpreadOfTheClosedForm) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const Linear<4, 3> problem(seed);
    for (const Way way : {Way::dense, Way::rademacher, Way::gaussian, Way::coordinate}) {
      const Steady found = steady(problem, way, 1.0 / 32, 1024);
      SCOPED_TRACE(std::string(kNames[static_cast<int>(way)]) + ", problem " + std::to_string(seed));
      for (const Mean& error : found.entries) EXPECT_NEAR(error.value(), 0, 4 * error.standard_error());
      if (way == Way::gaussian) continue;  // |v| varies, and the step with it
      EXPECT_NEAR(found.square.value(), predicted(problem, way, 1.0 / 32), 4 * found.square.standard_error());
      EXPECT_LT(found.square.standard_error(), 0.03 * found.square.value());
    }
  }
}

TEST(SteadyPreconditioner, IsTheSameByRowsUpToRounding) {
  const Linear<4, 3> problem(5);
  const LinearRows<4, 3> rows(5);
  const Steady whole = steady(problem, Way::dense, 1.0 / 32, 64), by_rows = steady(rows, Way::dense, 1.0 / 32, 64);
  ASSERT_EQ(whole.last.size(), by_rows.last.size());
  for (std::size_t i = 0; i < whole.last.size(); ++i) EXPECT_NEAR(whole.last[i], by_rows.last[i], 1e-12);
}

/// Theta of a single loop whose other steps keep pace: alpha = gamma and beta = gamma^3/2 make it 4 gamma.
double theta(double gamma) {
  return scale::preconditioner({.fast = gamma, .preconditioner = gamma, .slow = std::pow(gamma, 1.5)});
}

/// E|P - P*|_F^2 <= C Theta ([P] Lemma precond-track), and no better on a linear problem: slope 1.
TEST(SteadyPreconditioner, SpreadFollowsTheta) {
  const Linear<4, 3> problem(7);
  for (const Way way : {Way::dense, Way::rademacher, Way::gaussian, Way::coordinate}) {
    std::vector<Point> points;
    for (const int parts : {128, 256, 512})
      points.push_back({theta(1.0 / parts), steady(problem, way, 1.0 / parts, 512).square});
    const Slope slope = log_slope(points);
    std::printf("E|P - P*|^2 by %s: Theta^%.3f +- %.3f\n", kNames[static_cast<int>(way)], slope.value,
                slope.standard_error);
    EXPECT_NEAR(slope.value, 1, 3 * slope.standard_error) << kNames[static_cast<int>(way)];
    EXPECT_LT(slope.standard_error, 0.03);
  }
}

/// How much more spread one direction leaves than a whole matrix does, at the same effective step: about n times,
/// and n + 2 with normal probes.
template <int N>
void expect_price(double effective, int replicas) {
  const Linear<N, 3> problem(11);
  const Mean dense = steady(problem, Way::dense, effective, replicas).square;
  for (const Way way : {Way::rademacher, Way::gaussian, Way::coordinate}) {
    const Mean probed = steady(problem, way, effective, replicas).square;
    const double ratio = probed.value() / dense.value();
    const double error =
        ratio * std::hypot(probed.standard_error() / probed.value(), dense.standard_error() / dense.value());
    const double expected = predicted(problem, way, effective) / predicted(problem, Way::dense, effective);
    std::printf("n = %d, effective step 1/%.0f: %s probes have %.2f +- %.2f times the spread (closed form %.2f)\n", N,
                1 / effective, kNames[static_cast<int>(way)], ratio, error, expected);
    // The step is shorter where a normal probe is long, which takes back some of what its length costs.
    if (way == Way::gaussian) EXPECT_GT(ratio, 0.9 * expected - 4 * error);
    else EXPECT_GT(ratio, expected - 4 * error);
    EXPECT_LT(ratio, expected + 4 * error);
  }
}

TEST(SteadyPreconditioner, OfProbesCostsAboutNTimesTheVariance) {
  expect_price<4>(1.0 / 128, 512);
  expect_price<16>(1.0 / 128, 128);
}

}  // namespace
}  // namespace twoscale
