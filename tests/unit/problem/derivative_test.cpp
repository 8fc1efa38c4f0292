// Derivative samples: whichever way a problem is written, the same noise gives the same derivative.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <twoscale/measure/mean.hpp>
#include <twoscale/problem/plain_numbers.hpp>
#include <twoscale/problem/samples.hpp>

namespace {

using namespace twoscale;

constexpr std::uint64_t kSeed = 20250301;
constexpr std::uint32_t kReplica = 3;

// One problem of any sizes, noise multiplying x:
//
//   F_i = 0.4 bend(x_i) + 0.1 x_i x_{i+1} + 0.1 xi_i x_i^2 + y_{i mod ny},   bend(t) = t / (1 + t) above 0, t - t^2
//   below G_j = s_j (1 + 0.1 zeta_j x_{j mod nx}) + y_j,                           s_j = sum_i x_i / (1 + i + 2 j)
template <class S>
S bend(const S& t) {
  return where(t > S(0.0), t / (1.0 + t), t - t * t);
}
double bend(double t) {
  if (t > 0) return t / (1.0 + t);
  return t - t * t;
}

struct Body {
  template <class X, class Y, class Z>
  static auto fast_value(const X& x, const Y& y, const Z& xi) {
    Vector<typename X::Element, X::kSize> out(x.size());
    for (int i = 0; i < x.size(); ++i)
      out[i] = 0.4 * bend(x[i]) + 0.1 * x[i] * x[(i + 1) % x.size()] + 0.1 * xi[i] * x[i] * x[i] + y[i % y.size()];
    return out;
  }
  template <class X>
  static auto weighted_sum(const X& x, int j) {
    auto sum = x[0] / (1.0 + 2.0 * j);
    for (int i = 1; i < x.size(); ++i) sum = sum + x[i] / (1.0 + i + 2.0 * j);
    return sum;
  }
  template <class X, class Y, class Z>
  static auto slow_value(const X& x, const Y& y, const Z& zeta) {
    Vector<typename X::Element, Y::kSize> out(y.size());
    for (int j = 0; j < y.size(); ++j) out[j] = weighted_sum(x, j) * (1.0 + 0.1 * zeta[j] * x[j % x.size()]) + y[j];
    return out;
  }

  // By hand.
  template <class X, class Z>
  static auto fast_matrix(const X& x, const Z& xi) {
    using S = typename X::Element;
    Matrix<S, X::kSize, X::kSize> out(x.size(), x.size());
    for (int i = 0; i < x.size(); ++i) {
      const int next = (i + 1) % x.size();
      const S slope = where(x[i] > S(0.0), 1.0 / ((1.0 + x[i]) * (1.0 + x[i])), 1.0 - 2.0 * x[i]);
      out(i, i) = out(i, i) + 0.4 * slope + 0.1 * x[next] + 0.2 * xi[i] * x[i];
      out(i, next) = out(i, next) + 0.1 * x[i];
    }
    return out;
  }
  template <class X, class Z>
  static auto slow_matrix(const X& x, const Z& zeta) {
    using S = typename X::Element;
    Matrix<S, Z::kSize, X::kSize> out(zeta.size(), x.size());
    for (int j = 0; j < zeta.size(); ++j) {
      const int k = j % x.size();
      for (int i = 0; i < x.size(); ++i) out(j, i) = (1.0 + 0.1 * zeta[j] * x[k]) / (1.0 + i + 2.0 * j);
      out(j, k) = out(j, k) + 0.1 * zeta[j] * weighted_sum(x, j);
    }
    return out;
  }
};

struct Generic {
  auto fast(const auto& x, const auto& y, const auto& xi) const { return Body::fast_value(x, y, xi); }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return Body::slow_value(x, y, zeta); }
};
struct Small : Generic {
  static constexpr Shape shape{
      .fast = 3, .slow = 2, .fast_noise = 3, .slow_noise = 2, .fast_derivative_noise = 3, .slow_derivative_noise = 2};
};
struct Forward : Small {
  static constexpr Differentiation differentiation = Differentiation::forward;
};
struct Reverse : Small {
  static constexpr Differentiation differentiation = Differentiation::reverse;
};
struct Differences : Small {
  static constexpr Differentiation differentiation = Differentiation::differences;
};
/// For doubles only, with a branch.
struct Plain {
  static constexpr Shape shape = Small::shape;
  using X = Vector<double, 3>;
  using Y = Vector<double, 2>;
  X fast(const X& x, const Y& y, const X& xi) const { return Body::fast_value(x, y, xi); }
  Y slow(const X& x, const Y& y, const Y& zeta) const { return Body::slow_value(x, y, zeta); }
};
static_assert(TakesPlainNumbers<Plain> && kDifferences<Adapted<Plain>> && !TakesPlainNumbers<Small>);

