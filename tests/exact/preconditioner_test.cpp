// Every way to P on linear problems without noise, where P* = C (I - M)^-1.
#include <gtest/gtest.h>

#include <cmath>

#include "testing.hpp"

namespace twoscale {
namespace {

using testing::method_with;
using testing::run_only;
using WaysToP = Only<OneStep, CorrectedOracle, LearnedPreconditioner, NeumannPreconditioner, ExactPreconditioner,
                     Tikhonov, LastIterate>;

/// f(x, y) = M x + B y, g(x, y) = C x + D y.
template <int NX, int NY>
struct Maps {
  Matrix<double, NX, NX> M;
  Matrix<double, NX, NY> B;
  Matrix<double, NY, NX> C;
  Matrix<double, NY, NY> D;
  auto fast(const auto& x, const auto& y, const auto&) const { return M * x + B * y; }
  auto slow(const auto& x, const auto& y, const auto&) const { return C * x + D * y; }
  auto solution() const { return right_divide(C, Matrix<double, NX, NX>::identity(M.rows()) - M); }
};
struct Fixed : Maps<4, 3> {
  static constexpr Shape shape{.fast = 4, .slow = 3};
};
struct Sized : Maps<kDynamic, kDynamic> {
  Shape shape() const { return {.fast = M.rows(), .slow = C.rows()}; }
};
struct Rows : Sized {
  static constexpr Differentiation differentiation = Differentiation::reverse;
};

template <int R, int C>
void fill(Matrix<double, R, C>& matrix, int rows, int cols, double scale, double salt) {
  matrix = Matrix<double, R, C>(rows, cols);
  for (int i = 0; i < rows * cols; ++i) matrix.entries()[i] = scale * std::sin(1.3 * i + salt);
}

/// With |M| at most 1/2 in the Frobenius norm.
template <class P>
P problem_of(int nx, int ny) {
  P out;
  fill(out.M, nx, nx, 0.5 / nx, 0.3);
  fill(out.B, nx, ny, 0.3 / nx, 1.1);
  fill(out.C, ny, nx, 1.0, 2.2);
  fill(out.D, ny, ny, 0.3 / ny, 0.7);
  return out;
}

/// u follows A^-1 (F - w) at a point that stands still, and is looked at through C.
template <class P>
void expect_followed(int nx, int ny) {
  const P problem = problem_of<P>(nx, ny);
  const LazyFollowedPreconditioner choice;
  Samples<P, 1> samples(problem, 7, 2);
  State<P, 1> state = empty_state<P, 1>(shape_of(problem), choice);
  choice.start(samples, state);
  FastVector<P> residual(nx);
  for (int i = 0; i < nx; ++i) residual[i] = std::cos(0.7 * i);
  for (int k = 0; k < 200; ++k) choice.learn(samples, state, {.preconditioner = 0.5}, residual);
  const auto corrected = choice.apply(samples, state, residual);
  const auto P_star = problem.solution();
  for (int i = 0; i < ny; ++i) {
    double exact = 0;
    for (int j = 0; j < nx; ++j) exact += P_star(i, j) * residual[j].lane(0);
    EXPECT_NEAR(corrected[i].lane(0), exact, 1e-12);
  }
}

TEST(Followed, ComesToPTimesTheResidual) {
  expect_followed<Fixed>(4, 3);
  expect_followed<Sized>(7, 5);
}

/// A choice with one of its constants set.
template <class Choice>
Choice with(double Choice::*constant, double value) {
  Choice out;
  out.*constant = value;
  return out;
}
LowRankPreconditioner of_rank(double rank) { return with(&LowRankPreconditioner::rank, rank); }

template <class P>
struct Learner {
  const P& problem;
  Samples<P, 1> samples{problem, 7, 2};
  State<P, 1> state{};

  template <class Choice>
  Learner(const P& p, const Choice& choice, double gamma, int iterations) : problem(p) {
    const Shape shape = shape_of(problem);
    state = empty_state<P, 1>(shape, choice);
    choice.start(samples, state);
    for (int k = 0; k < iterations; ++k) choice.learn(samples, state, {.preconditioner = gamma});
  }

