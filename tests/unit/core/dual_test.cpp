// Derivatives by duals against Eigen's AutoDiffScalar and against central differences.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <random>
#include <twoscale/core/dual.hpp>
#include <unsupported/Eigen/AutoDiff>

namespace twoscale {
namespace {

using D = Dual<double, 2>;
using P = Pack<double, 8>;
using DP = Dual<P, 2>;
using Reference = Eigen::AutoDiffScalar<Eigen::Vector2d>;

constexpr int kTrials = 200;

template <class S>
Dual<S, 2> seeded(S value, int direction) {
  Dual<S, 2> out(value);
  out.tangent[direction] = S(1.0);
  return out;
}

/// f(x, y) on duals of doubles, on duals of packs, by Eigen, and by differences of f on plain numbers.
template <class F>
void check(F f) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> pick(0.3, 2.5);  // positive, for log and sqrt
  for (int trial = 0; trial < kTrials; ++trial) {
    const double x = pick(random), y = pick(random);
    const D ours = f(seeded(x, 0), seeded(y, 1));
    const Reference eigen = f(Reference(x, 2, 0), Reference(y, 2, 1));
    const double scale = 1 + std::abs(ours.value) + std::abs(ours.tangent[0]) + std::abs(ours.tangent[1]);
    ASSERT_NEAR(ours.value, eigen.value(), 1e-14 * scale);
    ASSERT_NEAR(ours.tangent[0], eigen.derivatives()[0], 1e-13 * scale);
    ASSERT_NEAR(ours.tangent[1], eigen.derivatives()[1], 1e-13 * scale);
    const double h = 1e-5;
    ASSERT_NEAR(ours.tangent[0], (f(x + h, y) - f(x - h, y)) / (2 * h), 1e-6 * scale) << "at " << x << ", " << y;
    ASSERT_NEAR(ours.tangent[1], (f(x, y + h) - f(x, y - h)) / (2 * h), 1e-6 * scale) << "at " << x << ", " << y;

    P px(x), py(y);
    px.set_lane(2, y);  // lanes of different points
    const DP pack = f(seeded(px, 0), seeded(py, 1));
    const D other = f(seeded(y, 0), seeded(y, 1));
    for (int i = 0; i < 8; ++i) {
      const D& expected = i == 2 ? other : ours;
      ASSERT_NEAR(pack.value.lane(i), expected.value, 1e-13 * (1 + std::abs(expected.value)));
      for (int j = 0; j < 2; ++j)
        ASSERT_NEAR(pack.tangent[j].lane(i), expected.tangent[j], 1e-13 * (1 + std::abs(expected.tangent[j])));
    }
  }
}

// Plain numbers, duals and Eigen's scalars all find their functions here.
#define CHECK(expression)                                                             \
  check([](auto x, auto y) -> decltype(x) {                                           \
    using std::abs, std::cos, std::exp, std::log, std::sin, std::sqrt, std::tanh;     \
    using std::acos, std::asin, std::atan2, std::cosh, std::pow, std::sinh, std::tan; \
    return (void)y, expression;                                                       \
  })

TEST(Dual, ArithmeticOfTwoDuals) {
  CHECK(x + y);
  CHECK(x - y);
  CHECK(x * y);
  CHECK(x / y);
  CHECK(-x);
  CHECK(x * x / (x + y) - y * x);
}

TEST(Dual, ArithmeticWithDoubleConstantsOnEitherSide) {
  CHECK(x + 2.5);
  CHECK(2.5 + x);
  CHECK(x - 2.5);
  CHECK(2.5 - x);
  CHECK(x * 2.5);
  CHECK(2.5 * x);
  CHECK(x / 2.5);
  CHECK(2.5 / x);
  CHECK(1.5 / (2.0 * x - 7.0 * y * x + 30.0));
}

TEST(Dual, EveryFunction) {
  CHECK(sqrt(x));
  CHECK(exp(x));
  CHECK(log(x));
  CHECK(sin(x));
  CHECK(cos(x));
  CHECK(tanh(x));
  CHECK(abs(x - y));
  CHECK(tan(x * 0.5));
  CHECK(asin(x * 0.3) + acos(y * 0.3));
  CHECK(atan2(x, y));
  CHECK(sinh(x) * cosh(y));
  CHECK(pow(x, 2));
  CHECK(pow(x, 2.5));
  CHECK(pow(y, -3));
}

TEST(Dual, FunctionsOfFunctions) {
  CHECK(exp(-x * y) * sin(x / y));
  CHECK(tanh(sqrt(x * x + y * y) - 1.0));
  CHECK(log(1.0 + exp(x - y)) / (2.0 + cos(x * y)));
  CHECK(sqrt(exp(sin(x)) + log(y + 1.0) * log(y + 1.0)));
}

TEST(Dual, CompoundAssignmentIsTheOperator) {
  const D x = seeded(1.3, 0), y = seeded(0.7, 1);
  auto same = [](const D& a, const D& b) { return a.value == b.value && a.tangent == b.tangent; };
  D a = x;
  EXPECT_TRUE(same(a += y, x + y));
  a = x;
  EXPECT_TRUE(same(a -= y, x - y));
  a = x;
  EXPECT_TRUE(same(a *= y, x * y));
  a = x;
  EXPECT_TRUE(same(a /= y, x / y));
}

TEST(Dual, WholeNumbersAreConstants) {
  const D x = seeded(1.25, 0);
  EXPECT_EQ((x + 3).value, 4.25);
  EXPECT_EQ((3 - x).tangent[0], -1.0);
  EXPECT_EQ((3 * x).tangent[0], 3.0);
  EXPECT_EQ((x / 2).tangent[0], 0.5);
  EXPECT_EQ((5 / x).tangent[0], -5 / 1.25 / 1.25);
  const DP p = seeded(P(1.25), 0);
  EXPECT_EQ((3 * p - 1).value.lane(5), 2.75);
  EXPECT_EQ((3 * p - 1).tangent[0].lane(5), 3.0);
  const D constant = 7;
  EXPECT_EQ(constant.value, 7.0);
  EXPECT_EQ(constant.tangent[0], 0.0);
}

TEST(Dual, PacksAreConstantsThatDifferByLane) {
  P k(2.0);
  k.set_lane(6, 5.0);
  const DP x = seeded(P(1.5), 1);
  for (const int lane : {0, 6}) {
    const double c = lane == 6 ? 5.0 : 2.0;
    EXPECT_EQ((x + k).value.lane(lane), 1.5 + c);
    EXPECT_EQ((k - x).tangent[1].lane(lane), -1.0);
    EXPECT_EQ((x - k).value.lane(lane), 1.5 - c);
    EXPECT_EQ((k * x).tangent[1].lane(lane), c);
    EXPECT_EQ((x * k).tangent[1].lane(lane), c);
    EXPECT_EQ((x / k).tangent[1].lane(lane), 1 / c);
    EXPECT_EQ((k / x).tangent[1].lane(lane), -(c / 1.5) / 1.5);
    EXPECT_EQ((k / x).tangent[0].lane(lane), 0.0);
  }
}

TEST(Dual, MinMaxAndWhereCarryTheTangentOfTheSideTheyTake) {
  const D x = seeded(1.0, 0), y = seeded(2.0, 1);
  EXPECT_EQ(min(x, y).tangent[0], 1.0);
  EXPECT_EQ(min(y, x).tangent[0], 1.0);
  EXPECT_EQ(max(x, y).tangent[1], 1.0);
  EXPECT_EQ(max(y, x).tangent[0], 0.0);
  EXPECT_EQ(where(x < y, x, y).value, 1.0);
  EXPECT_EQ(where(x >= y, x, y).value, 2.0);
  P low(1.0);
  low.set_lane(4, 3.0);
  const DP smallest = min(seeded(low, 0), seeded(P(2.0), 1));
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(smallest.value.lane(i), i == 4 ? 2.0 : 1.0);
    EXPECT_EQ(smallest.tangent[0].lane(i), i == 4 ? 0.0 : 1.0);
    EXPECT_EQ(smallest.tangent[1].lane(i), i == 4 ? 1.0 : 0.0);
  }
}

