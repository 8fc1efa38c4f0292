// A set that is empty, or makes no sense, is refused with a sentence that names the field and the value.

#include <gtest/gtest.h>

#include <limits>

#include <twoscale/problem/set.hpp>

namespace {

using namespace twoscale;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The sentence that making the set throws, or nothing.
template <class Make>
std::string refusal(const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void expect_refused(const std::string& sentence, const std::string& field, const std::string& value) {
  EXPECT_TRUE(sentence.starts_with(field + " = " + value + " must be ")) << "said: '" << sentence << "'";
}

TEST(EmptySet, ABallNeedsARadiusOfAtLeastZero) {
  expect_refused(refusal([] { Ball(-1.0); }), "ball radius", "-1");
  expect_refused(refusal([] { Ball{kNaN}; }), "ball radius", "nan");
  expect_refused(refusal([] { Ball(-0.5, {1, 2}); }), "ball radius", "-0.5");
  expect_refused(refusal([] { Ball{kInfinity}; }), "ball radius", "inf");
  EXPECT_EQ(refusal([] { Ball(0.0); }), "");
}

TEST(EmptySet, BallsOfMatricesNeedARadiusOfAtLeastZero) {
  expect_refused(refusal([] { FrobeniusBall(-2.0); }), "ball radius", "-2");
  expect_refused(refusal([] { FrobeniusBall{kNaN}; }), "ball radius", "nan");
  expect_refused(refusal([] { SpectralBall(-2.0); }), "spectral ball radius", "-2");
  expect_refused(refusal([] { SpectralBall{kNaN}; }), "spectral ball radius", "nan");
  EXPECT_EQ(refusal([] { SpectralBall(0.0); }), "");
}

TEST(EmptySet, ABoxNeedsOrderedBounds) {
  expect_refused(refusal([] { Box(2.0, 1.0); }), "box bounds", "[2, 1]");
  expect_refused(refusal([] { Box({0, 5}, {1, 4}); }), "box bounds", "[5, 4]");
  expect_refused(refusal([] { Box(kNaN, 1.0); }), "box bounds", "[nan, 1]");
  expect_refused(refusal([] { Box(0.0, kNaN); }), "box bounds", "[0, nan]");
  EXPECT_EQ(refusal([] { Box(1.0, 1.0); }), "");
}

TEST(EmptySet, ABoxNeedsAsManyLowerAsUpperBounds) {
  expect_refused(refusal([] { Box({0, 0}, {1}); }), "box bounds", "2 and 1 numbers");
  expect_refused(refusal([] { Box(std::vector<double>{}, std::vector<double>{}); }), "box bounds", "0 and 0 numbers");
}

TEST(EmptySet, ASimplexNeedsATotalOfAtLeastZero) {
  expect_refused(refusal([] { Simplex(-0.1); }), "simplex total", "-0.1");
  expect_refused(refusal([] { Simplex{kNaN}; }), "simplex total", "nan");
  expect_refused(refusal([] { Simplex{kInfinity}; }), "simplex total", "inf");
  EXPECT_EQ(refusal([] { Simplex(0.0); }), "");
}

TEST(EmptySet, ContradictoryEquationsAreRefusedByNumber) {
  auto sentence = [](int equation) {
    return "affine equation " + std::to_string(equation) + " contradicts the ones before it: the set is empty";
  };
  EXPECT_EQ(refusal([] { Affine({{1, 1}, {2, 2}}, {1, 3}); }), sentence(1));
  EXPECT_EQ(refusal([] { Affine({{1, 2, 3}, {0, 1, 1}, {1, 3, 4}}, {1, 1, 2.001}); }), sentence(2));
  EXPECT_EQ(refusal([] { Affine({{0, 0}}, {1}); }), sentence(0));
  EXPECT_EQ(refusal([] { Affine({{1, 2, 3}, {0, 1, 1}, {1, 3, 4}}, {1, 1, 2}); }), "");
}

TEST(EmptySet, EquationsNeedFiniteNumbersAndOneRightSideEach) {
  expect_refused(refusal([] { Affine({{1, kNaN}}, {0}); }), "affine row", "nan");
  expect_refused(refusal([] { Affine({{1, 1}}, {kInfinity}); }), "affine right side", "inf");
  expect_refused(refusal([] { Affine({{1, 1}}, {0, 1}); }), "affine right side", "2 numbers");
  expect_refused(refusal([] { Affine({{1, 1}, {1}}, {0, 1}); }), "affine row 1", "1 numbers");
}

TEST(EmptySet, AHalfspaceNeedsANormalUnlessItHoldsEverything) {
  expect_refused(refusal([] { Halfspace({0, 0}, -1.0); }), "halfspace bound", "-1");
  expect_refused(refusal([] { Halfspace({1, 0}, kNaN); }), "halfspace bound", "nan");
  expect_refused(refusal([] { Halfspace({kNaN, 0}, 1.0); }), "halfspace normal", "nan");
  expect_refused(refusal([] { Halfspace({}, 1.0); }), "halfspace normal", "()");
  EXPECT_EQ(refusal([] { Halfspace({0, 0}, 0.0); }), "");
}

TEST(EmptySet, AnL1BallNeedsARadiusOfAtLeastZeroAndAFiniteCentre) {
  expect_refused(refusal([] { L1Ball(-1.0); }), "l1 ball radius", "-1");
  expect_refused(refusal([] { L1Ball(1.0, {kNaN}); }), "l1 ball centre", "nan");
}

TEST(EmptySet, AConeNeedsASlopeAboveZero) {
  expect_refused(refusal([] { SecondOrderCone(0.0); }), "second-order cone slope", "0");
  expect_refused(refusal([] { SecondOrderCone{kNaN}; }), "second-order cone slope", "nan");
}

TEST(EmptySet, ASpectrahedronNeedsARowAndATraceOfAtLeastZero) {
  expect_refused(refusal([] { Spectrahedron(0); }), "spectrahedron side", "0");
  expect_refused(refusal([] { Spectrahedron(2, -1.0); }), "spectrahedron trace", "-1");
}

TEST(EmptySet, AFactorNeedsACoordinate) {
  expect_refused(refusal([] { Product(Factor{0, Ball(1.0)}); }), "product factor dimension", "0");
  expect_refused(refusal([] {
                   Product(Factor{2, Simplex()}, Factor{-3, Simplex()});
                 }),
                 "product factor dimension", "-3");
}

TEST(EmptySet, ASingletonNeedsAFinitePoint) {
  expect_refused(refusal([] { Singleton({0, kNaN}); }), "singleton point", "nan");
  expect_refused(refusal([] { Singleton({-kInfinity}); }), "singleton point", "-inf");
}

TEST(EmptySet, InfiniteBoundsAndCentresThatHoldNoPointAreRefused) {
  expect_refused(refusal([] { Box(kInfinity, kInfinity); }), "box bounds", "[inf, inf]");
  expect_refused(refusal([] { Halfspace({1}, -kInfinity); }), "halfspace bound", "-inf");
  expect_refused(refusal([] { Ball(1, {kNaN}); }), "ball centre", "nan");
  expect_refused(refusal([] { Singleton(std::vector<double>{}); }), "singleton point", "()");
}

/// The message of a projection of a point of three coordinates.
template <class Set>
std::string projecting_three(const Set& set) {
  return refusal([&] {
    Vector<Real> v(3);
    set.project(v);
  });
}

TEST(Dimension, ASetOfAnotherDimensionIsRefusedWhenItProjects) {
  EXPECT_NE(projecting_three(Singleton({1.0})), "");
  EXPECT_NE(projecting_three(Ball(1, {0, 0})), "");
  EXPECT_NE(projecting_three(Box({0, 0}, {1, 1})), "");
  EXPECT_NE(projecting_three(Affine({{1, 1}}, {1})), "");
  EXPECT_NE(projecting_three(Halfspace({1, 1, 1, 1}, 1)), "");
  EXPECT_NE(projecting_three(Product(Factor{2, Ball(1.0)})), "");
  EXPECT_NE(projecting_three(Product(Factor{2, Ball(1.0)}, Factor{2, Ball(1.0)})), "");
  EXPECT_EQ(projecting_three(Ball(1)), "");
}

TEST(FarPoints, AreProjectedToTheSetAndNotToItsCentre) {
  Vector<Real> v{Real(3e160), Real(4e160)};
  Ball(1).project(v);
  EXPECT_NEAR(v[0].lane(0), 0.6, 1e-15);
  EXPECT_NEAR(v[1].lane(0), 0.8, 1e-15);
  Vector<Real> far{Real(1e16), Real(0.0)};
  Simplex().project(far);
  EXPECT_EQ(far[0].lane(0), 1.0);
  EXPECT_EQ(far[1].lane(0), 0.0);
  Vector<Real> infinite{Real(kInfinity), Real(0.5)};
  Box(0, 1).project(infinite);
  EXPECT_EQ(infinite[0].lane(0), kInfinity);  // reported as divergence, not hidden at the bound
}

}  // namespace
