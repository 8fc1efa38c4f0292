// Plans: what a run of a given length or budget costs, and the steps it takes.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <twoscale/method/plan.hpp>
#include <twoscale/method/presets.hpp>
#include <vector>

namespace twoscale {
namespace {

const std::uint64_t kBudgets[] = {2000, 4999, 12345, 1'000'000, 987'654'321, std::uint64_t{1} << 50};

std::vector<Method> all_methods() {
  std::vector<Method> out;
  for (const Preset& preset : presets())
    for (const bool anytime : {false, true}) {
      if (anytime && std::holds_alternative<Tuned>(preset.make().schedule)) continue;  // has epochs of its own
      out.push_back(preset.make());
      out.back().anytime = anytime;
    }
  return out;
}

template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(ForBudget, SpendsAllThatFitsAndNoMore) {
  for (const Method& method : all_methods())
    for (const std::uint64_t budget : kBudgets) {
      const Plan plan = Plan::for_budget(method, budget);
      EXPECT_LE(plan.samples(), budget) << method.name;
      if (budget < kBudgets[5]) {  // at the largest budget one more may be beyond what a plan counts
        EXPECT_GT(Plan::for_iterations(method, plan.iterations() + 1).samples(), budget)
            << method.name << ", " << budget;
      }
    }
}

TEST(ForBudget, PaysExactlyForTheIterationsItCameFrom) {
  for (const Method& method : all_methods()) {
    const Plan plan = Plan::for_iterations(method, 777);
    EXPECT_EQ(Plan::for_budget(method, plan.samples()).iterations(), 777U) << method.name;
    EXPECT_EQ(Plan::for_budget(method, plan.samples() - 1).iterations(), 776U) << method.name;
  }
}

TEST(ForBudget, RefusesLessThanOneIterationNamingWhatOneCosts) {
  EXPECT_EQ(message_of([] { Plan::for_budget(make_method("raw"), 1); }),
            "budget = 1 must be at least 2, the samples of one iteration of raw");
  EXPECT_EQ(message_of([] { Plan::for_budget(make_method("single-loop"), 4); }),
            "budget = 4 must be at least 5, the samples of one iteration of single-loop");
  EXPECT_NE(message_of([] { Plan::for_budget(make_method("km"), 0); }).find("at least 1,"), std::string::npos);
  EXPECT_EQ(Plan::for_budget(make_method("raw"), 3).iterations(), 1U);
}

TEST(ForBudget, RefusesABudgetWhoseHorizonIsTooSmall) {
  EXPECT_NE(message_of([] { Plan::for_budget(make_method("single-loop"), 5 * 15); }).find("horizon = 15 is too small"),
            std::string::npos);
  EXPECT_EQ(Plan::for_budget(make_method("single-loop"), 5 * 16).iterations(), 16U);
}

TEST(Plan, RefusesLengthsBeyondCounting) {
  const std::uint64_t too_long = (std::uint64_t{1} << 50) + 1;
  EXPECT_NE(message_of([=] { Plan::for_budget(make_method("raw"), too_long); }).find("budget"), std::string::npos);
  EXPECT_NE(message_of([=] { Plan::for_iterations(make_method("raw"), too_long); }).find("iterations"),
            std::string::npos);
}

TEST(Plan, RefusesChoicesThatDoNotFitTogether) {
  Method method = make_method("single-loop");
  method.preconditioner = NoPreconditioner{};
  EXPECT_NE(message_of([&] { Plan::for_iterations(method, 1000); }).find("preconditioner = none"), std::string::npos);
}

TEST(Samples, OfAPlainPlanAreIterationsTimesTheCostOfOne) {
  const std::uint64_t N = 1000;
  const auto inner = static_cast<std::uint64_t>(std::ceil(std::pow(N, 0.74 * 4 / 3)));
  const auto inner_corrected = static_cast<std::uint64_t>(std::ceil(std::pow(N, 0.74 * 2 / 3)));
  auto samples = [=](const char* name) { return Plan::for_iterations(make_method(name), N).samples(); };
  EXPECT_EQ(samples("km"), N);
  EXPECT_EQ(samples("raw"), 2 * N);
  EXPECT_EQ(samples("anchored-raw"), 2 * N);
  EXPECT_EQ(samples("single-loop"), 5 * N);  // xi, zeta_g, zeta_f, omega_A, omega_C
  EXPECT_EQ(samples("nested"), N * (inner + 1));
  EXPECT_EQ(samples("nested-corrected"), N * (inner_corrected + 2));
  EXPECT_EQ(samples("nested-newton"), N * (inner_corrected + 1));
}

TEST(Samples, OfAnAnytimePlanAreTheSumOfItsEpochs) {
  for (const char* name : {"nested", "nested-corrected", "single-loop"}) {
    Method method = make_method(name);
    method.anytime = true;
    const Plan plan = Plan::for_iterations(method, 5000);
    const int first = std::string(name) == "single-loop" ? 8 : 1;  // 2^8 is the shortest epoch it accepts
    std::uint64_t total = 0;
    for (std::uint64_t k = 0; k < 5000; ++k) {
      ASSERT_EQ(plan.samples_before(k), total) << name << " at " << k;
      total += samples_per_iteration(method, epoch_of(k, first).length);
    }
    EXPECT_EQ(plan.samples(), total) << name;
  }
}

TEST(Samples, OfNoIterationsAreNone) {
  for (const Method& method : all_methods()) EXPECT_EQ(Plan::for_iterations(method, 0).samples(), 0U);
}

TEST(Steps, OfAPlainPlanAreTunedToItsLength) {
  const Plan plan = Plan::for_iterations(make_method("single-loop"), 10'000);
  for (const std::uint64_t k : {0, 1, 9999}) {
    EXPECT_NEAR(plan.steps(k).fast, 0.01, 1e-15);
    EXPECT_NEAR(plan.steps(k).slow, 0.002, 1e-15);
    EXPECT_NEAR(plan.steps(k).anchor, 0.1, 1e-15);
  }
}

TEST(Steps, OfAnAnytimePlanAreTunedToTheEpoch) {
  Method method = make_method("nested");
  method.anytime = true;
  const Plan plan = Plan::for_iterations(method, 10'000);
  const NestedPowers powers = std::get<NestedPowers>(method.schedule);
  for (const std::uint64_t k : {0, 1, 2, 5, 6, 100, 9999}) {
    const std::uint64_t length = epoch_of(k, 1).length;
    EXPECT_EQ(plan.epoch(k).length, length);
    EXPECT_EQ(plan.steps(k).slow, powers.at(0, length).slow) << k;
    EXPECT_EQ(plan.inner_length(k), powers.inner_length(length)) << k;
  }
}

TEST(Steps, APolynomialStartsAnewInEveryEpoch) {
  Method method = make_method("raw");
  method.anytime = true;
  const Plan plan = Plan::for_iterations(method, 100);
  EXPECT_EQ(plan.steps(7).slow, 1.0);  // epochs 1 + 2 + 4 come before
  EXPECT_EQ(plan.steps(8).slow, Polynomial{}.at(1, 8).slow);
}

TEST(Steps, FilledTogetherAreThoseOfEachIteration) {
  for (const Method& method : all_methods()) {
    const Plan plan = Plan::for_iterations(method, 3000);
    for (const std::uint64_t first : {0, 1, 250, 1000}) {
      std::vector<Steps> together(1500);
      plan.fill_steps(first, together);
      for (std::size_t i = 0; i < together.size(); ++i) {
        const Steps alone = plan.steps(first + i);
        ASSERT_EQ(together[i].slow, alone.slow) << method.name << " at " << first + i;
        ASSERT_EQ(together[i].fast, alone.fast) << method.name << " at " << first + i;
        ASSERT_EQ(together[i].preconditioner, alone.preconditioner);
        ASSERT_EQ(together[i].anchor, alone.anchor);
      }
    }
  }
}

TEST(Samples, BeyondTheEndAreThoseOfTheWholeRun) {
  const Plan plan = Plan::for_iterations(make_method("raw"), 1000);
  EXPECT_EQ(plan.samples_before(5000), plan.samples());
}

TEST(ForBudget, SurvivesInnerLengthsBeyondAnyNumber) {
  Method method = make_method("nested");
  set_option(method, "inner_ratio", "4");
  const Plan plan = Plan::for_budget(method, 100'000'000);
  EXPECT_LE(plan.samples(), 100'000'000U);
  EXPECT_GE(plan.inner_length(0), 1U);
  EXPECT_LT(plan.iterations(), 1000U);
}

TEST(BurnIn, BelongsToTheSingleLoopAndItsLastEpoch) {
  EXPECT_FALSE(Plan::for_iterations(make_method("raw"), 1000).burn_in().has_value());
  EXPECT_FALSE(Plan::for_iterations(make_method("nested"), 1000).burn_in().has_value());
  EXPECT_EQ(Plan::for_iterations(make_method("single-loop"), 10'000).burn_in(), SingleLoopPowers{}.burn_in(10'000));
  Method method = make_method("single-loop");
  method.anytime = true;
  EXPECT_EQ(Plan::for_iterations(method, 1000).burn_in(),
            SingleLoopPowers{}.burn_in(512));  // after 16 + 32 + ... + 256
}

TEST(KmSum, AddsBetaTimesOneLessBetaToTheLastDigits) {
  for (const char* name : {"km", "raw", "nested", "single-loop"}) {
    const Plan plan = Plan::for_iterations(make_method(name), 300'000);
    // By thousands: a plain sum of equal terms drifts even in long double.
    long double sum = 0;
    for (std::uint64_t block = 0; block < plan.iterations(); block += 1000) {
      long double part = 0;
      for (std::uint64_t k = block; k < block + 1000; ++k) {
        const double beta = plan.steps(k).slow;
        part += beta * (1 - beta);
      }
      sum += part;
    }
    EXPECT_NEAR(plan.km_sum(), static_cast<double>(sum), 4e-16 * static_cast<double>(sum)) << name;
  }
  EXPECT_EQ(Plan::for_iterations(make_method("km"), 1000).km_sum(), 250.0);
}

TEST(HorizonValue, GivesTheBarrierAngleAndTheAnchor) {
  const Plan plan = Plan::for_iterations(make_method("km"), 1000);
  const auto theta = horizon_value("km-barrier", plan);
  ASSERT_TRUE(theta.has_value());
  EXPECT_NEAR(4 * std::pow(std::sin(*theta / 2), 2), 1 / (2 * 250.0), 1e-17);
  const Plan anchored = Plan::for_iterations(make_method("single-loop"), 10'000);
  EXPECT_EQ(horizon_value("anchor", anchored), anchored.steps(9999).anchor);
  for (const char* text : {"0.5", "", "Anchor", "km"}) EXPECT_FALSE(horizon_value(text, plan).has_value()) << text;
}

TEST(HorizonValue, RefusesABarrierThatHasNoAngle) {
  // beta_0 = 1, so the first term is zero and 1/(2 B_N) exceeds 4 sin^2 of any angle.
  const Plan plan = Plan::for_iterations(make_method("raw"), 1);
  EXPECT_NE(message_of([&] { horizon_value("km-barrier", plan); }).find("take more iterations"), std::string::npos);
}

}  // namespace
}  // namespace twoscale