/// Functions Eigen does not differentiate, against differences of their own.
template <class F>
void check_slope(F f, double slope_at_07) {
  EXPECT_NEAR(f(seeded(0.7, 0)).tangent[0], slope_at_07, 1e-15 * (1 + std::abs(slope_at_07)));
  const double h = 1e-5;
  for (const double x : {-0.9, -0.2, 0.4, 1.7}) {
    const Dual<P, 2> out = f(seeded(P(x), 1));
    const double slope = (f(P(x + h)).lane(0) - f(P(x - h)).lane(0)) / (2 * h);
    EXPECT_NEAR(out.tangent[1].lane(3), slope, 1e-8 * (1 + std::abs(slope))) << x;
    EXPECT_EQ(out.value.lane(3), f(P(x)).lane(3));
  }
}
#define CHECK_SLOPE(function, slope)                                  \
  check_slope(                                                        \
      [](auto x) {                                                    \
        using std::atan, std::erf, std::erfc, std::expm1, std::log1p; \
        return function(x);                                           \
      },                                                              \
      slope)
TEST(Dual, FunctionsThatEigenLacks) {
  CHECK_SLOPE(atan, 1 / 1.49);
  CHECK_SLOPE(erf, 2 / std::sqrt(M_PI) * std::exp(-0.49));
  CHECK_SLOPE(erfc, -2 / std::sqrt(M_PI) * std::exp(-0.49));
  CHECK_SLOPE(expm1, std::exp(0.7));
  CHECK_SLOPE(log1p, 1 / 1.7);
}

