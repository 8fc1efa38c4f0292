// Derivatives by adjoints against duals, which are tested against Eigen and differences, and against closed forms.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <tuple>
#include <twoscale/core/adjoint.hpp>
#include <twoscale/core/dual.hpp>
#include <type_traits>
#include <vector>

namespace twoscale {
namespace {

using A = Adjoint<Real>;
using D = Dual<Real, 3>;
using P = Pack<double, 8>;

/// The value of f at x and its gradient, by one sweep.
template <class S, int N>
struct Gradient {
  S value;
  Vector<S, N> slope;
};
template <class F, class S, int N>
Gradient<S, N> gradient(const F& f, const Vector<S, N>& x) {
  S value{};
  auto outputs = [&](const auto& v) {
    const Adjoint<S> out = f(v);
    value = out.value;
    return Vector<Adjoint<S>, 1>{out};
  };
  const Vector<S, N> slope = pull_back(outputs, x, Vector<double, 1>{1.0});
  return {value, slope};
}

template <class F, class S>
void expect_as_dual(F f, const Vector<S, 2>& x) {
  const auto ours = gradient([&](const auto& v) { return f(v[0], v[1]); }, x);
  const auto seeded = seed_tangents<2>(x);
  const Dual<S, 2> dual = f(seeded[0], seeded[1]);
  for (int i = 0; i < S::kWidth; ++i) {
    ASSERT_EQ(ours.value.lane(i), dual.value.lane(i));
    for (int j = 0; j < 2; ++j)
      ASSERT_NEAR(ours.slope[j].lane(i), dual.tangent[j].lane(i), 1e-14 * (1 + std::abs(dual.tangent[j].lane(i))));
  }
}

/// f(x, y) on adjoints of plain numbers and of packs whose lanes differ.
template <class F>
void check(F f) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> pick(0.3, 2.5);  // positive, for log and sqrt
  for (int trial = 0; trial < 200; ++trial) {
    const double x = pick(random), y = pick(random);
    P px(x), py(y);
    px.set_lane(2, y);
    py.set_lane(5, pick(random));
    expect_as_dual(f, Vector<Real, 2>{x, y});
    expect_as_dual(f, Vector<P, 2>{px, py});
  }
}
#define CHECK(expression) check([](auto x, auto y) -> decltype(x) { return (void)y, expression; })

TEST(Adjoint, ArithmeticOfTwoAdjoints) {
  CHECK(x + y);
  CHECK(x - y);
  CHECK(x * y);
  CHECK(x / y);
  CHECK(-x + +y);
  CHECK(x * x / (x + y) - y * x);
  CHECK((x += y, x -= y * y, x *= y, x /= y + y, x));
}

TEST(Adjoint, ArithmeticWithConstantsOnEitherSide) {
  CHECK((x + 2.5) * (2.5 + y));
  CHECK((x - 2.5) * (2.5 - y));
  CHECK((x * 2.5) * (3.5 * y));
  CHECK(x / 2.5 + 2.5 / y);
  CHECK(3 - x * 2 + 1 / (x + 1) - y / 3);
  CHECK((x + y.value) * (y.value - x) / (x * y.value - 9) + y.value / x);
  CHECK(decltype(x)(2) * x + y * decltype(x)(3) - decltype(x)(1) / y);  // constants that are adjoints
  CHECK(decltype(x)(2) - x + (decltype(x)(2) + y) - (y - decltype(x)(3)) * (x + decltype(x)(1)) / decltype(x)(7));
}

TEST(Adjoint, EveryFunction) {
  CHECK(sqrt(x) + exp(y));
  CHECK(log(x));
  CHECK(sin(x) + 2.0 * cos(y));
  CHECK(tanh(x) * abs(x - y));
  CHECK(tan(x * 0.5) + atan(y) + asin(x * 0.3) * acos(y * 0.3));
  CHECK(atan2(x, y) + atan2(x, 2.0) * atan2(0.5, y) + atan2(x, y.value));
  CHECK(erf(x) * erfc(y) + expm1(x) * log1p(y) + sinh(x) * cosh(y));
  CHECK(pow(x, y) + pow(x, 2) * pow(y, -1.5) + pow(2.0, x) + pow(x, y.value) + pow(y.value, x));
  CHECK(pow(x - 3.0, 3) + pow(x - x, 0) + pow(x - 3.0, decltype(x)(2.0)));
  CHECK(min(x, y) * max(x, y * y) + min(x, 1.0) + max(1.0, y));
  CHECK(where(x < y, x * y, sin(x)) + where(x > 1.0, x, 1.0) * where(y >= 1, 0.5, y));
  CHECK(log(1.0 + exp(x - y)) / (2.0 + cos(x * y)) + tanh(sqrt(x * x + y * y) - 1.0));
}

TEST(Adjoint, ComparisonsLookAtValuesOnly) {
  const A x = 1.0, y = Real(1.0);
  EXPECT_TRUE(x == y && x <= y && x >= y && x < 2.0 && x > 0 && 0.5 < x);
  EXPECT_FALSE(x != y || x < y || x > y);
}

/// Ties, both zeros, what is not a number: the same choice as Dual's, on numbers and on packs.
TEST(Adjoint, TiesAreTakenAsDualTakesThem) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  auto f = [](const auto& x, const auto& y) {
    return 2.0 * abs(x) + 3.0 * abs(y) + 5.0 * max(x, y) + 7.0 * min(x, y) + 11.0 * where(x == y, x, y);
  };
  for (const double x : {0.0, -0.0, 1.0, -1.0, nan})
    for (const double y : {0.0, -0.0, 1.0, -1.0, nan}) {
      const auto dual = seed_tangents<2>(Vector<double, 2>{x, y});
      const auto expected = f(dual[0], dual[1]);
      const auto one = gradient([&](const auto& v) { return f(v[0], v[1]); }, Vector<Real, 2>{x, y});
      const auto pack = gradient([&](const auto& v) { return f(v[0], v[1]); }, Vector<P, 2>{P(x), P(y)});
      for (int j = 0; j < 2; ++j) EXPECT_EQ(one.slope[j].lane(0), expected.tangent[j]) << x << " " << y;
      for (int j = 0; j < 2; ++j) EXPECT_EQ(pack.slope[j].lane(3), expected.tangent[j]) << x << " " << y;
      EXPECT_EQ(std::isnan(one.value.lane(0)), std::isnan(expected.value));
    }
}

