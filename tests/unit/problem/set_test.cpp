// What every set promises: project(v) is the nearest point of the set, lane by lane.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

#include "unit/problem/set_cases.hpp"

namespace {

using namespace set_testing;

/// A number in [-3, 3] on a grid of thousandths, so that ties and boundaries are met; shrinks to 0.
rc::Gen<double> grid_number() {
  return rc::gen::map(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, 6001)),
                      [](int n) { return (n % 2 ? -(n + 1) / 2 : n / 2) / 1000.0; });
}
rc::Gen<Point> unit_point(int dimension) { return rc::gen::container<Point>(dimension, grid_number()); }
/// The same, near, far or very far.
rc::Gen<Point> any_point(int dimension) {
  return rc::gen::mapcat(rc::gen::element(1.0, 1e-3, 1e3), [dimension](double scale) {
    return rc::gen::map(unit_point(dimension),
                        [scale](const Point& v) { return moved(Point(v.size(), 0.0), scale, v); });
  });
}
std::vector<Point> draw_lanes(int dimension) {
  return *rc::gen::container<std::vector<Point>>(kLanes, any_point(dimension));
}

class SetTest : public testing::TestWithParam<SetCase> {
 protected:
  const SetCase& set() const { return GetParam(); }
};

TEST_P(SetTest, ProjectionLandsInTheSet) {
  EXPECT_TRUE(rc::check([this] {
    const Point v = *any_point(set().dimension);
    RC_ASSERT(set().violation(set().project(v)) <= 1e-12 * (1 + length(v)));
  }));
}

TEST_P(SetTest, ProjectionTwiceIsProjectionOnce) {
  EXPECT_TRUE(rc::check([this] {
    const Point v = *any_point(set().dimension);
    const Point once = set().project(v), twice = set().project(once);
    RC_ASSERT(length(minus(twice, once)) <= 1e-12 * (1 + length(v)));
    RC_ASSERT(!set().exact_twice || same_bits(once, twice));
  }));
}

class SetWithInteriorTest : public SetTest {};  // other sets move their members by rounding

TEST_P(SetWithInteriorTest, MembersInsideKeepTheirBits) {
  EXPECT_TRUE(rc::check([this] {
    const Point member = set().member(*unit_point(set().dimension));
    const Point inside = moved(set().inner, 0.99, minus(member, set().inner));
    RC_ASSERT(same_bits(set().project(inside), inside));
  }));
}

TEST_P(SetTest, MembersOnTheBoundaryMoveByRoundingAtMost) {
  EXPECT_TRUE(rc::check([this] {
    const Point member = set().member(*unit_point(set().dimension));
    RC_ASSERT(length(minus(set().project(member), member)) <= 1e-12 * (1 + length(member)));
  }));
}

TEST_P(SetTest, ProjectionDoesNotSpreadPointsApart) {
  EXPECT_TRUE(rc::check([this] {
    const Point v = *any_point(set().dimension), w = *any_point(set().dimension);
    const double before = length(minus(v, w)), after = length(minus(set().project(v), set().project(w)));
    RC_ASSERT(after <= before + 1e-12 * (1 + length(v) + length(w)));
  }));
}

// <v - Pv, z - Pv> <= 0 for every member z: what makes Pv the nearest point.
TEST_P(SetTest, ProjectionSatisfiesTheVariationalInequality) {
  EXPECT_TRUE(rc::check([this] {
    const Point v = *any_point(set().dimension), member = set().member(*unit_point(set().dimension));
    const Point projected = set().project(v);
    const double product = dot(minus(v, projected), minus(member, projected));
    RC_ASSERT(product <= 1e-12 * (1 + dot(v, v) + dot(member, member)));
  }));
}

TEST_P(SetTest, LanesAreProjectedAsIfAlone) {
  EXPECT_TRUE(rc::check([this] {
    std::vector<Point> points = draw_lanes(set().dimension);
    // Every other lane a member, so that lanes in and out of the set lie side by side.
    for (int lane = 0; lane < kLanes; lane += 2) points[lane] = set().member(points[lane]);
    const std::vector<Point> together = set().project_lanes(points);
    for (int lane = 0; lane < kLanes; ++lane) RC_ASSERT(same_bits(together[lane], set().project(points[lane])));
  }));
}

TEST_P(SetTest, NaNStaysInItsLane) {
  EXPECT_TRUE(rc::check([this] {
    std::vector<Point> points = draw_lanes(set().dimension);
    const int sick = *rc::gen::inRange(0, kLanes), coordinate = *rc::gen::inRange(0, set().dimension);
    points[sick][coordinate] = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Point> together = set().project_lanes(points);
    RC_ASSERT(std::isnan(together[sick][coordinate]));
    RC_ASSERT(std::isnan(set().project(points[sick])[coordinate]));
    for (int lane = 0; lane < kLanes; ++lane)
      if (lane != sick) RC_ASSERT(same_bits(together[lane], set().project(points[lane])));
  }));
}

std::vector<SetCase> sets_with_interior() {
  std::vector<SetCase> sets = all_sets();
  std::erase_if(sets, [](const SetCase& set) { return set.inner.empty(); });
  return sets;
}
std::string name_of(const testing::TestParamInfo<SetCase>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Every, SetTest, testing::ValuesIn(all_sets()), name_of);
INSTANTIATE_TEST_SUITE_P(Every, SetWithInteriorTest, testing::ValuesIn(sets_with_interior()), name_of);

}  // namespace
