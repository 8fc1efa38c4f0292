// Problems whose sets hold x or y, and one with more fast numbers than matrices are formed for: the natural residual,
// the limit on the face, and certificates of both, against closed forms.

#include <gtest/gtest.h>

#include <algorithm>

#include <twoscale/measure/certificate.hpp>
#include <twoscale/measure/limit.hpp>
#include <twoscale/measure/mean.hpp>
#include <twoscale/measure/truth.hpp>
#include <twoscale/problem.hpp>

#include "unit/measure/lambda_evaluator.hpp"

namespace twoscale {
namespace {

using Numbers = Evaluator::Numbers;

/// f_j = b_j + y_i/4 + x_j/2 on x >= 0, i = j mod 2, with every second pair of b negative: x*_j = max(0, 2 b_j +
/// y_i/2). g = y + offset + 3 (what the x_j are away from x*_j, averaged with weights fast^-1/2), y >= 0.
class Held : public testing::LambdaEvaluator {
 public:
  Held(int fast, Numbers offset) : offset_(std::move(offset)) {
    sizes = {.fast = fast, .slow = 2, .fast_noise = fast, .slow_noise = 2};
    own_derivatives = true;
    mean_f = [](const Numbers& x, const Numbers& y) {
      Numbers out(x.size());
      for (std::size_t j = 0; j < x.size(); ++j) out[j] = push(j) + 0.25 * y[j % 2] + 0.5 * x[j];
      return out;
    };
    mean_g = [this](const Numbers& x, const Numbers& y) {
      Numbers out = y;
      for (int i : {0, 1}) out[i] += offset_[i];
      for (std::size_t j = 0; j < x.size(); ++j) out[j % 2] += weight() * (x[j] - solved(j, y));
      return out;
    };
    f = [this](const Numbers& x, const Numbers& y, const Numbers& xi) { return noisy(mean_f(x, y), xi); };
    g = [this](const Numbers& x, const Numbers& y, const Numbers& zeta) { return noisy(mean_g(x, y), zeta); };
    df = [](const Numbers&, const Numbers&, const Numbers& omega, const Numbers& v) {
      Numbers out(v.size());
      for (std::size_t j = 0; j < v.size(); ++j) out[j] = (0.5 + 0.1 * omega[j]) * v[j];
      return out;
    };
    dg = [this](const Numbers&, const Numbers&, const Numbers&, const Numbers& v) {
      Numbers out(2);
      for (std::size_t j = 0; j < v.size(); ++j) out[j % 2] += weight() * v[j];
      return out;
    };
  }
  void project_fast(Numbers& x) const override {
    for (double& value : x) value = std::max(0.0, value);
  }
  void project_slow(Numbers& y) const override { project_fast(y); }
  Numbers slow_start() const override { return {0.5, 0.5}; }

  static double push(std::size_t j) { return j / 2 % 2 == 0 ? -0.5 : 0.5; }
  static double solved(std::size_t j, const Numbers& y) { return std::max(0.0, 2 * push(j) + 0.5 * y[j % 2]); }
  double weight() const { return 3 / std::sqrt(static_cast<double>(sizes.fast)); }
  double squared_residual(const Numbers& y) const {
    double out = 0;
    for (int i : {0, 1}) {
      const double to = std::max(0.0, y[i] + offset_[i]);
      out += (to - y[i]) * (to - y[i]);
    }
    return out;
  }
  Numbers solution_at(const Numbers& y) const {
    Numbers out(static_cast<std::size_t>(sizes.fast));
    for (std::size_t j = 0; j < out.size(); ++j) out[j] = solved(j, y);
    return out;
  }