TEST(Adjoint, AnInfiniteSlopeStaysOnItsSide) {
  auto f = [](const auto& v) { return where(v[0] > 0.0, sqrt(v[0]), 3.0 * v[0]); };
  P x(0.0);
  x.set_lane(6, 4.0);
  const auto pack = gradient(f, Vector<P, 1>{x});
  for (int i = 0; i < 8; ++i) EXPECT_EQ(pack.slope[0].lane(i), i == 6 ? 0.25 : 3.0);
  EXPECT_EQ(gradient(f, Vector<Real, 1>{0.0}).slope[0].lane(0), 3.0);
  const auto apart = gradient([](const auto& v) { return v[0] + sqrt(sqrt(v[1])); }, Vector<Real, 2>{1.0, 0.0});
  EXPECT_EQ(apart.slope[0].lane(0), 1.0);  // beside an infinite derivative
}

/// A random expression in three variables: each instruction appends a number computed from two earlier ones.
struct Program {
  std::vector<std::tuple<int, int, int>> instructions;

  template <class T>
  static T apply(int op, const T& a, const T& b) {
    if (op == 0) return a + b;
    if (op == 1) return a - b;
    if (op == 2) return min(max(a * b, -50.0), 50.0);
    if (op == 3) return a / (1.5 + tanh(b));
    if (op == 4) return exp(sin(a)) - b;
    if (op == 5) return sqrt(1 + a * a) * 0.5;
    if (op == 6) return log(1.0 + b * b) + cos(a);
    if (op == 7) return where(a < b, 2.0 / (3 + abs(a)), -b);
    return max(abs(a), 0.25 * b);
  }
  template <class T, class Step>
  T run(const Vector<T, 3>& x, Step step) const {
    std::vector<T> numbers{x[0], x[1], x[2], T(0.75)};
    for (const auto& [op, i, j] : instructions) {
      const int count = static_cast<int>(numbers.size());
      numbers.push_back(step(op, numbers[i % count], numbers[j % count]));
    }
    return numbers.back();
  }
  template <class T>
  T operator()(const Vector<T, 3>& x) const {
    return run(x, apply<T>);
  }
};