TEST(Dual, PowOfTwoDuals) {
  const D power = pow(seeded(1.7, 0), seeded(-2.3, 1)), exponential = pow(1.7, seeded(-2.3, 1));
  const double value = std::pow(1.7, -2.3);
  EXPECT_NEAR(power.tangent[0], -2.3 * value / 1.7, 1e-15);
  EXPECT_NEAR(power.tangent[1], value * std::log(1.7), 1e-15);
  EXPECT_EQ(exponential.tangent[1], power.tangent[1]);
}

/// Bases up to zero: whole exponents have their slope, and the exponent itself counts as a constant.
TEST(Dual, PowAtBasesThatAreNotPositive) {
  EXPECT_EQ(pow(seeded(-2.0, 0), 3).tangent[0], 12.0);
  EXPECT_EQ(pow(seeded(-2.0, 0), D(3.0)).tangent[0], 12.0);
  EXPECT_EQ(pow(seeded(-2.0, 0), seeded(3.0, 1)).tangent[1], 0.0);
  EXPECT_EQ(pow(seeded(0.0, 0), 2).tangent[0], 0.0);
  EXPECT_EQ(pow(seeded(0.0, 0), 1).tangent[0], 1.0);
  EXPECT_EQ(pow(seeded(0.0, 0), 0).tangent[0], 0.0);
  EXPECT_EQ(pow(seeded(0.0, 0), 0.5).tangent[0], std::numeric_limits<double>::infinity());
  EXPECT_EQ(pow(seeded(0.0, 0), D(0.0)).tangent[0], 0.0);
  EXPECT_EQ(pow(0.0, seeded(2.0, 1)).tangent[1], 0.0);
}

TEST(Dual, OfTwoEqualNumbersTheFirstIsTaken) {
  const D x = seeded(1.0, 0), y = seeded(1.0, 1);
  for (const D& taken : {min(x, y), max(x, y)}) EXPECT_EQ(taken.tangent[0], 1.0);
  for (const D& taken : {min(y, x), max(y, x)}) EXPECT_EQ(taken.tangent[1], 1.0);
}

TEST(Dual, AbsHasSlopeZeroAtZeroAndTheSignElsewhere) {
  EXPECT_EQ(abs(seeded(-2.0, 0)).tangent[0], -1.0);
  EXPECT_EQ(abs(seeded(2.0, 0)).tangent[0], 1.0);
  EXPECT_EQ(abs(seeded(0.0, 0)).tangent[0], 0.0);
}

