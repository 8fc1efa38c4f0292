// solve --target: reached, not reached, as JSON, and what is refused beside it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "testing.hpp"

namespace twoscale {
namespace {

using nlohmann::json;
using testing::Outcome;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Target, ReachedIsExitCodeZeroAndSaysAfterHowMuch) {
  const Outcome outcome = testing::twoscale("solve rotor --target 0.02 --budget 1e6");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.out, "target 0.02 reached after ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, " of 1,000,000 samples (attempt ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "with 95 % confidence")) << outcome.out;
  EXPECT_TRUE(has(outcome.err, "attempt 1: ")) << outcome.err;
  EXPECT_FALSE(has(outcome.out, "replica")) << outcome.out;
}

TEST(Target, NotReachedIsExitCodeThreeWithABudgetToTry) {
  const Outcome outcome = testing::twoscale("solve rotor --target 1e-5 --budget 1e5 --quiet");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(has(outcome.out, "target 1e-5 not reached: the budget ended first")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "|h(y) - y|^2 is below ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "; try --budget ")) << outcome.out;
  EXPECT_EQ(outcome.err, "");
}

TEST(Target, JsonHoldsTheAttemptsAndCountsEverything) {
  const Outcome reached = testing::twoscale("solve rotor --target 0.02 --json");
  const json j = json::parse(reached.out);
  EXPECT_EQ(reached.code, 0);
  EXPECT_EQ(reached.err, "");
  EXPECT_EQ(j["status"], "settled");
  EXPECT_EQ(j["target_reached"], true);
  EXPECT_EQ(j["target"], 0.02);
  EXPECT_EQ(j["budget"], 1000000);
  EXPECT_TRUE(j["suggested_budget"].is_null());
  EXPECT_EQ(j["attempts"].size(), j["answer_of_attempt"].get<std::size_t>());
  EXPECT_LE(j["certificate"]["upper"], 0.02);
  EXPECT_EQ(j["certificate"]["confidence"], 0.95);
  EXPECT_EQ(j["certificate"]["upper"], j["attempts"].back()["certificate"]["upper"]);
  std::uint64_t sum = 0, certified = 0;
  for (const json& attempt : j["attempts"]) {
    sum += attempt["samples"].get<std::uint64_t>();
    certified += attempt["certificate"]["samples"].get<std::uint64_t>();
    EXPECT_LE(attempt["samples"], attempt["budget"]);
    EXPECT_GT(attempt["certificate"]["confidence"], 0.95);
  }
  const json& samples = j["samples"];
  EXPECT_EQ(samples["total"], sum);
  EXPECT_EQ(samples["certificate"], certified);
  EXPECT_EQ(sum, samples["fast"].get<std::uint64_t>() + samples["slow"].get<std::uint64_t>() +
                     samples["derivative"].get<std::uint64_t>() + certified);

  const Outcome ended = testing::twoscale("solve rotor --target 1e-5 --budget 1e5 --json");
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(json::parse(ended.out)["target_reached"], false);
  EXPECT_GT(json::parse(ended.out)["suggested_budget"], 1e5);
}

TEST(Target, RepeatsToTheBitWithAnyMethod) {
  for (const char* method : {"raw", "nested", "single-loop"}) {
    const std::string arguments = std::string("solve rotor --target 1e-3 --budget 1e5 --json --method ") + method;
    json one = json::parse(testing::twoscale(arguments).out), two = json::parse(testing::twoscale(arguments).out);
    one.erase("wall_seconds"), two.erase("wall_seconds");
    EXPECT_EQ(one, two);
  }
}

TEST(Target, DivergenceEndsTheSearch) {
  const Outcome outcome = testing::twoscale(
      "solve scalar-floor --method raw --option outer=tikhonov --option anchor_scale=1e300 --set sigma=1e308 --target "
      "1 "
      "--json");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(json::parse(outcome.out)["status"], "diverged");
}

struct Refused {
  const char* arguments;
  const char* sentence;
};

TEST(Target, WhatDoesNotGoWithItIsRefused) {
  for (const Refused& row : {
           Refused{"--target 0", "target = 0 must be above 0"},
           Refused{"--target -1", "target = -1 must be above 0"},
           Refused{"--target nan", "target = 'nan' must be a finite number"},
           Refused{"--target 1e-3 --budget 8191", "budget = 8191 must be at least 8192 with a target"},
           Refused{"--target 1e-3 --replicas 2", "replicas = 2 must be 1 with --target"},
           Refused{"--target 1e-3 --first-replica 2", "first-replica = 2 must be left out with --target"},
           Refused{"--target 1e-3 --iterations 100", "iterations = 100 must be left out with --target"},
           Refused{"--target 1e-3 --store a.db", "store = a.db must be left out with --target"},
           Refused{"--target 1e-3 --certify 1e5", "certify = 1e5 must be left out with --target"},
           Refused{"--target 1e-3 --observe residual", "observe = residual must be left out with --target"},
           Refused{"--target 1e-3 --method raw,nested", "method = raw,nested must be one alone with --target"},
           Refused{"--target 1e-3 --method all", "method = all must be one alone with --target"},
           Refused{"--target 1e-3 --set theta=anchor", "theta = anchor must be a number with --target"},
       }) {
    const Outcome outcome = testing::twoscale(std::string("solve rotor ") + row.arguments);
    EXPECT_EQ(outcome.code, 2) << row.arguments;
    EXPECT_EQ(outcome.out, "") << row.arguments;
    EXPECT_TRUE(has(outcome.err, row.sentence)) << outcome.err;
  }
}

}  // namespace
}  // namespace twoscale