struct OwnDense : Small {
  auto fast_derivative(const auto& x, const auto&, const auto& omega) const { return Body::fast_matrix(x, omega); }
  auto slow_derivative(const auto& x, const auto&, const auto& omega) const { return Body::slow_matrix(x, omega); }
};
struct OwnTimes : Small {
  auto fast_derivative_times(const auto& x, const auto&, const auto& omega, const auto& v) const {
    return Body::fast_matrix(x, omega) * v;
  }
  auto slow_derivative_times(const auto& x, const auto&, const auto& omega, const auto& v) const {
    return Body::slow_matrix(x, omega) * v;
  }
};
struct OwnAdjoint : Small {
  auto fast_derivative_adjoint(const auto& x, const auto&, const auto& omega, const auto& w) const {
    return transpose_times(Body::fast_matrix(x, omega), w);
  }
  auto slow_derivative_adjoint(const auto& x, const auto&, const auto& omega, const auto& w) const {
    return transpose_times(Body::slow_matrix(x, omega), w);
  }
};
/// One derivative of its own, as a product; the other is left to the library.
struct OwnFastTimes : Small {
  auto fast_derivative_times(const auto& x, const auto&, const auto& omega, const auto& v) const {
    return Body::fast_matrix(x, omega) * v;
  }
};
struct OwnSlowAdjoint : Small {
  auto slow_derivative_adjoint(const auto& x, const auto&, const auto& omega, const auto& w) const {
    return transpose_times(Body::slow_matrix(x, omega), w);
  }
};
struct Sized : Generic {
  Sized(int fast, int slow) : nx(fast), ny(slow) {}
  int nx, ny;
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx, .slow_noise = ny}; }
};
struct SizedReverse : Sized {
  using Sized::Sized;
  static constexpr Differentiation differentiation = Differentiation::reverse;
};
struct SizedDifferences : Sized {
  using Sized::Sized;
  static constexpr Differentiation differentiation = Differentiation::differences;
};
/// Of a fixed size at which rows pay.
struct Wide : Generic {
  static constexpr Shape shape{.fast = 24, .slow = 2, .fast_noise = 24, .slow_noise = 2};
};

/// Numbers in (-1, 1), none near the bend at zero.
template <class V>
V numbers(int size, int salt) {
  V out(size);
  for (int i = 0; i < size; ++i) {
    const double t = std::sin(1.7 * i + 2.3 * salt + 0.4);
    out[i] = typename V::Element(t + (t < 0 ? -0.05 : 0.05));
  }
  return out;
}

/// Relative to the largest entry, or to the parts it was added up from where they are larger.
template <class A, class B>
void expect_near(const A& a, const B& b, double tolerance, const char* what, double parts = 0) {
  ASSERT_EQ(a.size(), b.size()) << what;
  double size = parts;
  for (int i = 0; i < b.size(); ++i) size = std::max(size, std::abs(b[i].lane(0)));
  for (int i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i].lane(0), b[i].lane(0), tolerance * size) << what << " " << i;
}

/// C - P A, each row where it belongs.
template <class S, class M, class X, class Y>
M collect_rows(S& samples, const M& P, const X& x, const Y& y) {
  M out(P.rows(), P.cols());
  samples.drift_rows(P, x, y, [&](int i, const auto& row) { add_to_row(out, i, typename X::Element(1.0), row); });
  return out;
}

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

constexpr double kRounding = 1e-13;
// (h^2/6) F''' + eps |F| / h, with h = 1.2e-5 and F''' of order 1 here, sums of up to 24 such terms.
constexpr double kDifferenceError = 2e-9;

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

// Noise whose law depends on x: an outcome b that is 1 with probability s(x), from a uniform number.
//
//   F = 0.3 x + c b,  s = sigmoid(x0 - x1 / 2)       E dF/dx = 0.3 I + s (1 - s) c (1, -1/2)^T
//   G = x0 b + y,     s = sigmoid(2 x0)              E dG/dx = s + 2 s (1 - s) x0, 0
constexpr double kJump[] = {0.5, -0.2};