/// The tangents with every product of slopes counted positive: what rounding errors are relative to.
D majorant(int op, const D& a, const D& b) {
  const D by_a = Program::apply(op, a, D(b.value)), by_b = Program::apply(op, D(a.value), b);
  return D::combine(by_a.value, by_a, by_b, [](Real x, Real y) { return abs(x) + abs(y); });
}

RC_GTEST_PROP(Adjoint, AnyExpressionHasTheDualsTangents, ()) {
  auto range = [](int low, int high) { return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high)); };
  const auto instruction = rc::gen::tuple(range(0, 9), range(0, 1000), range(0, 1000));
  const Program program{*rc::gen::resize(30, rc::gen::container<decltype(Program::instructions)>(instruction))};
  Vector<Real, 3> x;
  for (int j = 0; j < 3; ++j) x[j] = *range(-3000, 3001) / 1000.0;
  const auto ours = gradient(program, x);
  const D dual = program(seed_tangents<3>(x)), bound = program.run(seed_tangents<3>(x), majorant);
  RC_ASSERT(ours.value == dual.value);
  for (int j = 0; j < 3; ++j) RC_ASSERT(abs(ours.slope[j] - dual.tangent[j]) <= 2e-14 * bound.tangent[j]);
}

template <int W>
bool lanes_are_plain_runs(const Program& program, const Vector<P, 3>& x) {
  Vector<Pack<double, W>, 3> narrow;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < W; ++i) narrow[j].set_lane(i, x[j].lane(i));
  const auto pack = gradient(program, narrow);
  auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
  bool same = true;
  for (int i = 0; i < W; ++i) {
    const auto one = gradient(program, Vector<Real, 3>{x[0].lane(i), x[1].lane(i), x[2].lane(i)});
    same = same && bits(one.value.lane(0)) == bits(pack.value.lane(i));
    for (int j = 0; j < 3; ++j) same = same && bits(one.slope[j].lane(0)) == bits(pack.slope[j].lane(i));
  }
  return same;
}

/// Fixed expressions, and many: widths once differed in the order of a sum in one of some thousand.
TEST(Adjoint, ALaneHasTheBitsOfAPlainNumberAtEveryWidth) {
  std::mt19937_64 random(29);
  auto below = [&](int count) { return static_cast<int>(random() % static_cast<std::uint64_t>(count)); };
  for (int trial = 0; trial < 10'000; ++trial) {
    Program program;
    for (int k = below(40); k >= 0; --k) program.instructions.emplace_back(below(9), below(1000), below(1000));
    Vector<P, 3> x;
    for (int k = 0; k < 24; ++k) x[k / 8].set_lane(k % 8, (below(61) - 30) / 10.0);  // ties and zeros come up
    ASSERT_TRUE(lanes_are_plain_runs<2>(program, x) && lanes_are_plain_runs<8>(program, x)) << trial;
  }
}

/// F_i = x_i x_{i+1} + 7 and G = (the mean square, a constant, x_0), recorded once.
TEST(Tape, SeveralRowsFromOneRecording) {
  const Vector<Real> x{1.0, 2.0, -3.0, 0.5};
  const int n = x.size();
  Tape<Real> tape;
  const auto v = tape.variables(x);
  Vector<A> fast(n);
  for (int i = 0; i < n; ++i) fast[i] = v[i] * v[(i + 1) % n] + Real(7.0);
  const Vector<A> slow{dot(v, v) / n, A(4.0), v[0]};
  for (const int row : {0, 1, 2, 1, 0}) {
    const Vector<double> weight{0.5 * row, -1.0, 2.0, row - 1.0};
    tape.reset_adjoints();
    tape.seed(slow[row], 1.0);
    for (int j = 0; j < n; ++j) tape.seed(fast[j], weight[j]);
    tape.seed(Real(3.0), 1e9);  // depends on nothing
    tape.sweep();
    for (int i = 0; i < n; ++i) {
      const int before = (i + n - 1) % n, after = (i + 1) % n;
      const Real direct = row == 0 ? 2.0 * x[i] / n : Real(row == 2 && i == 0 ? 1.0 : 0.0);
      EXPECT_EQ(tape.adjoint(i).lane(0), (direct + weight[i] * x[after] + weight[before] * x[before]).lane(0));
    }
  }
}

