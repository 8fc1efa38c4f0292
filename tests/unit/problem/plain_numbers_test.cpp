// PlainNumbers: code for doubles, with branches, has the bits of its twin for any scalar.

#include <gtest/gtest.h>

#include <cmath>

#include <twoscale/measure/truth.hpp>
#include <twoscale/method/presets.hpp>
#include <twoscale/problem/plain_numbers.hpp>
#include <twoscale/run/run.hpp>

namespace {

using namespace twoscale;

// f(x, y) = y + (1 - rho) hinge(x - y), the noise on F multiplies it; g(x, y) = y / 2 + gain hinge(x - y); IEEE
// operations only. hinge(t) is t above zero and t / (1 - t) below.
struct Numbers {
  double rho = 0.5, gain = 2;
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 1};
  Ball fast_set{2.0}, slow_set{1.0};
  std::array<double, 2> slow_start{0.5, -0.25}, fast_start{1, 0.5};
};

struct Generic : Numbers {
  template <class S>
  static S hinge(const S& t) {
    return where(t > S(0.0), t, t / (1.0 - t));
  }
  auto mean_fast(const auto& x, const auto& y) const {
    return y + (1 - rho) * map(x - y, [](const auto& t) { return hinge(t); });
  }
  auto mean_slow(const auto& x, const auto& y) const {
    return 0.5 * y + gain * map(x - y, [](const auto& t) { return hinge(t); });
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.2 * (x[0] * xi); }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    auto out = mean_slow(x, y);
    out[0] = out[0] + 0.3 * zeta[0] / (1.0 + x[1] * x[1]);
    return out;
  }
  auto fast_solution(const auto& y) const { return y; }
  auto reduced(const auto& y) const { return 0.5 * y; }
};

struct Plain : Numbers {
  static constexpr std::array<Setting<Plain>, 2> settings = {{
      {"rho", &Plain::rho, Range::above_to(0, 1), "the fast map contracts by 1 - rho"},
      {"gain", &Plain::gain, Range::any(), "of the leak"},
  }};
  using V = Vector<double, 2>;
  static double hinge(double t) {
    if (t > 0) return t;
    return t / (1.0 - t);
  }
  V mean_fast(const V& x, const V& y) const { return y + (1 - rho) * map(x - y, hinge); }
  V mean_slow(const V& x, const V& y) const { return 0.5 * y + gain * map(x - y, hinge); }
  V fast(const V& x, const V& y, const V& xi) const { return mean_fast(x, y) + 0.2 * (x[0] * xi); }
  V slow(const V& x, const V& y, const Vector<double, 1>& zeta) const {
    V out = mean_slow(x, y);
    out[0] = out[0] + 0.3 * zeta[0] / (1.0 + x[1] * x[1]);
    return out;
  }
  V fast_solution(const V& y) const { return y; }
  V reduced(const V& y) const { return 0.5 * y; }
};
static_assert(TakesPlainNumbers<Plain> && !TakesPlainNumbers<Generic>);
static_assert(std::is_same_v<Adapted<Generic>, Generic> && std::is_same_v<Adapted<Plain>, PlainNumbers<Plain>>);
static_assert(check_problem<Adapted<Plain>>());
static_assert(HasMeans<Adapted<Plain>> && HasFastSolution<Adapted<Plain>> && HasReduced<Adapted<Plain>>);

template <class A, class B>
void expect_same_bits(const A& a, const B& b) {
  ASSERT_EQ(a.size(), b.size());
  for (int i = 0; i < a.size(); ++i)
    for (int lane = 0; lane < A::Element::kWidth; ++lane) EXPECT_EQ(a[i].lane(lane), b[i].lane(lane));
}

/// Points with lanes on both sides of the hinge.
template <int W>
Vector<Pack<double, W>, 2> spread(int salt) {
  Vector<Pack<double, W>, 2> out;
  for (int i = 0; i < 2; ++i)
    for (int lane = 0; lane < W; ++lane) out[i].set_lane(lane, std::sin(1.0 + 3 * lane + 2 * i + 5 * salt));
  return out;
}

template <int W>
void expect_twins() {
  const Generic generic;
  const Adapted<Plain> plain;
  Samples<Generic, W> a(generic, 11, 4);
  Samples<Adapted<Plain>, W> b(plain, 11, 4);
  for (int k = 0; k < 25; ++k) {
    const auto x = spread<W>(k), y = spread<W>(k + 100);
    expect_same_bits(a.fast(x, y), b.fast(x, y));
    expect_same_bits(a.fast_for_oracle(x, y), b.fast_for_oracle(x, y));
    expect_same_bits(a.slow(x, y), b.slow(x, y));
    expect_same_bits(generic.mean_fast(x, y), plain.mean_fast(x, y));
    expect_same_bits(generic.mean_slow(x, y), plain.mean_slow(x, y));
    expect_same_bits(a.exact_fast_solution(y), b.exact_fast_solution(y));
    expect_same_bits(a.exact_reduced(y), b.exact_reduced(y));
  }
  EXPECT_EQ(a.counts(), b.counts());
}

TEST(PlainNumbers, HaveTheBitsOfTheGenericTwin) {
  expect_twins<1>();
  expect_twins<8>();
}

