#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>

#include "cli/program.hpp"
#include "testing.hpp"

namespace twoscale {
namespace {

using nlohmann::json;
using testing::Outcome;

/// Exit code 0 where all replicas settled, or several methods were asked for; else 3.
json solve_json(const std::string& arguments) {
  const Outcome outcome = testing::twoscale("solve " + arguments + " --json");
  const json out = json::parse(outcome.out);
  const bool settled = out.is_array() || out["status"] == "settled";
  EXPECT_EQ(outcome.code, settled ? 0 : 3) << arguments << outcome.err;
  return out;
}

TEST(Solve, JsonHoldsEveryDocumentedField) {
  const json j = solve_json("rotor --budget 1e4 --replicas 3 --seed 7");
  for (const char* field : {"problem",  "parameters",   "method",     "choices", "seed",   "version", "status",
                            "message",  "endings",      "at_start",   "x",       "y",      "samples", "residual",
                            "replicas", "wall_seconds", "iterations", "burn_in", "tuning", "limit",   "certificate"})
    EXPECT_TRUE(j.contains(field)) << field;
  EXPECT_EQ(j["method"], "auto");
  EXPECT_EQ(j["status"], "settled");
  EXPECT_EQ(j["endings"]["settled"], 3);
  EXPECT_FALSE(j["endings"].contains("still-moving"));
  EXPECT_EQ(j["at_start"], false);
  EXPECT_EQ(j["seed"], 7);
  EXPECT_EQ(j["samples"]["total"], 3 * 10000);
  EXPECT_EQ(j["samples"]["total"].get<int>(),
            j["samples"]["fast"].get<int>() + j["samples"]["slow"].get<int>() + j["samples"]["derivative"].get<int>());
  EXPECT_EQ(j["residual"]["how"], "closed-form");
  EXPECT_LE(j["residual"]["lower"], j["residual"]["mean_square"]);
  EXPECT_GE(j["residual"]["upper"], j["residual"]["mean_square"]);
}

TEST(Solve, SaysWhatTheSamplesOfOneReplicaAllow) {
  const json j = solve_json("rotor --budget 1e4 --replicas 3");
  const json& limit = j["limit"];
  EXPECT_NEAR(limit["trace"].get<double>(), 2 * 0.09 * 65, 4 * limit["standard_error"].get<double>());
  EXPECT_DOUBLE_EQ(limit["at_equal_split"].get<double>(), 2 * limit["trace"].get<double>() / 10000);
  const double roots = std::sqrt(limit["fast_trace"].get<double>()) + std::sqrt(limit["slow_trace"].get<double>());
  EXPECT_DOUBLE_EQ(limit["value"].get<double>(), roots * roots / 10000);
  EXPECT_NE(limit["how"].get<std::string>().find("fresh samples"), std::string::npos);
  const auto text = [](const std::string& arguments) { return testing::twoscale("solve " + arguments).out; };
  EXPECT_NE(text("rotor --budget 1e4 --replicas 3")
                .find("; the limit for this budget is 0.00145 (0.00233 at an equal split)"),
            std::string::npos);
  EXPECT_NE(text("lipschitz-only --method raw --budget 1e4").find("the limit for this budget is at least 1.8e-5"),
            std::string::npos);
  // A method that is told h(y), and a problem without noise: nothing to say.
  EXPECT_TRUE(solve_json("rotor --method km --budget 1e4")["limit"].is_null());
  EXPECT_EQ(solve_json("moving-target --method raw --budget 1e4")["limit"]["value"], 0);
  EXPECT_EQ(text("moving-target --method raw --budget 1e4").find("limit"), std::string::npos);
  EXPECT_EQ(text("rotor --iterations 0").find("limit"), std::string::npos);
}

TEST(Solve, AgreesWithTheLibraryToTheBit) {
  for (const Preset& preset : presets()) {
    const json j = solve_json(std::string("rotor-curved --budget 20000 --seed 3 --set gain=2 --method ") + preset.name);
    const auto problem = testing::problem_with("rotor-curved", {{"gain", 2}});
    const auto last = problem->run(Plan::for_budget(preset.make(), 20000), {.seed = 3}).replicas[0].last;
    EXPECT_EQ(j["y"].get<std::vector<double>>(), last.answer()) << preset.name;
    EXPECT_EQ(j["x"].get<std::vector<double>>(), last.fast) << preset.name;
    EXPECT_EQ(j["residual"]["mean_square"].get<double>(), *problem->squared_residual(last.answer())) << preset.name;
    EXPECT_EQ(j["samples"]["total"].get<std::uint64_t>(), last.counts.total()) << preset.name;
  }
}

TEST(Solve, OptionsChoicesStartsAndHorizonValuesReachTheRun) {
  const json j =
      solve_json("rotation --method km --iterations 1000 --option slow_scale=0.25 --set theta=km-barrier --y0 0,1");
  const Plan plan = Plan::for_iterations(testing::method_with("km", {{"slow_scale", "0.25"}}), 1000);
  EXPECT_EQ(j["parameters"]["theta"].get<double>(), *horizon_value("km-barrier", plan));
  EXPECT_EQ(j["choices"]["options"]["slow_scale"], 0.25);
  EXPECT_GE(j["residual"]["mean_square"].get<double>(), scale::km_lower(plan.km_sum()));
  const json estimated = solve_json(
      "rotor --method nested-corrected --option preconditioner=averaged --budget 1e5 --replicas 8 --anytime");
  EXPECT_EQ(estimated["choices"]["preconditioner"], "averaged");
  EXPECT_EQ(estimated["choices"]["options"]["anytime"], 1.0);
  EXPECT_GT(estimated["product_condition"]["residual_constant"].get<double>(), 0.0);
}

TEST(Solve, ParametersAreJudgedTogetherWhateverTheirOrder) {
  EXPECT_EQ(solve_json("rotor-curved --set rho=0.2 --set curvature=0.1 --budget 1e4")["parameters"]["rho"], 0.2);
  EXPECT_EQ(solve_json("rotor-curved --set curvature=0.6 --set rho=0.9 --budget 1e4")["parameters"]["rho"], 0.9);
}

TEST(Solve, ThreadsDoNotChangeTheBits) {
  json one = solve_json("rotor --budget 1e4 --replicas 40 --threads 1");
  json three = solve_json("rotor --budget 1e4 --replicas 40 --threads 3");
  one.erase("wall_seconds"), three.erase("wall_seconds");
  EXPECT_EQ(one, three);
}

TEST(Solve, SeveralMethodsGiveATableAndAnArray) {
  const Outcome table = testing::twoscale("solve rotor --method raw,single-loop --budget 1e4 --replicas 4");
  EXPECT_EQ(table.code, 0);
  EXPECT_NE(table.out.find("raw"), std::string::npos);
  EXPECT_NE(table.out.find("T^-1/2"), std::string::npos);
  EXPECT_EQ(solve_json("rotor --method raw,single-loop --budget 1e4").size(), 2U);
  EXPECT_EQ(solve_json("rotor --method all --budget 1e5").size(), presets().size());
  // Methods that do not apply are left out of "all", and refused when named.
  EXPECT_EQ(solve_json("lipschitz-only --method all --budget 1e5").size(), 5U);
}

TEST(Solve, AutoSaysWhatItFoundAndChose) {
  const std::string brief = testing::twoscale("solve rotor --budget 6e4").out;
  EXPECT_NE(brief.find("survey, 1,200 samples: mean eigenvalue of df/dx 0.5"), std::string::npos) << brief;
  EXPECT_NE(brief.find("leakage gain"), std::string::npos);
  EXPECT_NE(brief.find("-> lazy-corrected oracle with lazy-learned P"), std::string::npos);
  const std::string all = testing::twoscale("solve rotor --budget 1e5 --explain").out;
  for (const char* part : {"what was found", "what was chosen", "no step had to be cut", "shared samples", "travel"})
    EXPECT_NE(all.find(part), std::string::npos) << part << " not in: " << all;
  const json tuning = solve_json("rotor --budget 6e4")["tuning"];
  EXPECT_NEAR(tuning["mean_eigenvalue"].get<double>(), 0.5, 0.05);
  EXPECT_NEAR(tuning["leakage"].get<double>(), 8 * std::sqrt(2), 2);
  double iterations = 600;  // of the survey
  for (const json& epoch : tuning["epochs"])
    iterations += epoch["iterations"].get<double>() + epoch["look"].get<double>();
  EXPECT_EQ(iterations, 30'000);
  EXPECT_TRUE(solve_json("rotor --budget 1e5 --method raw")["tuning"].is_null());
  const std::string aimed = testing::twoscale("solve rotor --target 0.5 --budget 1e5 --explain").out;
  EXPECT_NE(aimed.find("what was chosen"), std::string::npos) << aimed;
}

TEST(Solve, AutoDrawsTheNoisierMapMoreOften) {
  const std::string explained = testing::twoscale("solve rotor --budget 1e5 --explain").out;
  for (const char* part : {" samples of the budget: F is the noisier, so that an iteration averages",
                           "draws of F and one of G serve an iteration"})
    EXPECT_NE(explained.find(part), std::string::npos) << part << " not in: " << explained;
  const json split = solve_json("rotor --budget 1e6 --replicas 32"),
             equal = solve_json("rotor --budget 1e6 --replicas 32 --option slow_batch=1");
  const double draws = split["choices"]["options"]["fast_batch"], pilot = split["choices"]["options"]["pilot"];
  EXPECT_GE(draws, 4);
  EXPECT_EQ(split["choices"]["options"]["slow_batch"], 1);
  EXPECT_LE(split["samples"]["total"].get<double>() / 32 + pilot, 1e6);
  EXPECT_GT(split["samples"]["total"].get<double>() / 32 + pilot, 1e6 - draws - 1);
  EXPECT_EQ(split["samples"]["fast"], draws * split["samples"]["slow"].get<double>());
  EXPECT_EQ(equal["choices"]["options"]["fast_batch"], 1);
  EXPECT_LT(split["residual"]["upper"], equal["residual"]["mean_square"]);
  // Asked for by number, or too few: one draw of each.
  for (const char* arguments : {"rotor --iterations 50000", "rotor --budget 6e4"})
    EXPECT_EQ(solve_json(arguments)["choices"]["options"]["pilot"], 0) << arguments;
}

TEST(Solve, AutoDoesWithoutTheCorrectionWhereThereIsNone) {
  const json j = solve_json("lipschitz-only --budget 1e5");
  EXPECT_EQ(j["choices"]["oracle"], "raw");
  EXPECT_EQ(j["choices"]["preconditioner"], "none");
  const std::string all = testing::twoscale("solve lipschitz-only --budget 1e5 --explain").out;
  EXPECT_NE(all.find("raw oracle: the problem says"), std::string::npos) << all;
  // Every choice can be replaced.
  const json own = solve_json("rotor --budget 1e5 --option outer=km --option output=last --samples fresh");
  EXPECT_EQ(own["choices"]["outer"], "km");
  EXPECT_EQ(own["choices"]["output"], "last");
  EXPECT_EQ(own["samples"]["total"], 100'000);
  EXPECT_EQ(own["iterations"], 20'000);
}

TEST(Solve, LazyChoicesGoTogether) {
  const Outcome outcome = testing::twoscale("solve rotor --budget 1e4 --option tracker=one-step");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("lazy-step with oracle lazy-corrected"), std::string::npos) << outcome.err;
  const json own = solve_json(
      "rotor --budget 1e5 --option tracker=one-step --option oracle=corrected --option preconditioner=learned");
  EXPECT_EQ(own["choices"]["tracker"], "one-step");
}

TEST(Solve, OutputIsWrittenWholeOrNotAtAll) {
  const testing::TemporaryDirectory directory;
  const auto file = directory / "deep/results.json";
  EXPECT_EQ(testing::twoscale("solve rotor --budget 1e4 --output '" + file.string() + "'").code, 0);
  EXPECT_EQ(json::parse(testing::slurp(file))["problem"], "rotor");
  const auto other = directory / "bad.json";
  EXPECT_EQ(testing::twoscale("solve rotor --budget 1e4 --set rho=7 --output '" + other.string() + "'").code, 2);
  EXPECT_FALSE(std::filesystem::exists(other));
  const Outcome nowhere = testing::twoscale("solve rotor --budget 1e4 --output /proc/no/such/place.json");
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_NE(nowhere.err.find("/proc/no/such/place.json"), std::string::npos);
}

TEST(Solve, DivergenceIsExitCodeThreeWithAdvice) {
  // Fast steps of 1 with an anchor of weight 1e300 overflow at once on an unbounded problem.
  const std::string arguments =
      "scalar-floor --method raw --option outer=tikhonov --option anchor_scale=1e300 --set sigma=1e308 --iterations "
      "200";
  const Outcome text = testing::twoscale("solve " + arguments);
  EXPECT_EQ(text.code, 3) << text.out << text.err;
  EXPECT_NE(text.err.find("stopped at iteration"), std::string::npos);
  EXPECT_NE(text.err.find("Try"), std::string::npos);
  const Outcome as_json = testing::twoscale("solve " + arguments + " --json");
  const json j = json::parse(as_json.out);
  EXPECT_EQ(j["status"], "diverged");
  EXPECT_TRUE(j["x"][0].is_number());
}

}  // namespace
}  // namespace twoscale
