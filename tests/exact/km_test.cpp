// The KM barrier in closed form: |Y_N|^2 is a product, its residual is squeezed between two multiples of 1/B_N.
#include <gtest/gtest.h>

#include "testing.hpp"

namespace twoscale {
namespace {

using testing::method_with;
using testing::Options;

struct Case {
  const char* scale;
  const char* exponent;
  std::uint64_t horizon;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.scale << " k^-" << c.exponent << " to " << c.horizon; }

class KmOnRotation : public ::testing::TestWithParam<Case> {};

TEST_P(KmOnRotation, FollowsTheProductFormulaAndStaysAboveTheLowerBound) {
  const Case c = GetParam();
  const Plan plan =
      Plan::for_iterations(method_with("km", {{"slow_scale", c.scale}, {"slow_exponent", c.exponent}}), c.horizon);
  const double theta = *horizon_value("km-barrier", plan);
  const auto problem = testing::problem_with("rotation", {{"theta", theta}});
  const auto end = problem->run(plan, {}).replicas[0].last;

  // [P] proof of Theorem KM-lower: |Y_N|^2 = prod (1 - delta beta (1 - beta)), delta = 4 sin^2(theta/2).
  const long double half = std::sin(static_cast<long double>(theta) / 2);
  const long double delta = 4 * half * half;
  long double product = 1, km_sum = 0;
  for (std::uint64_t k = 0; k < c.horizon; ++k) {
    const long double beta = plan.steps(k).slow;
    product *= 1 - delta * beta * (1 - beta);
    km_sum += beta * (1 - beta);
  }
  const long double square =
      static_cast<long double>(end.slow[0]) * end.slow[0] + static_cast<long double>(end.slow[1]) * end.slow[1];
  EXPECT_LT(std::abs(square / product - 1), 1e-12L);
  EXPECT_LT(std::abs(plan.km_sum() / km_sum - 1), 1e-13L);
  EXPECT_NEAR(delta * 2 * km_sum, 1.0, 1e-12);
  EXPECT_GE(*problem->squared_residual(end.slow), scale::km_lower(plan.km_sum()));
}

INSTANTIATE_TEST_SUITE_P(Schedules, KmOnRotation,
                         ::testing::Values(Case{"0.5", "0", 1}, Case{"0.5", "0", 100}, Case{"0.5", "0", 1000000},
                                           Case{"0.1", "0", 1000000}, Case{"0.9", "0", 10000},
                                           Case{"0.5", "0.5", 1000000}, Case{"1", "0.755", 1000000},
                                           Case{"1", "0.9", 100000}));

TEST(KmBarrier, NeedsAHorizonWithBNOfAtLeastOneEighth) {
  const Plan plan = Plan::for_iterations(method_with("km", {{"slow_scale", "0.01"}}), 2);
  EXPECT_THROW(horizon_value("km-barrier", plan), Error);
}

/// diam^2 / (pi B_N) bounds the squared residual of KM on every non-expansive map [cominetti_soto_vaisman_2014].
TEST(KmUpperBound, HoldsOnEveryMapOfTheZoo) {
  for (const std::string& name : zoo_names())
    for (const double theta : {0.003, 0.03, 0.3, 1.0, 3.1})
      for (const char* exponent : {"0", "0.5", "0.8"})
        for (const std::uint64_t horizon : {1, 2, 3, 5, 8, 21, 89, 1000, 20000}) {
          const auto problem = make_problem(name);
          if (name != "scalar-floor") problem->set("theta", theta);
          const Plan plan = Plan::for_iterations(method_with("km", {{"slow_exponent", exponent}}), horizon);
          const auto end = problem->run(plan, {}).replicas[0].last;
          EXPECT_LE(*problem->squared_residual(end.slow), scale::km_upper(problem->slow_diameter(), plan.km_sum()))
              << name << " theta " << theta << " exponent " << exponent << " horizon " << horizon;
        }
}

}  // namespace
}  // namespace twoscale
