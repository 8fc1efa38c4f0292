#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "testing.hpp"

namespace twoscale {
namespace {

using Iterations = std::vector<std::uint64_t>;

TEST(LogSpaced, IsWhatOneWouldWriteDown) {
  EXPECT_EQ(log_spaced(1000, 4), (Iterations{1, 10, 100, 1000}));
  EXPECT_EQ(log_spaced(10, 1), (Iterations{10}));
  EXPECT_EQ(log_spaced(1, 5), (Iterations{1}));
  EXPECT_EQ(log_spaced(4, 100), (Iterations{1, 2, 3, 4}));
  EXPECT_EQ(log_spaced(0, 5), Iterations{});
  EXPECT_EQ(log_spaced(5, 0), Iterations{});
}

RC_GTEST_PROP(LogSpaced, AscendsFromOneToTheLast, ()) {
  const auto last = *rc::gen::inRange<std::uint64_t>(1, std::uint64_t{1} << 50);
  const auto count = *rc::gen::inRange<std::uint64_t>(2, 500);
  const Iterations at = log_spaced(last, count);
  RC_ASSERT(!at.empty() && at.size() <= count && at.front() == 1U && at.back() == last);
  RC_ASSERT(std::adjacent_find(at.begin(), at.end(), std::greater_equal<>()) == at.end());
}

TEST(Observer, SeesNothingBeyondTheEndNorBehindAResumedStart) {
  const auto problem = make_problem("rotor");
  const Plan plan = Plan::for_iterations(make_method("single-loop"), 200);
  const Observer observer{{10, 100, 200, 1000}, [](const Snapshot& s) { return s.slow; }};
  const RunResult whole = problem->run(plan, {.observer = &observer});
  ASSERT_EQ(whole.replicas[0].observations.size(), 3U);
  EXPECT_EQ(whole.replicas[0].observations[2].values, whole.replicas[0].last.slow);
  Progress progress;
  Snapshot middle;
  RunOptions options{.progress = &progress};
  const Observer keep{{100}, [&](const Snapshot& s) { return middle = s, s.slow; }};
  options.observer = &keep;
  problem->run(plan, options);
  const RunResult rest = problem->run(plan, {.resume = {middle}, .observer = &observer});
  ASSERT_EQ(rest.replicas[0].observations.size(), 1U);
  EXPECT_EQ(rest.replicas[0].observations[0], whole.replicas[0].observations[2]);
}

TEST(Observer, WhatItThrowsEndsTheRun) {
  const Observer observer{{10}, [](const Snapshot&) -> std::vector<double> { throw Error("cannot look"); }};
  const Plan plan = Plan::for_iterations(make_method("single-loop"), 200);
  EXPECT_THROW(make_problem("rotor")->run(plan, {.replicas = 20, .threads = 2, .observer = &observer}), Error);
}

}  // namespace
}  // namespace twoscale
