// Face: the derivative of a projection, against what is known of each set, and against differences of another length.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <twoscale/problem/face.hpp>
#include <twoscale/problem/set.hpp>

namespace twoscale {
namespace {

using V = Vector<Real>;

V vector(std::initializer_list<double> values) {
  V out(static_cast<int>(values.size()));
  int i = 0;
  for (const double value : values) out[i++] = value;
  return out;
}
double apart(const V& a, const V& b) { return norm(a - b).lane(0); }

TEST(Face, OfABoxIsTheCoordinatesThatAreFree) {
  const Box box(0.0, 1.0);
  const Face face(box, vector({-0.3, 0.5, 1.7}));
  EXPECT_TRUE(face.is_active());
  EXPECT_LT(apart(face.nearest(), vector({0, 0.5, 1})), 1e-15);
  EXPECT_LT(apart(face.along(vector({2, -3, 4})), vector({0, -3, 0})), 1e-8);
}

TEST(Face, OfASimplexIsItsSupportWithoutItsMean) {
  const Simplex simplex;
  const Face face(simplex, vector({0.7, 0.5, -0.4}));
  EXPECT_LT(apart(face.along(vector({1, 5, 7})), vector({-2, 2, 0})), 1e-8);
}

/// D = R/|w| (I - n n'), n = w/|w|.
TEST(Face, OfABallTurnsWithItsBoundary) {
  const Ball ball(2.0);
  const Face face(ball, vector({3, 4}));
  EXPECT_LT(apart(face.along(vector({3, 4})), vector({0, 0})), 1e-5);
  EXPECT_LT(apart(face.along(vector({-4, 3})), 0.4 * vector({-4, 3})), 1e-5);
}

TEST(Face, InsideNothingChangesToTheBit) {
  const Ball ball(2.0);
  const Face face(ball, vector({0.3, 0.1}));
  EXPECT_FALSE(face.is_active());
  const V v = vector({0.1, 1.0 / 3});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(face.along(v)[i].lane(0), v[i].lane(0));
}

/// A lane inside and a lane outside, side by side: each as if it were alone.
TEST(Face, LanesDoNotMix) {
  using S = Pack<double, 4>;
  Vector<S, 2> points, v;
  const double at[4] = {0.1, 3, -5, 0.9};
  for (int lane = 0; lane < 4; ++lane) points[0].set_lane(lane, at[lane]), v[0].set_lane(lane, 1.5);
  v[1] = S(2.0);
  const Box box(-1.0, 1.0);
  const auto along = Face(box, points).along(v);
  for (int lane = 0; lane < 4; ++lane) {
    const V alone = Face(box, vector({at[lane], 0})).along(vector({1.5, 2}));
    for (int i = 0; i < 2; ++i) EXPECT_EQ(along[i].lane(lane), alone[i].lane(0)) << lane;
  }
}

/// Symmetric, as the second derivative of a convex function; between 0 and 1; units are only units.
RC_GTEST_PROP(Face, IsSymmetricAndNonExpansive, ()) {
  const int n = *rc::gen::inRange(1, 6);
  const double unit = *rc::gen::element(1e-6, 1.0, 1e6);
  const auto draw = [&](double scale) {
    V out(n);
    for (int i = 0; i < n; ++i) out[i] = scale * (*rc::gen::inRange(-10000, 10000) * 3e-4 + 1e-5);
    return out;
  };
  const V w = draw(unit), u = draw(1), v = draw(1);
  const auto check = [&](const auto& set) {
    const Face face(set, w);
    const double a = dot(u, face.along(v)).lane(0), b = dot(v, face.along(u)).lane(0);
    const double size = 1 + norm(u).lane(0) * norm(v).lane(0);
    RC_ASSERT(std::abs(a - b) < 1e-3 * size);
    RC_ASSERT(norm(face.along(v)).lane(0) <= (1 + 1e-6) * norm(v).lane(0) + 1e-9);
  };
  check(Box(-unit, unit)), check(Ball(unit)), check(Simplex(unit));
}

}  // namespace
}  // namespace twoscale
