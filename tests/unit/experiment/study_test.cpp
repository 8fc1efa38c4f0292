// Studies: specs laid out as cells, and rows fitted to values that are put in by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <twoscale/experiment/figures.hpp>
#include <twoscale/measure/scales.hpp>
#include <twoscale/method/presets.hpp>
#include <twoscale/plugin/zoo.hpp>
#include <twoscale/solve/observed.hpp>

#include "unit/experiment/by_hand.hpp"

namespace twoscale {
namespace {

using testing::fill;
using testing::study_of;

constexpr const char* kSpec = R"(
problem = "rotor"
replicas = 20
horizons = [256, 1024, 4096]
[family]
theta = [0.1, 0.3]
gain = [1, 4]
[sweep]
slow_scale = [1, 2]
[[methods]]
name = "single-loop"
[[methods]]
name = "raw"
options = { fast_exponent = 0.6, slow_exponent = 0.8 }
set = { sigma = 0.1 }
)";

TEST(Study, LaysOutEveryCombinationOnceShortHorizonsFirst) {
  std::string text = kSpec;
  text.replace(text.find("slow_scale = [1, 2]"), 19, "slow_scale = [0.5, 1]");  // raw's first step is at most 1
  const Study study = study_of(text);
  EXPECT_EQ(study.cells().size(), 3U * 2 * 2 * 4);
  std::set<std::string> keys;
  for (const Cell& cell : study.cells()) keys.insert(cell.job.key());
  EXPECT_EQ(keys.size(), study.cells().size());
  EXPECT_TRUE(std::is_sorted(study.cells().begin(), study.cells().end(),
                             [](const Cell& a, const Cell& b) { return a.horizon < b.horizon; }));
  const Cell& cell = study.cell(1, 1, 2, 3);
  EXPECT_EQ(cell.plan.iterations(), 4096U);
  EXPECT_EQ(cell.plan.method().name, "raw");
  EXPECT_EQ(study.name_of_point(cell.point), "slow_scale 1");
  EXPECT_EQ(study.name_of_member(cell.member), "theta 0.3, gain 4");
  const auto parameters = study.problem_at(cell).parameters();
  EXPECT_EQ(parameters[0].value, 0.3);
  EXPECT_EQ(parameters[3].value, 0.1);  // sigma of this method alone
}

TEST(Study, ParametersMayFollowTheHorizonWithAFactor) {
  const Study study = study_of(R"(
problem = "rotor"
horizons = [4096, 65536]
methods = ["single-loop"]
[family]
theta = ["anchor", "0.5*anchor", "2*lag"]
)");
  for (std::size_t h = 0; h < 2; ++h) {
    const Steps steps = study.cell(0, 0, h, 0).plan.steps(0);
    const auto angle = [&](std::size_t member) {
      return parse_number("theta", study.cell(0, 0, h, member).parameters[0].second);
    };
    EXPECT_DOUBLE_EQ(angle(0), steps.anchor);
    EXPECT_DOUBLE_EQ(angle(1), steps.anchor / 2);
    EXPECT_DOUBLE_EQ(angle(2), 2 * steps.slow / steps.fast);
  }
}

TEST(Study, RefusesWhatItsProblemAndMethodsDoNotKnow) {
  const auto refuses = [](const std::string& text, const std::string& words) {
    try {
      study_of(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
      EXPECT_TRUE(std::string(error.what()).starts_with("test.toml:")) << error.what();
    }
  };
  const std::string good = "problem = \"rotor\"\nhorizons = [64, 128]\nmethods = [\"single-loop\"]\n";
  refuses(good + "[set]\nthta = 1\n", "did you mean 'theta'");
  refuses(good + "[sweep]\nslow_scal = [1]\n", "did you mean 'slow_scale'");
  refuses(good + "[[rows]]\nagainst = \"sample\"\n", "did you mean 'samples'");
  refuses(good + "[[rows]]\nbound = \"km_lowr\"\n", "did you mean 'km_lower'");
  refuses(good + "[family]\ntheta = [\"anchr\"]\n", "theta");
  refuses("problem = \"rotor\"\nbudgets = [3, 100]\nmethods = [\"single-loop\"]\n", "budget = 3");
}

TEST(Rows, FindThePowerOfTheWorstMember) {
  std::string text = kSpec;
  text.replace(text.find("slow_scale = [1, 2]"), 19, "slow_scale = [0.5, 1]");
  const Study study = study_of(text);
  // Members fall like T^-0.5 or T^-0.3; the slower one is the worst from the start.
  const auto results = fill(study, [](const Cell& cell) {
    const auto T = static_cast<double>(cell.plan.samples());
    return cell.member == 2 ? std::pow(T, -0.3) : 0.1 * std::pow(T, -0.5);
  });
  const std::vector<RowResult> rows = fit_rows(study, results);
  ASSERT_EQ(rows.size(), 4U);  // two methods, two options
  for (const RowResult& row : rows) {
    ASSERT_TRUE(row.fit);
    EXPECT_NEAR(row.fit->exponent.value, -0.3, 1e-9);
    EXPECT_EQ(row.worst, std::vector<std::string>(3, "theta 0.3, gain 1"));
    EXPECT_LT(row.means[0].value, row.values[0].value);
    EXPECT_EQ(row.replicas, 20U);
  }
  EXPECT_EQ(rows[0].label, "single-loop, slow_scale 0.5");
  EXPECT_EQ(*rows[0].promise, -0.5);
  EXPECT_EQ(rows[0].verdict.kind, Verdict::Kind::misses);
  EXPECT_NEAR(*rows[2].promise, -0.2, 1e-12);  // raw at a = 0.6, b = 0.8: min{1-b, b-a}
  EXPECT_EQ(rows[2].verdict.kind, Verdict::Kind::better);
}

TEST(Rows, RunAlongAnOptionOrAParameterAndKnowWhichWayTheScaleGoes) {
  const Study study = study_of(R"(
problem = "rotor"
replicas = 4
horizons = [1024]
methods = ["single-loop"]
[family]
gain = [1, 2, 4]
[sweep]
slow_scale = [0.5, 1, 2]
fast_scale = [1, 2]
[[rows]]
label = "in slow_scale"
against = "slow_scale"
promise = 1
[[rows]]
label = "in gain"
against = "gain"
promise = 2
claim = "exactly"
)");
  const auto results = fill(study, [&](const Cell& cell) {
    return std::pow(parse_number("", study.points()[cell.point][0]), 1.5) *
           std::pow(parse_number("", study.members()[cell.member][0]), 2);
  });
  const std::vector<RowResult> rows = fit_rows(study, results);
  ASSERT_EQ(rows.size(), 2U + 6U);  // for each fast_scale; for each combination of options
  EXPECT_EQ(rows[0].label, "in slow_scale, fast_scale 1");
  EXPECT_NEAR(rows[0].fit->exponent.value, 1.5, 1e-9);
  EXPECT_EQ(rows[0].verdict.kind, Verdict::Kind::better) << "a higher power of a small step is smaller";
  EXPECT_EQ(promise_text(rows[0]), ">= 1");
  EXPECT_EQ(rows[0].worst, std::vector<std::string>(3, "gain 4"));
  EXPECT_NEAR(rows[2].fit->exponent.value, 2, 1e-9);
  EXPECT_EQ(rows[2].verdict.kind, Verdict::Kind::meets);
}

TEST(Rows, SayWhatTheyCanOfAStudyThatWasStopped) {
  const Study study = study_of("problem = \"rotor\"\nreplicas = 8\nhorizons = [64, 256, 1024]\nmethods = [\"raw\"]\n");
  auto results = fill(study, [](const Cell& cell) { return 1.0 / static_cast<double>(cell.plan.iterations()); });
  results[2].values[0].clear();
  results[1].values[0].resize(5);
  RowResult row = fit_rows(study, results)[0];
  EXPECT_EQ(row.values.size(), 2U);
  EXPECT_EQ(row.replicas, 5U);
  EXPECT_TRUE(row.fit);
  results[1].values[0].clear();
  row = fit_rows(study, results)[0];
  EXPECT_FALSE(row.fit);
  EXPECT_EQ(row.verdict.kind, Verdict::Kind::unresolved);
  results[0].values[0].clear();
  EXPECT_EQ(fit_rows(study, results)[0].values.size(), 0U);
}

TEST(Rows, TakePowersOfEachReplicaAndOnlyReplicasThatAllMembersHave) {
  const Study study = study_of(R"(
problem = "rotor"
replicas = 6
horizons = [64, 256]
methods = ["raw"]
quantities = ["tracking_error"]
[family]
theta = [0.1, 0.3]
[[rows]]
quantity = "tracking_error"
power = 4
against = "iterations"
promise = -1
)");
  auto results = fill(study, [](const Cell&) { return 2.0; });
  results[0].values[0] = {1, 2, 3};  // of the first member at the first horizon; the second has all six
  const RowResult row = fit_rows(study, results)[0];
  EXPECT_EQ(row.replicas, 3U);
  // 1.01, 0.99 and 1.01 times 2 of the other member, against 1, 2, 3: fourth powers before the mean.
  EXPECT_NEAR(row.values[0].value, (1 + 16 + 81) / 3.0, 1e-12);
  EXPECT_EQ(row.worst[0], "theta 0.1");
}

TEST(Rows, OfADivergentMethodAreMissed) {
  const Study study = study_of("problem = \"rotor\"\nreplicas = 8\nhorizons = [64, 256]\nmethods = [\"raw\"]\n");
  auto results = fill(study, [](const Cell&) { return 1.0; });
  for (int i = 0; i < 3; ++i) results[1].endings.add(Ending::diverged);
  const RowResult row = fit_rows(study, results)[0];
  EXPECT_EQ(row.verdict.kind, Verdict::Kind::misses);
  EXPECT_EQ(row.verdict.sentence, "diverged in 3 runs");
}

TEST(Rows, SayHowManyOfTheirRunsSettled) {
  const Study study = study_of("problem = \"rotor\"\nreplicas = 8\nhorizons = [64, 256]\nmethods = [\"raw\"]\n");
  auto results = fill(study, [](const Cell&) { return 1.0; });
  EXPECT_EQ(settled_text(fit_rows(study, results)[0]), "");  // nothing was run
  for (CellResult& each : results) each.endings.add(Ending::settled);
  EXPECT_EQ(settled_text(fit_rows(study, results)[0]), "all");
  for (CellResult& each : results) each.endings.add(Ending::still_moving), each.endings.add(Ending::lost);
  EXPECT_EQ(settled_text(fit_rows(study, results)[0]), "33 %");
  for (CellResult& each : results) each.endings = {}, each.endings.add(Ending::running_away);
  const RowResult row = fit_rows(study, results)[0];
  EXPECT_EQ(settled_text(row), "none");
  EXPECT_EQ(row.endings[Ending::running_away], 2U);
}

TEST(Promise, ComesFromTheMethodsOwnPowers) {
  EXPECT_DOUBLE_EQ(*promised_exponent(make_method("single-loop")), -0.5);
  EXPECT_NEAR(*promised_exponent(make_method("nested")), -0.2483, 1e-4);
  EXPECT_NEAR(*promised_exponent(make_method("nested-corrected")), -0.3304, 1e-4);
  EXPECT_NEAR(*promised_exponent(make_method("nested-newton")), -0.3304, 1e-4);
  EXPECT_NEAR(*promised_exponent(make_method("raw")), -0.245, 1e-9);
  EXPECT_FALSE(promised_exponent(make_method("anchored-raw")));
  for (const char* beyond : {"averaged", "recursive", "halpern", "optimistic"})
    EXPECT_FALSE(promised_exponent(make_method(beyond))) << beyond;
  // The theorems are about the last iterate and independent noise.
  for (const auto& [option, value] : {std::pair("output", "tail-average"), std::pair("samples", "shared")}) {
    Method other = make_method("single-loop");
    set_option(other, option, value);
    EXPECT_FALSE(promised_exponent(other)) << option;
  }
  Method tuned = make_method("single-loop");
  set_option(tuned, "epsilon", "0.01");
  EXPECT_DOUBLE_EQ(*promised_exponent(tuned), -0.44);
  EXPECT_EQ(theorem_of(tuned), "thm:single-loop-half");
}

TEST(Observed, EveryNameHasAMeasure) {
  const auto problem = make_problem("rotor-curved");
  Method method = make_method("nested-corrected");
  set_option(method, "preconditioner", "averaged");
  const Plan plan = Plan::for_iterations(method, 8);
  const Observer observer = make_observer(*problem, plan, 1, observed_names(), 1);
  RunOptions options;
  options.observer = &observer;
  const RunResult result = problem->run(plan, options);
  const std::vector<double>& values = result.replicas[0].observations[0].values;
  ASSERT_EQ(values.size(), observed_names().size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool nested_has_it = observed_names()[i] != "lag_scale";  // there are no fast steps in a nested schedule
    EXPECT_EQ(std::isfinite(values[i]), nested_has_it) << observed_names()[i];
  }
}

TEST(Maps, HoldTheWorstOfTheRestOfTheFamily) {
  const Study study = study_of(R"(
problem = "rotor"
replicas = 4
horizons = [1024, 4096]
methods = ["anchored-raw", "single-loop"]
[family]
gain = [1, 4]
theta = [0.1, 0.3]
[sweep]
slow_scale = [1, 2, 4]
[[maps]]
x = "slow_scale"
y = "gain"
[[maps]]
x = "slow_scale"
y = "gain"
show = "ratio"
[[maps]]
x = "slow_scale"
y = "gain"
show = "exponent"
)");
  const auto results = fill(study, [&](const Cell& cell) {
    const double theta = parse_number("", study.members()[cell.member][1]);
    return (cell.method == 0 ? 10 : 1) * theta / static_cast<double>(cell.plan.iterations());
  });
  const auto maps = maps_of(study, results);
  ASSERT_EQ(maps.size(), 3U);
  ASSERT_EQ(maps[0].values.size(), 2U);
  ASSERT_EQ(maps[0].values[0].size(), 3U);
  EXPECT_NEAR(maps[0].values[1][2], 10 * 0.3 / 4096, 1e-12);
  EXPECT_NEAR(maps[1].values[0][1], 10, 1e-9);
  EXPECT_NEAR(maps[2].values[1][0], -1, 1e-9);
}

}  // namespace
}  // namespace twoscale