  /// P, from its products.
  template <class Choice>
  Matrix<double> matrix(const Choice& choice) {
    const int nx = shape_of(problem).fast, ny = shape_of(problem).slow;
    Matrix<double> out(ny, nx);
    FastVector<P> unit(nx);
    for (int j = 0; j < nx; ++j) {
      unit[j] = 1.0;
      const auto column = choice.apply(samples, state, unit);
      unit[j] = 0.0;
      for (int i = 0; i < ny; ++i) out(i, j) = column[i].lane(0);
    }
    return out;
  }
};

template <class A, class B>
void expect_near(const A& a, const B& b, double tolerance) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) EXPECT_NEAR(a(i, j), b(i, j), tolerance) << i << ", " << j;
}

template <class P, class Choice>
void expect_solution(const P& problem, const Choice& choice, double gamma, int iterations) {
  SCOPED_TRACE(choice.name);
  Learner<P> learner(problem, choice, gamma, iterations);
  expect_near(learner.matrix(choice), problem.solution(), 1e-12);
}

TEST(LearnedPreconditioner, ConvergesToTheSolutionWithoutNoise) {
  expect_solution(problem_of<Fixed>(4, 3), LearnedPreconditioner{}, 0.5, 200);
  expect_solution(problem_of<Sized>(4, 3), LearnedPreconditioner{}, 0.5, 200);
  expect_solution(problem_of<Sized>(24, 3), LearnedPreconditioner{}, 0.5, 200);  // by rows: x is large
  expect_solution(problem_of<Rows>(4, 3), LearnedPreconditioner{}, 0.5, 200);
}

TEST(ProbedPreconditioner, ConvergesToTheSolutionWithoutNoise) {
  for (const double probe : {0, 1, 2}) {
    const ProbedPreconditioner choice = with(&ProbedPreconditioner::probe, probe);
    expect_solution(problem_of<Fixed>(4, 3), choice, 0.25, 1500);
    expect_solution(problem_of<Sized>(12, 5), choice, 0.1, 4000);
    expect_solution(problem_of<Sized>(3, 6), choice, 0.25, 1500);
  }
}

/// [P] eq. (online-precond-algo), line 2, with (C - P A) v v^T and gamma / (1 + gamma |v|^2): one step by hand.
TEST(ProbedPreconditioner, TakesTheStepItSays) {
  const Sized problem = problem_of<Sized>(5, 3);
  for (const double probe : {0, 1, 2}) {
    const ProbedPreconditioner choice = with(&ProbedPreconditioner::probe, probe);
    Learner<Sized> learner(problem, choice, 0.3, 4);
    const auto before = learner.matrix(choice);
    Samples<Sized, 1> twin(problem, 7, 2);
    twin.set_counts(learner.samples.counts());
    const Law laws[] = {Law::rademacher, Law::normal, Law::index};
    const auto probed = twin.probe(laws[static_cast<int>(probe)]);
    const auto v = map(probed, [](const Real& t) { return t.lane(0); });
    choice.learn(learner.samples, learner.state, {.preconditioner = 0.3});
    const auto A = Matrix<double>::identity(5) - problem.M;
    const double step = 0.3 / (1 + 0.3 * squared_norm(v));
    const auto expected = before + step * outer((problem.C - before * A) * v, v);
    expect_near(learner.matrix(choice), expected, 1e-14);
  }
}

TEST(LowRankPreconditioner, AtFullRankConvergesToTheSolution) {
  expect_solution(problem_of<Fixed>(4, 3), of_rank(3), 0.5, 300);
  expect_solution(problem_of<Sized>(12, 5), of_rank(5), 0.5, 300);
  expect_solution(problem_of<Sized>(2, 5), of_rank(2), 0.5, 300);
}

/// C = u w^T.
template <class P>
P one_output(int nx, int ny) {
  P out = problem_of<P>(nx, ny);
  for (int i = 0; i < ny; ++i)
    for (int j = 0; j < nx; ++j) out.C(i, j) = (1.0 + i) * std::cos(0.9 * j);
  return out;
}

TEST(LowRankPreconditioner, FindsTheOneOutputThatMatters) {
  expect_solution(one_output<Fixed>(4, 3), of_rank(1), 0.5, 300);
  expect_solution(one_output<Sized>(30, 7), of_rank(1), 0.5, 300);
  expect_solution(one_output<Rows>(30, 7), of_rank(2), 0.5, 300);
}

/// g reacts to x in its first output only; the samples of dG/dx have far more noise in the second.
struct NoisyOutput {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_derivative_noise = 1, .slow_derivative_noise = 1};
  auto fast(const auto& x, const auto& y, const auto&) const { return 0.5 * x + y; }
  auto slow(const auto& x, const auto& y, const auto&) const { return y - 0.3 * x; }
  template <class X>
  auto fast_derivative(const X&, const auto&, const auto&) const {
    return 0.5 * Matrix<typename X::Element, 2, 2>::identity(2);
  }
  template <class X>
  auto slow_derivative(const X&, const auto&, const auto& omega) const {
    Matrix<typename X::Element, 2, 2> out;
    out(0, 0) = -0.3;
    out(1, 1) = 3.0 * omega[0];
    return out;
  }
};

