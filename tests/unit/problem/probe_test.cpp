// Probes: random directions with the identity as second moment, each at its place in the stream.

#include <gtest/gtest.h>

#include <cmath>

#include <twoscale/measure/mean.hpp>

#include "unit/problem/derivative_cases.hpp"

namespace {

using namespace derivative_cases;

/// E v v^T = I, each entry within standard errors.
template <class P>
void expect_isotropic(const P& problem, Law law) {
  const int n = shape_of(problem).fast;
  Samples<P, 8> samples(problem, kSeed, 0);
  std::vector<Mean> products(n * n);
  for (int k = 0; k < 4000; ++k) {
    const auto v = samples.probe(law);
    ASSERT_EQ(v.size(), n);
    for (int i = 0; i < n * n; ++i)
      for (int lane = 0; lane < 8; ++lane) products[i].add(v[i / n].lane(lane) * v[i % n].lane(lane));
  }
  for (int i = 0; i < n * n; ++i)
    EXPECT_NEAR(products[i].value(), i / n == i % n ? 1 : 0, 4 * products[i].standard_error() + 1e-12)
        << name_of(law) << " " << i / n << ", " << i % n;
  EXPECT_EQ(samples.counts()[Role::probe], 4000);
  EXPECT_EQ(samples.counts().total(), 0);
}

TEST(Probe, HasTheIdentityAsItsSecondMoment) {
  for (const Law law : {Law::rademacher, Law::normal, Law::index}) {
    expect_isotropic(Small{}, law);
    expect_isotropic(Sized(5, 1), law);
    expect_isotropic(Sized(1, 1), law);
  }
}

/// A change of law keeps the place in the stream: probe number k is the same, whatever was drawn before.
TEST(Probe, IsAddressedByItsNumber) {
  const Small problem;
  Samples<Small, 1> mixed(problem, kSeed, kReplica), normals(problem, kSeed, kReplica);
  for (int k = 0; k < 30; ++k) {
    const auto expected = normals.probe(Law::normal);
    if (k % 3 == 0) mixed.probe(Law::rademacher);
    else if (k % 3 == 1) mixed.output_probe();
    else expect_near(mixed.probe(Law::normal), expected, 0, "probe");
  }
}

}  // namespace
