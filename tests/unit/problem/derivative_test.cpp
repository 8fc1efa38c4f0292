// Derivative samples: whichever way a problem is written, the same noise gives the same derivative.

#include <gtest/gtest.h>

#include <cmath>

#include "unit/problem/derivative_cases.hpp"

namespace {

using namespace derivative_cases;

/// Every form of both derivatives of one draw against the matrices written by hand for the same noise.
template <class P>
class Draw {
 public:
  Draw(const P& problem, std::uint64_t number, double tolerance) : problem_(problem), tolerance_(tolerance) {
    start_.drawn.fill(number);
    dF_ = Body::fast_matrix(x_, Stream<1>(kSeed, kReplica, 3, Law::normal, nx_).draw<kDynamic>(number));
    C_ = Body::slow_matrix(x_, Stream<1>(kSeed, kReplica, 4, Law::normal, ny_).draw<kDynamic>(number));
  }

  void expect_samples() {
    Samples<P, 1> samples = fresh();
    const auto F = samples.fast_derivative_sample(px_, py_);
    expect_near(F.dense().entries(), dF_.entries(), tolerance_, "dF");
    expect_near(F.times(v_), dF_ * v_, tolerance_, "dF v");
    expect_near(F.adjoint(v_), transpose_times(dF_, v_), tolerance_, "dF^T w");
    const auto G = samples.slow_derivative_sample(px_, py_);
    expect_near(G.dense().entries(), C_.entries(), tolerance_, "dG");
    expect_near(G.times(v_), C_ * v_, tolerance_, "dG v");
    expect_near(G.adjoint(w_), transpose_times(C_, w_), tolerance_, "dG^T w");
    expect_counts(samples);
  }

  void expect_drift() {
    typename Samples<P, 1>::Sensitivity matrix(ny_, nx_);
    for (int i = 0; i < nx_ * ny_; ++i) matrix.entries()[i] = std::cos(1.1 * i);
    const auto expected = C_ - matrix + matrix * dF_;
    Samples<P, 1> dense = fresh(), times = fresh(), rows = fresh();
    expect_near(dense.drift(matrix, px_, py_).entries(), expected.entries(), tolerance_, "drift", 1);
    expect_near(times.drift_times(matrix, px_, py_, v_), expected * v_, tolerance_, "drift v", 1);
    expect_near(collect_rows(rows, matrix, px_, py_).entries(), expected.entries(), tolerance_, "drift rows", 1);
    expect_counts(dense), expect_counts(times), expect_counts(rows);
    Samples<P, 1> coloured = fresh();
    if constexpr (kMayColour<P>) {
      expect_near(collect_coloured(coloured, matrix, px_, py_).entries(), expected.entries(), tolerance_, "by colours",
                  1);
      expect_counts(coloured);
    } else {
      EXPECT_THROW(collect_coloured(coloured, matrix, px_, py_), Error);
    }
  }

 private:
  Samples<P, 1> fresh() const {
    Samples<P, 1> out(problem_, kSeed, kReplica);
    out.set_counts(start_);
    return out;
  }
  void expect_counts(const Samples<P, 1>& samples) const {
    EXPECT_EQ(samples.counts()[Role::omega_A], start_[Role::omega_A] + 1);
    EXPECT_EQ(samples.counts()[Role::omega_C], start_[Role::omega_C] + 1);
    EXPECT_EQ(samples.counts().total(), start_.total() + 2);
  }