struct Outcome {
  static constexpr Law law = Law::uniform;
  static constexpr Shape shape{.fast = 2, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  static auto fast_chance(const auto& x) { return 1.0 / (1.0 + exp(0.5 * x[1] - x[0])); }
  static auto slow_chance(const auto& x) { return 1.0 / (1.0 + exp(-2.0 * x[0])); }
  template <class S>
  static S happened(const S& u, const auto& chance) {
    return where(u < chance, S(1.0), S(0.0));
  }
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    const auto b = happened(xi[0], fast_chance(x));
    return Vector<typename X::Element, 2>{0.3 * x[0] + kJump[0] * b, 0.3 * x[1] + kJump[1] * b};
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return Vector<typename X::Element, 1>{x[0] * happened(zeta[0], slow_chance(x)) + y[0]};
  }
};
struct Scored : Outcome {
  template <class X>
  auto fast_score(const X& x, const auto&, const auto& xi) const {
    const auto s = happened(xi[0], fast_chance(x)) - fast_chance(x);
    return X{s, -0.5 * s};
  }
  template <class X>
  auto slow_score(const X& x, const auto&, const auto& zeta) const {
    return X{2.0 * (happened(zeta[0], slow_chance(x)) - slow_chance(x)), 0.0};
  }
};
struct ScoredReverse : Scored {
  static constexpr Differentiation differentiation = Differentiation::reverse;
};
static_assert(HasFastScore<Scored> && HasSlowScore<Scored> && !HasFastScore<Outcome>);

constexpr double kAt[] = {0.6, -0.8};

/// E dF/dx and E dG/dx, row by row.
std::array<double, 6> expected_derivatives() {
  const double s = 1 / (1 + std::exp(0.5 * kAt[1] - kAt[0])), s2 = 1 / (1 + std::exp(-2 * kAt[0]));
  const double d = s * (1 - s);
  return {0.3 + kJump[0] * d,
          -0.5 * kJump[0] * d,
          kJump[1] * d,
          0.3 - 0.5 * kJump[1] * d,
          s2 + 2 * s2 * (1 - s2) * kAt[0],
          0};
}

/// Means of the six entries over many draws.
template <class P>
std::array<Mean, 6> mean_derivatives() {
  const P problem;
  Samples<P, 8> samples(problem, kSeed, 0);
  const typename Samples<P, 8>::X x{kAt[0], kAt[1]};
  const typename Samples<P, 8>::Y y{0.2};
  std::array<Mean, 6> out;
  for (int k = 0; k < 5000; ++k) {
    const auto df = samples.fast_derivative(x, y);
    const auto dg = samples.slow_derivative(x, y);
    for (int i = 0; i < 6; ++i)
      for (int lane = 0; lane < 8; ++lane) out[i].add((i < 4 ? df.entries()[i] : dg.entries()[i - 4]).lane(lane));
  }
  return out;
}

TEST(Score, MakesDerivativesUnbiasedWhereTheLawOfTheNoiseDependsOnX) {
  const auto expected = expected_derivatives();
  const auto with = mean_derivatives<Scored>(), without = mean_derivatives<Outcome>();
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(with[i].value(), expected[i], 4 * with[i].standard_error() + 1e-12) << "entry " << i;
  for (const int i : {0, 1, 2, 3, 4})
    EXPECT_GT(std::abs(without[i].value() - expected[i]), 10 * with[i].standard_error()) << "entry " << i;
}

TEST(Score, IsInEveryFormOfTheDerivative) {
  const Scored problem;
  const ScoredReverse reverse;
  const FastVector<Scored> x{kAt[0], kAt[1]}, v{0.7, -0.3};
  const SlowVector<Scored> y{0.2}, w{1.5};
  const Matrix<Real, 1, 2> P = as_matrix<1, 2>(Vector<Real, 2>{0.4, -1.1});
  Samples<Scored, 1> samples(problem, kSeed, 0), whole(problem, kSeed, 0), rows(problem, kSeed, 0);
  Samples<ScoredReverse, 1> tape(reverse, kSeed, 0);
  for (int k = 0; k < 20; ++k) {
    const auto F = samples.fast_derivative_sample(x, y);
    const auto G = samples.slow_derivative_sample(x, y);
    const auto dF = F.dense();
    const auto C = G.dense();
    expect_near(F.times(v), dF * v, kRounding, "dF v");
    expect_near(F.adjoint(v), transpose_times(dF, v), kRounding, "dF^T w");
    expect_near(G.times(v), C * v, kRounding, "dG v");
    expect_near(G.adjoint(w), transpose_times(C, w), kRounding, "dG^T w");
    const auto expected = C - P + P * dF;
    expect_near(whole.drift(P, x, y).entries(), expected.entries(), kRounding, "drift");
    expect_near(collect_rows(rows, P, x, y).entries(), expected.entries(), kRounding, "drift rows");
    expect_near(collect_rows(tape, P, x, y).entries(), expected.entries(), kRounding, "drift rows by sweeps");
  }
}

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

// Held problems: sums, products and compositions with coefficients of a fixed seed.
struct Term {
  int kind, first, second;
  double scale;
  std::vector<double> weights;
};