TEST(Dual, ComparisonsLookAtValuesOnly) {
  const D x = seeded(1.0, 0), y = seeded(1.0, 1);
  EXPECT_TRUE(x == y && x <= y && x >= y);
  EXPECT_FALSE(x != y || x < y || x > y);
  EXPECT_TRUE(x < 2.0 && x > 0 && 0.5 < x);
}

/// A map of three numbers to two, nonlinear and mixed, for any vector of them.
struct Composite {
  template <class V>
  auto operator()(const V& x) const {
    using std::cos, std::exp, std::sin, std::tanh;
    using S = std::remove_cvref_t<decltype(x[0])>;
    Vector<S, V::kSize == kDynamic ? kDynamic : 2> out(2);
    out[0] = exp(x[0] * x[1]) - x[2] / (1.0 + x[0] * x[0]);
    out[1] = tanh(x[1] - 2 * x[2]) + sin(x[0]) * cos(x[2]) * 0.5;
    return out;
  }
};

template <class M>
void expect_composite_jacobian(const M& J, double x, double y, double z) {
  ASSERT_EQ(J.rows(), 2);
  ASSERT_EQ(J.cols(), 3);
  const double t = 1 - std::pow(std::tanh(y - 2 * z), 2), q = 1 + x * x;
  const double expected[2][3] = {{y * std::exp(x * y) + 2 * x * z / (q * q), x * std::exp(x * y), -1 / q},
                                 {std::cos(x) * std::cos(z) / 2, t, -2 * t - std::sin(x) * std::sin(z) / 2}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) ASSERT_NEAR(J(i, j), expected[i][j], 1e-13 * (1 + std::abs(expected[i][j])));
}

TEST(Jacobian, FixedAndRunTimeSizesAndPacksAgreeWithTheFormula) {
  std::mt19937_64 random(23);
  std::uniform_real_distribution<double> pick(-1.5, 1.5);
  for (int trial = 0; trial < kTrials; ++trial) {
    const double x = pick(random), y = pick(random), z = pick(random);
    const auto fixed = jacobian(Composite{}, Vector<double, 3>{x, y, z});
    const auto dynamic = jacobian(Composite{}, Vector<double>{x, y, z});
    expect_composite_jacobian(fixed, x, y, z);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(fixed.entries()[i], dynamic.entries()[i]);
    P spread(x);
    spread.set_lane(1, z);
    const auto pack = jacobian(Composite{}, Vector<P, 3>{spread, P(y), P(z)});
    Matrix<double> lane1(2, 3), lane7(2, 3);
    for (int i = 0; i < 6; ++i)
      lane1.entries()[i] = pack.entries()[i].lane(1), lane7.entries()[i] = pack.entries()[i].lane(7);
    expect_composite_jacobian(lane1, z, y, z);
    expect_composite_jacobian(lane7, x, y, z);
  }
}

TEST(Jacobian, OfALinearMapIsItsMatrixExactly) {
  Matrix<double, 2, 3> A;
  for (int i = 0; i < 6; ++i) A.entries()[i] = 0.1 * (i + 1);
  const auto J = jacobian([&](const auto& v) { return A * v; }, Vector<double, 3>{1, 2, 3});
  for (int i = 0; i < 6; ++i) EXPECT_EQ(J.entries()[i], A.entries()[i]);
}

TEST(Dual, AbsKeepsWhatIsNotANumber) {
  const Dual<double, 1> nan(std::nan(""));
  EXPECT_TRUE(std::isnan(abs(nan).value));
  EXPECT_EQ(abs(Dual<double, 1>(0.0)).tangent[0], 0.0);
}

TEST(Jacobian, IsZeroForWhatDoesNotDependOnX) {
  const Vector<double, 2> y{3.0, 4.0}, x{1.0, 2.0};
  const auto fixed = jacobian([&](const auto&) { return y; }, x);
  EXPECT_EQ(fixed.rows(), 2);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(fixed.entries()[i], 0.0);
  const auto dynamic = jacobian([&](const auto&) { return Vector<double>{1.0}; }, Vector<double>{1.0, 2.0});
  EXPECT_EQ(dynamic.rows(), 1);
  EXPECT_EQ(dynamic(0, 1), 0.0);
}

}  // namespace
}  // namespace twoscale
