// Truth: the closed forms of every zoo problem against what their means say when solved numerically.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include <twoscale/measure/truth.hpp>
#include <twoscale/plugin/zoo.hpp>

#include "unit/problem/zoo_structs.hpp"

namespace {

using namespace twoscale;

double random_number() {
  return *rc::gen::map(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(-1000, 1001)),
                       [](int n) { return n / 1000.0; });
}
template <class V>
V random_vector(double scale = 1) {
  V out;
  for (int i = 0; i < out.size(); ++i) out[i] = scale * random_number();
  return out;
}
template <int N>
double distance(const Vector<Real, N>& a, const Vector<Real, N>& b) {
  return norm(a - b).lane(0);
}

/// Parameters that move the closed forms, where the problem has them.
template <class P>
P random_problem() {
  P problem;
  const double theta = 4 * random_number(), rho = 0.55 + 0.4 * random_number(), gain = 3 + 2 * random_number();
  set_setting(problem, "theta", theta);
  set_setting(problem, "rho", rho);
  set_setting(problem, "gain", gain);
  set_setting(problem, "curvature", rho * (0.2 + 0.6 * std::abs(random_number())));  // below rho: f still contracts
  prepare(problem);
  return problem;
}

template <class P>
class ClosedFormTest : public testing::Test {};
using ZooStructs = testing::Types<zoo::LipschitzOnly, zoo::MovingTarget, zoo::PlanarRotation, zoo::Rotor,
                                  zoo::RotorCurved, zoo::ScalarFloor>;
struct ZooNames {
  template <class P>
  static std::string GetName(int) {
    std::string name = zoo::name_in_zoo<P>();
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }
};
TYPED_TEST_SUITE(ClosedFormTest, ZooStructs, ZooNames);

TYPED_TEST(ClosedFormTest, TheFastSolutionIsTheFixedPointOfTheMean) {
  static_assert(HasFastSolution<TypeParam> && HasMeans<TypeParam>);
  EXPECT_TRUE(rc::check([] {
    const TypeParam problem = random_problem<TypeParam>();
    const auto y = random_vector<SlowVector<TypeParam>>();
    const Truth<TypeParam> closed(problem), numerical(problem, Source::numerical);
    RC_ASSERT(distance(closed.fast_solution(y), numerical.fast_solution(y)) <= 1e-12);
    RC_ASSERT(distance(numerical.mean_fast(closed.fast_solution(y), y), closed.fast_solution(y)) <= 1e-12);
  }));
}

TYPED_TEST(ClosedFormTest, TheReducedMapIsTheSlowMeanAtTheFastSolution) {
  static_assert(HasReduced<TypeParam>);
  EXPECT_TRUE(rc::check([] {
    const TypeParam problem = random_problem<TypeParam>();
    const auto y = random_vector<SlowVector<TypeParam>>();
    const Truth<TypeParam> closed(problem), numerical(problem, Source::numerical);
    RC_ASSERT(distance(closed.reduced(y), numerical.reduced(y)) <= 1e-12);
    RC_ASSERT(std::abs(closed.squared_residual(y) - numerical.squared_residual(y)) <= 1e-12);
  }));
}

TYPED_TEST(ClosedFormTest, ThePreconditionerIsCTimesTheInverseOfA) {
  static_assert(HasPreconditioner<TypeParam> == is_smooth<TypeParam>());
  if constexpr (HasPreconditioner<TypeParam>) {
    EXPECT_TRUE(rc::check([] {
      const TypeParam problem = random_problem<TypeParam>();
      const auto y = random_vector<SlowVector<TypeParam>>();
      const Truth<TypeParam> closed(problem), numerical(problem, Source::numerical);
      RC_ASSERT(closed.preconditioner_error(numerical.preconditioner(y), y) <= 1e-12);
      const auto PA = closed.preconditioner(y) * numerical.residual_derivative(y);
      RC_ASSERT(frobenius_norm(PA - numerical.slow_derivative(y)).lane(0) <= 1e-12);
    }));
  }
}