template <class P, int W>
std::vector<Snapshot> end_of(const char* method, std::uint64_t iterations) {
  const P problem;
  std::vector<Snapshot> out;
  const Plan plan = Plan::for_iterations(make_method(method), iterations);
  for (const auto& r : run<P, W>(problem, plan, {.seed = 5, .replicas = 9}).replicas) out.push_back(r.last);
  return out;
}

TEST(PlainNumbers, WholeRunsWithoutDerivativesHaveTheBitsOfTheGenericTwin) {
  for (const char* method : {"km", "raw", "nested", "anchored-raw"}) {
    const auto expected = end_of<Generic, 8>(method, 100);
    EXPECT_EQ(expected, (end_of<Adapted<Plain>, 8>(method, 100))) << method;
    EXPECT_EQ(expected, (end_of<Adapted<Plain>, 1>(method, 100))) << method;
  }
}

TEST(PlainNumbers, RunsWithDerivativesAreNearTheGenericTwinAndTheSameAtEveryWidth) {
  const auto generic = end_of<Generic, 8>("single-loop", 300);
  const auto plain = end_of<Adapted<Plain>, 8>("single-loop", 300);
  EXPECT_EQ(plain, (end_of<Adapted<Plain>, 1>("single-loop", 300)));
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(plain[i].counts, generic[i].counts);
    for (int j = 0; j < 2; ++j) EXPECT_NEAR(plain[i].slow[j], generic[i].slow[j], 1e-6);
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(plain[i].preconditioner[j], generic[i].preconditioner[j], 1e-5);
  }
}

TEST(PlainNumbers, SettingsAndSetsGoThrough) {
  Adapted<Plain> problem;
  const auto listed = list_settings(problem);
  ASSERT_EQ(listed.size(), 2);
  EXPECT_EQ(listed[0].name, "rho");
  EXPECT_EQ(listed[1].help, "of the leak");
  EXPECT_TRUE(set_setting(problem, "rho", 0.25));
  EXPECT_TRUE(set_setting(problem, "gain", "3"));
  EXPECT_FALSE(set_setting(problem, "theta", 1.0));
  EXPECT_THROW(set_setting(problem, "rho", 2.0), Error);
  EXPECT_EQ(problem.rho, 0.25);
  const FastVector<Generic> x{1.0, 0.0}, y{0.0, 0.0};
  EXPECT_EQ(problem.mean_fast(x, y)[0].lane(0), 0.75);
  EXPECT_EQ(problem.mean_slow(x, y)[0].lane(0), 3.0);
  EXPECT_EQ(fast_set_of(problem).diameter(2), 4.0);
  EXPECT_EQ(detail::initial_snapshot(problem, {}).fast, (std::vector<double>{1, 0.5}));
}

TEST(PlainNumbers, TheTruthOfTheMeansIsFoundByDifferences) {
  const Adapted<Plain> problem;
  const Truth<Adapted<Plain>> numerical(problem, Source::numerical);
  const SlowVector<Plain> y{0.3, -0.2};
  const auto x = numerical.fast_solution(y);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(x[i].lane(0), y[i].lane(0), 1e-12);
  EXPECT_NEAR(numerical.reduced(y)[0].lane(0), 0.15, 1e-12);
  const auto df = numerical.fast_derivative(FastVector<Plain>{0.5, -0.5}, y);  // one side of the hinge each
  EXPECT_NEAR(df(0, 0).lane(0), 0.5, 1e-9);
  EXPECT_NEAR(df(1, 1).lane(0), 0.5 / (1.3 * 1.3), 1e-9);
  EXPECT_NEAR(df(0, 1).lane(0), 0, 1e-9);
}

/// Sizes known only at run time, and nothing optional.
struct PlainSized {
  int n = 5;
  using V = Vector<double>;
  Shape shape() const { return {.fast = n, .slow = 1, .fast_noise = 1, .slow_noise = 1}; }
  V fast(const V& x, const V& y, const V& xi) const {
    V out(n);
    for (int i = 0; i < n; ++i) out[i] = 0.5 * x[i] + (i % 2 == 0 ? y[0] : xi[0] * x[0]);
    return out;
  }
  V slow(const V& x, const V& y, const V&) const { return 0.5 * y + 0.1 * V{x[0] * x[n - 1]}; }
};

TEST(PlainNumbers, OfRunTimeSizes) {
  const Adapted<PlainSized> problem;
  static_assert(!HasMeans<Adapted<PlainSized>> && !HasFastSolution<Adapted<PlainSized>>);
  Samples<Adapted<PlainSized>, 8> samples(problem, 1, 0);
  const Samples<Adapted<PlainSized>, 8>::X x{0.4, 0.3, 0.2, 0.1, 0.6};
  const Samples<Adapted<PlainSized>, 8>::Y y{0.5};
  const auto C = samples.slow_derivative(x, y);
  ASSERT_EQ(C.rows(), 1);
  ASSERT_EQ(C.cols(), 5);
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_NEAR(C(0, 0).lane(lane), 0.06, 1e-9);
    EXPECT_NEAR(C(0, 2).lane(lane), 0, 1e-9);
    EXPECT_NEAR(C(0, 4).lane(lane), 0.04, 1e-9);
  }
}

}  // namespace