TEST(LowRankPreconditioner, DoesNotTakeNoiseForAnOutput) {
  const NoisyOutput problem;
  const LowRankPreconditioner choice = of_rank(1);
  Mean found;
  for (const int iterations : {18000, 19000, 20000}) {
    Learner<NoisyOutput> learner(problem, choice, 0.002, iterations);
    found.add(learner.state.basis(0, 0).lane(0) * learner.state.basis(0, 0).lane(0));
  }
  EXPECT_GT(found.value(), 0.5);  // one sample twice: 0.0003
}

/// Of a C of full rank, P is U U^T P* with U the leading left singular vectors of C.
TEST(LowRankPreconditioner, OtherwiseKeepsTheProjectionOnTheLeadingOutputs) {
  Sized problem = problem_of<Sized>(6, 4);
  fill(problem.C, 4, 6, 0.05, 2.2);
  problem.C(0, 0) = 3, problem.C(1, 1) = 2;  // two that stand out
  const LowRankPreconditioner choice = of_rank(2);
  Learner<Sized> learner(problem, choice, 0.5, 1000);
  Matrix<double> U(4, 2);
  for (int i = 0; i < 8; ++i) U.entries()[i] = learner.state.basis.entries()[i].lane(0);
  expect_near(transpose(U) * U, Matrix<double>::identity(2), 1e-14);
  expect_near(learner.matrix(choice), U * (transpose(U) * problem.solution()), 1e-12);
  const auto image = problem.C * (transpose(problem.C) * U);  // stays in the span of U
  expect_near(image, U * (transpose(U) * image), 1e-11);
  EXPECT_GT(frobenius_norm(transpose(U) * problem.C), 3.5);
}

TEST(NeumannPreconditioner, IsTheTruncatedSeries) {
  const Sized problem = problem_of<Sized>(5, 3);
  Vector<Real> r(5);
  for (int i = 0; i < 5; ++i) r[i] = std::cos(2.0 * i);
  const double mu = frobenius_norm(problem.M), size = frobenius_norm(problem.C) * norm(r).lane(0);
  const auto limit = problem.solution() * r;
  for (const int terms : {0, 1, 2, 7, 40}) {
    const NeumannPreconditioner choice = with(&NeumannPreconditioner::neumann_terms, terms);
    Learner<Sized> learner(problem, choice, 0.5, 3);
    auto power = r, sum = r;
    for (int j = 0; j < terms; ++j) {
      power = problem.M * power;
      sum = sum + power;
    }
    const auto expected = problem.C * sum, found = choice.apply(learner.samples, learner.state, r);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(found[i].lane(0), expected[i].lane(0)) << terms << " terms";
      EXPECT_NEAR(found[i].lane(0), limit[i].lane(0), size * std::pow(mu, terms + 1) / (1 - mu) + 1e-14);
    }
    EXPECT_EQ(learner.samples.counts()[Role::omega_A], static_cast<std::uint64_t>(terms));
    EXPECT_EQ(learner.samples.counts().derivative(), choice.looks(1).total());
  }
}

Plan plan_of(const testing::Options& options, std::uint64_t iterations = 100) {
  return Plan::for_iterations(method_with("single-loop", options), iterations);
}

/// M = factor times a turn in the first two coordinates, and smaller in the others.
Sized turning(double factor, double angle) {
  Sized out = problem_of<Sized>(4, 2);
  fill(out.M, 4, 4, 0, 0);
  out.M(0, 0) = out.M(1, 1) = factor * std::cos(angle);
  out.M(0, 1) = -factor * std::sin(angle), out.M(1, 0) = factor * std::sin(angle);
  out.M(2, 2) = 0.3, out.M(3, 3) = -0.2;
  return out;
}

