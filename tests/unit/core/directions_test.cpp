// Directions: the last ways of a point, at right angles.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <twoscale/schedule/directions.hpp>
#include <twoscale/schedule/leg.hpp>

namespace twoscale {
namespace {

RC_GTEST_PROP(Directions, AreAFewUnitVectorsAtRightAngles, ()) {
  const int size = *rc::gen::inRange(1, 8), moves = *rc::gen::inRange(0, 12);
  Directions ways;
  for (int k = 0; k < moves; ++k) {
    std::vector<double> point(static_cast<std::size_t>(size));
    for (double& value : point) value = *rc::gen::inRange(-1000, 1000) * 0.37;
    ways.add(point);
  }
  RC_ASSERT(ways.size() <= std::min({size, kDirections, std::max(0, moves - 1)}));
  for (int i = 0; i < ways.size(); ++i)
    for (int j = 0; j <= i; ++j) RC_ASSERT(std::abs(dot(ways[i], ways[j]) - (i == j ? 1 : 0)) < 1e-9);
}

TEST(Directions, TheNewestComesFirstAndPointsOnwards) {
  Directions ways;
  ways.add({0, 0, 0}), ways.add({2, 0, 0}), ways.add({5, 4, 0});
  ASSERT_EQ(ways.size(), 2);
  EXPECT_NEAR(ways[0][0], 0.6, 1e-15);
  EXPECT_NEAR(ways[0][1], 0.8, 1e-15);
  EXPECT_GT(ways[1][0], 0);  // what is left of the way before
}

TEST(Directions, AWayThatIsNoneIsForgotten) {
  Directions ways;
  ways.add({1, 2}), ways.add({1, 2});
  EXPECT_EQ(ways.size(), 0);
  ways.add({1, 3}), ways.add({1, 9});
  EXPECT_EQ(ways.size(), 1);
}

}  // namespace
}  // namespace twoscale