TEST(Tape, SumsWithConstantsAreNotRecorded) {
  Tape<Real> tape;
  const auto v = tape.variables(Vector<Real, 2>{1.0, 2.0});
  const A constant = tanh(A(2.0) * 3.0 / A(4.0)) - 1;
  EXPECT_EQ((2.0 + v[0] - 1 + constant - A(1.0)).node, v[0].node);
  EXPECT_EQ(tape.node_count(), 2);
  EXPECT_EQ((constant * v[1]).node, 2);
}

TEST(Tape, ARecordingDoesNotSeeTheOneBefore) {
  Tape<Real> tape, other;
  for (const int n : {3, 5000, 2, 0, 7}) {  // 5000: the tape grows while recording
    if (n != 2) tape.clear();               // variables() does it too
    const auto v = tape.variables(map(Vector<Real>(n), [](Real) { return Real(1.5); }));
    const auto w = other.variables(Vector<Real, 1>{9.0});
    const A out = dot(v, v) * 2.0, elsewhere = w[0] * w[0];
    EXPECT_EQ(tape.node_count(), n == 0 ? 0 : 3 * n);
    tape.reset_adjoints();
    tape.seed(out, 1.0);
    tape.seed(elsewhere, 1.0);
    tape.sweep();
    for (int i = 0; i < n; ++i) ASSERT_EQ(tape.adjoint(i).lane(0), 6.0);
  }
}

TEST(Tape, AHundredThousandVariables) {
  constexpr int kCount = 100'000;
  Vector<Real> x(kCount);
  for (int i = 0; i < kCount; ++i) x[i] = Real(std::sin(i));
  auto mean_of_tanh = [](const auto& v) {
    auto sum = tanh(v[0]);
    for (int i = 1; i < v.size(); ++i) sum += tanh(v[i]) * v[i - 1];
    return Vector<std::remove_cvref_t<decltype(sum)>, 1>{sum / v.size()};
  };
  const Vector<Real> slope = pull_back(mean_of_tanh, x, Vector<double, 1>{kCount});
  for (int i = 1; i + 1 < kCount; ++i) {
    const double t = std::tanh(x[i].lane(0)), expected = (1 - t * t) * x[i - 1].lane(0) + tanh(x[i + 1]).lane(0);
    ASSERT_NEAR(slope[i].lane(0), expected, 1e-14);
  }
}

/// Matrices of numbers and of packs, norms, solves: what vectors of duals can do.
TEST(PullBack, IsTheTransposedJacobian) {
  Matrix<double, 3, 3> numbers;
  Matrix<P, 3, 3> packs;
  for (int i = 0; i < 9; ++i) numbers.entries()[i] = 0.1 * i, packs.entries()[i] = P(i % 4 == 0 ? 2.0 : 0.03 * i);
  auto f = [&](const auto& v) {
    auto waves = [](const auto& x) { return sin(x); };
    return solve(packs, numbers * v + 0.5 * map(v, waves)) + norm(v) * (packs * v) - v / 3.0;
  };
  const P spread = P::from_lanes({0.4, 0.4, 0.4, -1.2, 0.1, 0.0, 3.0, 0.4});
  const Vector<P, 3> x{spread, P(0.7), P(-0.2)}, weight{P(1.0), spread, P(-2.0)};
  const auto ours = pull_back(f, x, weight), expected = transpose(jacobian(f, x)) * weight;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(ours[j].lane(i), expected[j].lane(i), 1e-14);
  EXPECT_EQ(pull_back([&](const auto&) { return weight; }, x, weight)[1].lane(0), 0.0);
  EXPECT_THROW(pull_back(f, x, Vector<double>{1.0}), Error);
  auto root = [](const auto& v) { return map(v, [](const auto& x) { return max(sqrt(x), abs(x)); }); };
  EXPECT_EQ(pull_back(root, Vector<double, 2>{4.0, 0.25}, Vector<double>{1.0, 3.0})[1], 3.0);  // doubles do too
}

}  // namespace
}  // namespace twoscale