  const P& problem_;
  double tolerance_;
  const int nx_ = shape_of(problem_).fast, ny_ = shape_of(problem_).slow;
  const Vector<Real> x_ = numbers<Vector<Real>>(nx_, 0);
  const FastVector<P> px_ = numbers<FastVector<P>>(nx_, 0), v_ = numbers<FastVector<P>>(nx_, 2);
  const SlowVector<P> py_ = numbers<SlowVector<P>>(ny_, 1), w_ = numbers<SlowVector<P>>(ny_, 3);
  Matrix<Real> dF_, C_;
  Counts start_;
};

template <class P>
void expect_written_by_hand(const P& problem, double tolerance) {
  static_assert(check_problem<P>());
  for (std::uint64_t number = 0; number < 10; ++number) {
    Draw<P> draw(problem, number, tolerance);
    draw.expect_samples();
    draw.expect_drift();
  }
}

// (h^2/6) F''' + eps |F| / h, with h = 1.2e-5 and F''' of order 1 here, sums of up to 24 such terms.

TEST(Derivative, OfEveryFormAgreesForTheSameNoise) {
  expect_written_by_hand(Small{}, kRounding);
  expect_written_by_hand(Forward{}, kRounding);
  expect_written_by_hand(Reverse{}, kRounding);
  expect_written_by_hand(OwnDense{}, kRounding);
  expect_written_by_hand(OwnTimes{}, kRounding);
  expect_written_by_hand(OwnAdjoint{}, kRounding);
  expect_written_by_hand(OwnFastTimes{}, kRounding);
  expect_written_by_hand(OwnSlowAdjoint{}, kRounding);
  expect_written_by_hand(Wide{}, kRounding);
}

TEST(Derivative, OfRunTimeSizesAgreesBelowAndAboveTheThresholdOfRows) {
  for (const auto& [nx, ny] : {std::pair{1, 1}, {1, 4}, {3, 2}, {16, 1}, {17, 4}, {24, 7}, {24, 3}, {40, 2}}) {
    expect_written_by_hand(Sized(nx, ny), kRounding);
    expect_written_by_hand(SizedReverse(nx, ny), kRounding);
    expect_written_by_hand(SizedDifferences(nx, ny), kDifferenceError);
  }
}

TEST(Derivative, OfPlainNumbersAgreesUpToTheBiasOfDifferences) {
  expect_written_by_hand(Differences{}, kDifferenceError);
  expect_written_by_hand(Adapted<Plain>{}, kDifferenceError);
}

TEST(Derivative, TakesRowsWhereTheyPayOrAreAskedFor) {
  auto rows = [](const auto& problem) {
    return Samples<std::remove_cvref_t<decltype(problem)>, 1>(problem, 1, 0).prefers_rows();
  };
  EXPECT_FALSE(rows(Small{}));
  EXPECT_FALSE(rows(Forward{}));
  EXPECT_TRUE(rows(Reverse{}));
  EXPECT_FALSE(rows(Differences{}));
  EXPECT_FALSE(rows(OwnDense{}));
  EXPECT_FALSE(rows(OwnTimes{}));
  EXPECT_TRUE(rows(OwnAdjoint{}));
  EXPECT_TRUE(rows(Wide{}));
  EXPECT_FALSE(rows(Sized(16, 1)));
  EXPECT_TRUE(rows(Sized(17, 4)));
  EXPECT_FALSE(rows(Sized(17, 5)));
}

/// A lane of a pack has the bits of the replica alone.
template <class P>
void expect_lanes(const P& problem) {
  const int nx = shape_of(problem).fast, ny = shape_of(problem).slow;
  const auto x = numbers<typename Samples<P, 8>::X>(nx, 0), v = numbers<typename Samples<P, 8>::X>(nx, 2);
  const auto y = numbers<typename Samples<P, 8>::Y>(ny, 1);
  const auto x1 = numbers<FastVector<P>>(nx, 0), v1 = numbers<FastVector<P>>(nx, 2);
  const auto y1 = numbers<SlowVector<P>>(ny, 1);
  const typename Samples<P, 8>::Sensitivity matrix(ny, nx);
  const typename Samples<P, 1>::Sensitivity matrix1(ny, nx);
  Samples<P, 8> together(problem, kSeed, kReplica);
  const auto drift = together.drift(matrix, x, y).entries();
  const auto times = together.drift_times(matrix, x, y, v);
  const auto rows = collect_rows(together, matrix, x, y).entries();
  for (int lane = 0; lane < 8; ++lane) {
    Samples<P, 1> alone(problem, kSeed, kReplica + lane);
    const auto drift1 = alone.drift(matrix1, x1, y1).entries();
    const auto times1 = alone.drift_times(matrix1, x1, y1, v1);
    const auto rows1 = collect_rows(alone, matrix1, x1, y1).entries();
    for (int i = 0; i < nx * ny; ++i) EXPECT_EQ(drift[i].lane(lane), drift1[i].lane(0));
    for (int i = 0; i < ny; ++i) EXPECT_EQ(times[i].lane(lane), times1[i].lane(0));
    for (int i = 0; i < nx * ny; ++i) EXPECT_EQ(rows[i].lane(lane), rows1[i].lane(0));
  }
}

TEST(Derivative, ByColoursALaneHasTheBitsOfTheReplicaAlone) {
  const Sized problem(20, 3);
  const auto x = numbers<Samples<Sized, 8>::X>(20, 0);
  const auto y = numbers<Samples<Sized, 8>::Y>(3, 1);
  Samples<Sized, 8> together(problem, kSeed, kReplica);
  const auto rows = collect_coloured(together, Samples<Sized, 8>::Sensitivity(3, 20), x, y).entries();
  for (int lane = 0; lane < 8; ++lane) {
    Samples<Sized, 1> alone(problem, kSeed, kReplica + lane);
    const auto one = collect_coloured(alone, Samples<Sized, 1>::Sensitivity(3, 20), numbers<Vector<Real>>(20, 0),
                                      numbers<Vector<Real>>(3, 1))
                         .entries();
    for (int i = 0; i < 60; ++i) EXPECT_EQ(rows[i].lane(lane), one[i].lane(0));
  }
}

TEST(Derivative, OfALaneHasTheBitsOfTheReplicaAlone) {
  expect_lanes(Small{});
  expect_lanes(Reverse{});
  expect_lanes(Adapted<Plain>{});
  expect_lanes(Sized(20, 3));
}

/// Tangents in chunks against one direction at a time, to the last bit.
template <class X>
void expect_chunks(int nx) {
  const X x = numbers<X>(nx, 0);
  const auto y = numbers<Vector<typename X::Element>>(3, 1);
  const auto noise = numbers<Vector<typename X::Element>>(nx, 4);
  auto function = [&](const auto& v) {
    return Body::fast_value(map(v, [](const auto& t) { return tanh(t); }), y, noise);
  };
  const auto matrix = jacobian(function, x);
  ASSERT_EQ(matrix.cols(), nx);
  X v(nx);
  for (int j = 0; j < nx; ++j) {
    v[j] = typename X::Element(1.0);
    const auto column = jacobian_times(function, x, v);
    v[j] = typename X::Element(0.0);
    for (int i = 0; i < nx; ++i) EXPECT_EQ(matrix(i, j).lane(0), column[i].lane(0)) << i << ", " << j;
  }
}

TEST(Jacobian, InChunksHasTheBitsOfOneTangentAtATime) {
  expect_chunks<Vector<Real, 17>>(17);
  expect_chunks<Vector<Real, 20>>(20);
  expect_chunks<Vector<Real, 40>>(40);
  for (const int nx : {1, 7, 8, 9, 16, 17, 20, 40}) {
    expect_chunks<Vector<Real>>(nx);
    expect_chunks<Vector<Pack<double, 8>>>(nx);
  }
}

}  // namespace
