// Which sets hold a variable, with means and from samples alone.
#include <gtest/gtest.h>

#include <twoscale/measure/active_sets.hpp>

#include "unit/measure/check_problems.hpp"

namespace twoscale {
namespace {

using testing::bare;
using testing::LambdaEvaluator;
using testing::Numbers;
using testing::turning;

TEST(ActiveSets, NoneWhereTheMapsStayInside) {
  for (const LambdaEvaluator& p : {turning(), bare(turning())}) {
    EXPECT_FALSE(active_sets(p, {0.5, 0.5}, {0.6, 0.5}, 1).any());
    EXPECT_FALSE(active_sets(p, {1, 0}, {1, 0}, 1).any());  // on the boundary of Y, where h turns
  }
}

TEST(ActiveSets, OfXAndOfY) {
  LambdaEvaluator p = turning();
  p.fast_radius = 0.5;  // x* = y is outside
  for (const LambdaEvaluator& one : {p, bare(p)}) {
    const ActiveSets active = active_sets(one, {0.5, 0}, {0.9, 0}, 1);
    EXPECT_TRUE(active.fast);
    EXPECT_FALSE(active.slow);
  }
  LambdaEvaluator q = turning();
  q.slow_radius = 0.5;
  EXPECT_TRUE(active_sets(q, {0.9, 0}, {0.9, 0}, 1).slow);  // h keeps |y|, which is beyond the set
  q.h = nullptr;
  EXPECT_TRUE(active_sets(q, {0.9, 0}, {0.9, 0}, 1).slow);          // from the means, at x*(y)
  EXPECT_FALSE(active_sets(bare(q), {0.9, 0}, {0.9, 0}, 1).any());  // nothing is known of h
}

/// What noise alone does is no constraint.
TEST(ActiveSets, NoiseIsNotTakenForAConstraint) {
  int called = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    LambdaEvaluator p = bare(turning());
    p.fast_radius = 1;
    called += active_sets(p, {1, 0}, {1, 0}, seed).fast;
  }
  EXPECT_EQ(called, 0);
}

}  // namespace
}  // namespace twoscale