template <Differentiation kWay>
struct Random {
  static constexpr Differentiation differentiation = kWay;
  int nx, ny;
  std::vector<Term> fast_terms, slow_terms;
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx, .slow_noise = ny}; }

  template <class X>
  static auto value(const Term& term, const X& x) {
    auto sum = term.weights[0] * x[0];
    for (int i = 1; i < x.size(); ++i) sum = sum + term.weights[i] * x[i];
    const auto& a = x[term.first];
    const auto& b = x[term.second];
    if (term.kind == 0) return term.scale * tanh(sum) + a;
    if (term.kind == 1) return term.scale * exp(0.3 * sum) * b;
    if (term.kind == 2) return (sum + a * b) / (1.0 + a * a);
    return term.scale * a * b * tanh(a - b) + exp(-b * b) / (2.0 + sum * sum);
  }
  template <class X, class Z>
  static auto values(const std::vector<Term>& terms, const X& x, const Z& noise) {
    Vector<typename X::Element> out(static_cast<int>(terms.size()));
    for (int i = 0; i < out.size(); ++i) out[i] = (1.0 + 0.2 * noise[i]) * value(terms[i], x);
    return out;
  }
  auto fast(const auto& x, const auto&, const auto& xi) const { return values(fast_terms, x, xi); }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return values(slow_terms, x, zeta) + y; }
};

class Coefficients {
 public:
  explicit Coefficients(unsigned seed) : engine_(seed) {}
  /// In (-1, 1); the standard fixes the engine's numbers, not its distributions'.
  double number() { return (static_cast<double>(engine_()) + 0.5) / 2147483648.0 - 1; }
  int below(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  std::vector<Term> terms(int count, int nx) {
    std::vector<Term> out(count);
    for (Term& term : out) {
      term = {below(4), below(nx), below(nx), 0.5 + number() / 4, std::vector<double>(nx)};
      for (double& weight : term.weights) weight = number();
    }
    return out;
  }

 private:
  std::mt19937 engine_;
};

/// Column by column, at a step of its own.
template <class F>
Matrix<Real> by_differences(const F& function, const Vector<Real>& x, int outputs) {
  const double h = 1e-5;
  Matrix<Real> out(outputs, x.size());
  for (int j = 0; j < x.size(); ++j) {
    Vector<Real> up = x, down = x;
    up[j] = x[j] + h, down[j] = x[j] - h;
    const auto slope = (function(up) - function(down)) / (2 * h);
    for (int i = 0; i < outputs; ++i) out(i, j) = slope[i];
  }
  return out;
}

template <class Sample>
Matrix<Real> by_rows(const Sample& sample, int outputs, int nx) {
  Matrix<Real> out(outputs, nx);
  Vector<Real> unit(outputs);
  for (int i = 0; i < outputs; ++i) {
    unit[i] = 1.0;
    add_to_row(out, i, Real(1.0), sample.adjoint(unit));
    unit[i] = 0.0;
  }
  return out;
}

template <class Forward, class Reverse>
void expect_differences(const Forward& forward, const Reverse& reverse, const Vector<Real>& x, int outputs) {
  const Matrix<Real> expected = by_differences([&](const auto& v) { return forward.value(v); }, x, outputs);
  const Matrix<Real> dense = forward.dense();
  const Matrix<Real> rows = by_rows(reverse, outputs, x.size());
  expect_near(dense.entries(), expected.entries(), 1e-6, "forward");
  expect_near(rows.entries(), expected.entries(), 1e-6, "reverse");
  expect_near(rows.entries(), dense.entries(), kRounding, "reverse, forward");
}

TEST(Derivative, OfAHundredRandomProblemsIsThatOfCentralDifferences) {
  Coefficients random(20250302);
  for (int problem = 0; problem < 100; ++problem) {
    SCOPED_TRACE("problem " + std::to_string(problem));
    const int nx = 1 + random.below(20), ny = 1 + random.below(20);
    const Random<Differentiation::forward> forward{nx, ny, random.terms(nx, nx), random.terms(ny, nx)};
    const Random<Differentiation::reverse> reverse{nx, ny, forward.fast_terms, forward.slow_terms};
    Vector<Real> x(nx), y(ny);
    for (int i = 0; i < nx; ++i) x[i] = random.number();
    for (int i = 0; i < ny; ++i) y[i] = random.number();
    Samples<Random<Differentiation::forward>, 1> a(forward, kSeed, problem);
    Samples<Random<Differentiation::reverse>, 1> b(reverse, kSeed, problem);
    expect_differences(a.fast_derivative_sample(x, y), b.fast_derivative_sample(x, y), x, nx);
    expect_differences(a.slow_derivative_sample(x, y), b.slow_derivative_sample(x, y), x, ny);
  }
}

}  // namespace