TYPED_TEST(ClosedFormTest, TheReducedMapDoesNotSpreadPointsApart) {
  EXPECT_TRUE(rc::check([] {
    const TypeParam problem = random_problem<TypeParam>();
    const Truth<TypeParam> truth(problem);
    const auto y = random_vector<SlowVector<TypeParam>>(), z = random_vector<SlowVector<TypeParam>>();
    RC_ASSERT(distance(truth.reduced(y), truth.reduced(z)) <= distance(y, z) + 1e-14);
  }));
}

template <class... Structs>
std::vector<std::string> names_of(testing::Types<Structs...>) {
  return {zoo::name_in_zoo<Structs>()...};
}

TEST(Truth, EveryZooProblemIsTestedHere) {
  std::vector<std::string> tested = names_of(ZooStructs{}), known = zoo_names();
  std::sort(tested.begin(), tested.end());
  std::sort(known.begin(), known.end());
  EXPECT_EQ(tested, known);
}

// f contracts with A >= rho - curvature and |f''| <= curvature, so one Newton step from x leaves at most
// curvature / (2 (rho - curvature)) |x - x*|^2.
TEST(Truth, TheNewtonPointIsSecondOrderNearTheFastSolution) {
  zoo::RotorCurved problem;
  prepare(problem);
  const Truth<zoo::RotorCurved> truth(problem);
  EXPECT_TRUE(rc::check([&] {
    const auto y = random_vector<SlowVector<zoo::RotorCurved>>();
    const auto error = random_vector<FastVector<zoo::RotorCurved>>(*rc::gen::element(1.0, 1e-2, 1e-4));
    const double bound = problem.curvature / (2 * (problem.rho - problem.curvature)) * squared_norm(error).lane(0);
    RC_ASSERT(distance(truth.newton_point(y + error, y), y) <= bound + 1e-14);
  }));
  // And no better than second order: the constant near x* is curvature / (2 rho).
  const SlowVector<zoo::RotorCurved> y{0.3, -0.2};
  const FastVector<zoo::RotorCurved> error{1e-4, 0.0};
  EXPECT_NEAR(distance(truth.newton_point(y + error, y), y) / 1e-8, problem.curvature / (2 * problem.rho), 1e-3);
}

TEST(Truth, TheNewtonPointOfALinearFastMapIsTheFastSolution) {
  zoo::Rotor problem;
  prepare(problem);
  const Truth<zoo::Rotor> truth(problem);
  const SlowVector<zoo::Rotor> y{0.3, -0.2};
  EXPECT_LE(distance(truth.newton_point({1.0, 1.5}, y), y), 1e-15);
}

/// |bias| at twice the fast error over |bias| at the error.
template <class Bias>
double growth(const Bias& bias) {
  const SlowVector<zoo::RotorCurved> y{0.3, -0.2};
  const FastVector<zoo::RotorCurved> error{1e-3, -2e-3};
  return norm(bias(y + 2 * error, y)).lane(0) / norm(bias(y + error, y)).lane(0);
}

TEST(Truth, TheRawBiasIsFirstOrderAndTheCorrectedOnesAreSecond) {
  zoo::RotorCurved problem;
  prepare(problem);
  const Truth<zoo::RotorCurved> truth(problem);
  EXPECT_NEAR(growth([&](const auto& x, const auto& y) { return truth.raw_bias(x, y); }), 2, 1e-2);
  EXPECT_NEAR(growth([&](const auto& x, const auto& y) { return truth.corrected_bias(x, y); }), 4, 1e-2);
  EXPECT_NEAR(growth([&](const auto& x, const auto& y) { return truth.newton_bias(x, y); }), 4, 1e-2);
}

/// A fast map that does not contract.
struct Runaway {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 0, .slow_noise = 0};
  template <class X, class Y>
  auto mean_fast(const X& x, const Y&) const {
    return map(x, [](const auto& v) { return v + exp(v); });  // no fixed point at all
  }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    return x + y;
  }
};

TEST(Truth, AFastMapWithoutAFixedPointIsReported) {
  const Runaway problem;
  EXPECT_THROW(Truth<Runaway>(problem).fast_solution({0.5}), Error);
}

}  // namespace