 private:
  static Numbers noisy(Numbers v, const Numbers& noise) {
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += 0.3 * noise[i];
    return v;
  }
  Numbers offset_;
};

struct HeldCase {
  const char* name;
  int fast;
  Numbers offset, y;
  std::uint64_t budget;
  int trials;
  double widest;  // times the noise of m along the face, at r = 0
};
void PrintTo(const HeldCase& member, std::ostream* out) { *out << member.name; }

class HeldCoverage : public ::testing::TestWithParam<HeldCase> {};

/// x starts a step's noise away from x*. The bar is 95 % less three standard errors of so many trials.
TEST_P(HeldCoverage, IntervalsHold) {
  const HeldCase& member = GetParam();
  Held problem(member.fast, member.offset);
  problem.mean_f = problem.mean_g = nullptr;  // a certificate sees samples alone
  const Held truth(member.fast, member.offset);
  problem.f = truth.f, problem.g = truth.g;
  Numbers x = truth.solution_at(member.y);
  for (double& value : x) value += 0.1;
  int held = 0, refused = 0;
  Mean width;
  for (int trial = 0; trial < member.trials; ++trial) {
    CertificateOptions options;
    options.budget = member.budget, options.seed = 500 + static_cast<std::uint64_t>(trial);
    const Certificate seen = certify(problem, x, member.y, options);
    refused += !seen.refused.empty();
    const double r = truth.squared_residual(member.y);
    held += seen.lower <= r && r <= seen.upper;
    if (seen.refused.empty()) width.add(seen.upper - seen.lower);
  }
  const double error = std::sqrt(0.95 * 0.05 / member.trials);
  EXPECT_GE(held, (0.95 - 3 * error) * member.trials) << refused << " refused";
  EXPECT_LE(refused, 0.02 * member.trials);
  // The noise of m, 0.09 (2/n_g + |P|^2/n_f), or half of it where a number of y is held.
  const double free = member.y[0] > 0 ? 1 : 0.5,
               noise = free * 0.09 * (2 + 18) * 4 / static_cast<double>(member.budget);
  EXPECT_LT(width.value(), member.widest * noise + 8 * std::sqrt(noise * truth.squared_residual(member.y)));
}

INSTANTIATE_TEST_SUITE_P(All, HeldCoverage,
                         ::testing::Values(HeldCase{"fast_at_zero", 4, {0, 0}, {0.5, 0.5}, 4096, 1000, 4.5},
                                           HeldCase{"fast", 4, {0.2, -0.1}, {0.5, 0.5}, 4096, 1000, 4.5},
                                           HeldCase{"slow_at_zero", 4, {-0.5, 0}, {0, 0.5}, 4096, 1000, 6.1},
                                           HeldCase{"slow", 4, {-0.5, 0.1}, {0, 0.5}, 4096, 1000, 4.5},
                                           HeldCase{"large_at_zero", 100, {0, 0}, {0.5, 0.5}, 16384, 200, 7},
                                           HeldCase{"large", 100, {0.2, -0.1}, {0.5, 0.5}, 16384, 200, 7}),
                         [](const auto& info) { return info.param.name; });

/// On the face only free coordinates of x pass their noise on: P* = 2 C there, and nothing elsewhere.
TEST(HeldLimit, IsThatOfTheFace) {
  const Held problem(4, {0, 0});
  const auto limit = statistical_limit(problem);
  ASSERT_TRUE(limit);
  const double weight = 2 * problem.weight(), expected = 0.09 * (2 + 2 * weight * weight);
  EXPECT_NEAR(limit->trace, expected, 4 * limit->standard_error);
  EXPECT_LT(limit->standard_error, 0.03 * expected);
}

/// The same map with a set that holds nothing, and without one.
template <class Set>
struct Calm {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 0, .slow_noise = 0};
  Set fast_set, slow_set;
  auto mean_fast(const auto& x, const auto& y) const { return 0.3 * x + 0.1 * y; }
  auto mean_slow(const auto& x, const auto& y) const { return 0.7 * y + 0.9 * x; }
  auto fast(const auto& x, const auto& y, const auto&) const { return mean_fast(x, y); }
  auto slow(const auto& x, const auto& y, const auto&) const { return mean_slow(x, y); }
};

TEST(NaturalResidual, KeepsItsBitsWhereTheSetsHoldNothing) {
  const Calm<Ball> inside{Ball{2.0}, Ball{1.0}};
  const Calm<WholeSpace> free{};
  for (int i = 0; i < 100; ++i) {
    const SlowVector<Calm<Ball>> y{Real(0.9 * std::sin(i)), Real(0.3 * std::cos(3.0 * i))};
    EXPECT_EQ(Truth(inside).squared_residual(y), Truth(free).squared_residual(y));
    EXPECT_EQ(Truth(inside).fast_solution(y)[0].lane(0), Truth(free).fast_solution(y)[0].lane(0));
  }
}

/// x >= 0 holds x at 0 where y < 0, and y <= 1/2 holds y.
struct Bounded {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 0, .slow_noise = 0};
  Box fast_set{0, 10}, slow_set{-2, 0.5};
  auto mean_fast(const auto& x, const auto& y) const { return 0.5 * x + 0.5 * y; }
  auto mean_slow(const auto& x, const auto& y) const { return 0.5 * y + x; }
  auto fast(const auto& x, const auto& y, const auto&) const { return mean_fast(x, y); }
  auto slow(const auto& x, const auto& y, const auto&) const { return mean_slow(x, y); }
};

TEST(NaturalResidual, IsThatOfTheProjectedMap) {
  const Bounded problem;
  const auto at = [&](double y) { return Truth(problem).squared_residual(SlowVector<Bounded>{Real(y)}); };
  EXPECT_NEAR(at(-1), 0.25, 1e-12);   // x* = 0, h = -1/2
  EXPECT_NEAR(at(0.2), 0.01, 1e-12);  // x* = 0.2, h = 0.3
  EXPECT_NEAR(at(0.5), 0, 1e-12);     // h = 0.75 lies outside: y = 1/2 solves
}

}  // namespace
}  // namespace twoscale