std::string refusal(const Sized& problem) {
  try {
    run_only<WaysToP>(problem, plan_of({{"preconditioner", "neumann"}}));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(NeumannPreconditioner, RefusesAFastMapThatDoesNotContractAndNamesTheFactor) {
  EXPECT_EQ(refusal(turning(1.25, 0)),
            "the Neumann series needs a fast map that contracts, and dF/dx was measured to grow by 1.25 a step: check "
            "the problem (twoscale check), or learn P with --option preconditioner=learned");
  EXPECT_NE(refusal(turning(1.1, 0.8)).find("measured to grow by 1.1 a step"), std::string::npos);
  EXPECT_NE(refusal(turning(-1.02, 0)).find("measured to grow by 1.02 a step"), std::string::npos);
  EXPECT_EQ(refusal(turning(0.97, 0.8)), "");
  EXPECT_NE(refusal(turning(1.0, 0)).find("measured to grow by 1 a step"), std::string::npos);
  EXPECT_NE(refusal(turning(1e200, 0)), "");  // its powers overflow
}

TEST(NeumannPreconditioner, ReportsWhatThePilotMeasured) {
  const RunResult result = run_only<WaysToP>(turning(0.9, 0.5), plan_of({{"preconditioner", "neumann"}}));
  ASSERT_TRUE(result.pilot.has_value());
  EXPECT_NEAR(result.pilot->contraction, 0.9, 1e-4);
  EXPECT_GT(result.pilot->samples, 0U);
  EXPECT_EQ(result.counts().total(), plan_of({{"preconditioner", "neumann"}}).samples());
  EXPECT_FALSE(run_only<WaysToP>(turning(0.9, 0.5), plan_of({})).pilot.has_value());
}

// P*, told as a matrix or as a product.
struct ToldMatrix : Sized {
  template <class Y>
  auto preconditioner(const Y&) const {
    const auto P = solution();
    Matrix<typename Y::Element> out(P.rows(), P.cols());
    for (int i = 0; i < out.entries().size(); ++i) out.entries()[i] = P.entries()[i];
    return out;
  }
};
struct ToldProduct : Sized {
  auto preconditioner_times(const auto&, const auto& r) const { return solution() * r; }
};

TEST(ExactPreconditioner, IsContentWithTheProduct) {
  const Plan plan = plan_of({{"preconditioner", "exact"}});
  const RunOptions options{.replicas = 9, .fast_start = {1, 2, 3, 4, 5}, .slow_start = {1, -1, 0.5}};
  const auto matrix = run_only<WaysToP>(problem_of<ToldMatrix>(5, 3), plan, options).replicas;
  const auto product = run_only<WaysToP>(problem_of<ToldProduct>(5, 3), plan, options).replicas;
  ASSERT_EQ(product.size(), 9U);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(matrix[i].last.slow, product[i].last.slow);
    EXPECT_EQ(matrix[i].last.fast, product[i].last.fast);
    EXPECT_EQ(matrix[i].last.counts, product[i].last.counts);
    EXPECT_EQ(product[i].last.counts.preconditioner, 100U);
    EXPECT_EQ(matrix[i].last.preconditioner.size(), 15U);
    EXPECT_EQ(product[i].last.preconditioner.size(), 0U);
  }
  EXPECT_THROW(run_only<WaysToP>(problem_of<Sized>(5, 3), plan), Error);
}

template <class P, class Choice>
StoredMatrices stored(const Choice& choice) {
  const Shape shape{.fast = 40, .slow = 7};
  const State<P, 8> state = empty_state<P, 8>(shape, choice);
  EXPECT_EQ(state.preconditioner.cols(), 40);
  EXPECT_EQ(state.basis.rows(), 7);
  return {state.preconditioner.rows(), state.basis.cols()};
}
void expect_stored(const StoredMatrices& found, int rows, int basis_columns) {
  EXPECT_EQ(found.rows, rows);
  EXPECT_EQ(found.basis_columns, basis_columns);
}

TEST(State, KeepsTheMatricesAChoiceNeeds) {
  expect_stored(stored<Sized>(NoPreconditioner{}), 0, 0);
  expect_stored(stored<Sized>(NeumannPreconditioner{}), 0, 0);
  expect_stored(stored<Sized>(LearnedPreconditioner{}), 7, 0);
  expect_stored(stored<Sized>(AveragedPreconditioner{}), 7, 0);
  expect_stored(stored<Sized>(ProbedPreconditioner{}), 7, 0);
  expect_stored(stored<Sized>(of_rank(2)), 2, 2);
  EXPECT_THROW(stored<Sized>(of_rank(100)), Error);
  expect_stored(stored<ToldMatrix>(ExactPreconditioner{}), 7, 0);
  expect_stored(stored<ToldProduct>(ExactPreconditioner{}), 0, 0);
}

}  // namespace
}  // namespace twoscale
