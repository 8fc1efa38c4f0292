// Every planted violation is caught by its line and by no other; valid problems raise no alarm.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <twoscale/measure/check.hpp>

#include "unit/measure/check_problems.hpp"

namespace twoscale {
namespace {

using testing::bare;
using testing::LambdaEvaluator;
using testing::Numbers;
using testing::random_valid;
using testing::turning;

std::string text_of(const CheckReport& report) {
  std::string out;
  for (const CheckLine& line : report.lines)
    out += std::string(name_of(line.verdict)) + " " + line.name + ": " + line.text + "\n";
  return out;
}

/// The one line with this verdict, and no line that is wrong or warns besides.
void expect_only(const CheckReport& report, const std::string& name, CheckVerdict verdict, const std::string& words) {
  EXPECT_EQ(report.problems() + report.warnings(), 1) << text_of(report);
  const CheckLine& line = report.line(name);
  EXPECT_EQ(line.verdict, verdict) << text_of(report);
  EXPECT_NE(line.text.find(words), std::string::npos) << line.text;
  EXPECT_FALSE(line.advice.empty());
}
void expect_quiet(const CheckReport& report) { EXPECT_EQ(report.problems() + report.warnings(), 0) << text_of(report); }

/// Fewer draws, for tests of many problems.
CheckOptions quick(std::uint64_t seed) {
  CheckOptions out;
  out.seed = seed;
  out.pairs = 60, out.effort = 0.05;
  return out;
}

TEST(Check, AnIsometryWithNoisyDerivativesPasses) {
  const CheckReport report = check(turning());
  expect_quiet(report);
  EXPECT_NEAR(report.line("fast_contraction").numbers[0].second, 0.5, 1e-6);
  EXPECT_NEAR(report.line("slow_nonexpansive").numbers[0].second, 1, 1e-6);
  EXPECT_NEAR(report.line("leakage").numbers[0].second, 4, 1e-6);
  EXPECT_GT(report.samples, 100000U);
}

TEST(Check, SamplesAloneAreEnough) {
  const CheckReport report = check(bare(turning()));
  expect_quiet(report);
  EXPECT_EQ(report.line("fast_unbiased").verdict, CheckVerdict::unknown);
  EXPECT_NEAR(report.line("slow_nonexpansive").numbers[0].second, 1, 1e-6);
  EXPECT_NEAR(report.line("leakage").numbers[0].second, 4, 1e-6);
}

TEST(Check, NoNoiseSmallNoiseAndBigNoisePass) {
  for (double sigma : {0.0, 1e-8, 3.0}) expect_quiet(check(turning(sigma), quick(2)));
}

TEST(Check, SameSeedSameReport) {
  const CheckReport a = check(turning(), quick(3)), b = check(turning(), quick(3));
  EXPECT_EQ(text_of(a), text_of(b));
  EXPECT_EQ(a.samples, b.samples);
}

TEST(Check, CatchesAFastMapThatExpands) {
  LambdaEvaluator p = bare(turning());
  p.f = [](const Numbers& x, const Numbers& y, const Numbers& xi) {
    // Only along (1, 1), and only there: x stays near y otherwise.
    const double along = x[0] + x[1] - y[0] - y[1];
    return Numbers{y[0] - 0.6 * along + 0.1 * xi[0], y[1] - 0.6 * along + 0.1 * xi[1]};
  };
  p.own_derivatives = false;
  p.df = nullptr;
  expect_only(check(p), "fast_contraction", CheckVerdict::wrong, "contraction 1.2");
}

TEST(Check, WarnsOfAFastMapAtTheEdge) {
  LambdaEvaluator p = bare(turning());
  p.own_derivatives = false;
  p.df = nullptr;
  p.f = [](const Numbers& x, const Numbers& y, const Numbers& xi) {
    return Numbers{y[0] + 0.99 * (x[0] - y[0]) + 0.1 * xi[0], y[1] + 0.99 * (x[1] - y[1]) + 0.1 * xi[1]};
  };
  expect_only(check(p, quick(1)), "fast_contraction", CheckVerdict::warning, "contraction 0.99");
}

TEST(Check, CatchesASlowMapThatExpands) {
  LambdaEvaluator p = bare(turning());
  const auto g = p.g;
  p.slow_radius = 1;
  p.g = [g](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    Numbers out = g(x, y, zeta);
    out[0] +=
        0.04 * std::sin(3 * y[1]);  // zero on average over the set, expanding in places; stays inside but for noise
    return out;
  };
  expect_only(check(p), "slow_nonexpansive", CheckVerdict::wrong, "h expands");
}

TEST(Check, CatchesBias) {
  LambdaEvaluator p = turning();
  p.f = [f = p.f](const Numbers& x, const Numbers& y, const Numbers& xi) {
    Numbers out = f(x, y, xi);
    out[1] += 0.05;
    return out;
  };
  expect_only(check(p), "fast_unbiased", CheckVerdict::wrong, "coordinate 1");
  p = turning();
  p.g = [g = p.g](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    Numbers out = g(x, y, zeta);
    out[0] += 0.05 * zeta[0] * zeta[0];
    return out;
  };
  expect_only(check(p), "slow_unbiased", CheckVerdict::wrong, "coordinate 0");
}

TEST(Check, CatchesAWrongEntryOfADerivative) {
  LambdaEvaluator p = turning();
  p.dg = [dg = p.dg](const Numbers& x, const Numbers& y, const Numbers& omega, const Numbers& v) {
    Numbers out = dg(x, y, omega, v);
    out[0] += 4 * v[1];
    return out;
  };
  expect_only(check(p), "slow_derivative", CheckVerdict::wrong,
              "your dG/dx differs: entry (0,1) is 2, differences give -2");
  p = bare(turning());
  p.df = [df = p.df](const Numbers& x, const Numbers& y, const Numbers& omega, const Numbers& v) {
    Numbers out = df(x, y, omega, v);
    out[1] += 0.1 * v[0];
    return out;
  };
  expect_only(check(p), "fast_derivative", CheckVerdict::wrong, "your dF/dx differs: entry (1,0)");
}

TEST(Check, CatchesADerivativeThatMissesAJump) {
  LambdaEvaluator p = bare(turning());
  p.sizes.slow_noise = 3;
  p.own_derivatives = false;
  p.df = p.dg = nullptr;
  p.g = [](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    // P(zeta_2 < x - y) moves with x, but no path does.
    return Numbers{y[0] + (zeta[2] < x[0] - y[0] ? 0.5 : -0.5), y[1] + 0.1 * zeta[1]};
  };
  const CheckReport report = check(p);
  EXPECT_EQ(report.line("slow_derivative").verdict, CheckVerdict::wrong) << text_of(report);
  EXPECT_EQ(report.line("fast_derivative").verdict, CheckVerdict::ok) << text_of(report);
}

/// A ratio of a normal and the root of a mean square of `degrees` others.
double student(const Numbers& z, std::size_t first, int degrees) {
  double square = 0;
  for (int i = 1; i <= degrees; ++i) square += z[first + i] * z[first + i];
  return z[first] / std::sqrt(square / degrees);
}

TEST(Check, CatchesHeavyTails) {
  LambdaEvaluator p = turning();
  p.sizes.fast_noise = 5;
  p.f = [mean = p.mean_f](const Numbers& x, const Numbers& y, const Numbers& xi) {
    Numbers out = mean(x, y);
    out[0] += 0.1 * xi[4], out[1] += 0.1 * student(xi, 0, 3);
    return out;
  };
  for (std::uint64_t seed : {1, 2, 3, 4, 5}) {
    CheckOptions options;
    options.seed = seed;
    const CheckReport report = check(p, options);
    const CheckVerdict verdict = report.line("fast_moments").verdict;
    EXPECT_TRUE(verdict == CheckVerdict::warning || verdict == CheckVerdict::wrong) << text_of(report);
    expect_only(report, "fast_moments", verdict, "coordinate 1");
  }
  p = bare(turning());
  p.g = [mean = turning().mean_g](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    Numbers out = mean(x, y);
    out[0] += 0.1 * student(zeta, 0, 1);
    return out;
  };
  expect_only(check(p), "slow_moments", CheckVerdict::wrong, "does not settle");
}

TEST(Check, LetsLightTailsPass) {
  using Noise = std::function<double(const Numbers&)>;
  const Noise noises[] = {[](const Numbers& z) { return z[0] * z[1]; },
                          [](const Numbers& z) { return std::exp(0.5 * z[0]) - std::exp(0.125); },
                          [](const Numbers& z) { return z[0] * z[1] * z[2]; },
                          [](const Numbers& z) { return z[0] * z[0] - 1; }};
  for (Law law : {Law::normal, Law::rademacher, Law::uniform})
    for (const Noise& noise : noises) {
      LambdaEvaluator p = bare(turning());
      p.draws = law;
      p.sizes.fast_noise = p.sizes.slow_noise = 3;
      p.f = [&, mean = turning().mean_f](const Numbers& x, const Numbers& y, const Numbers& xi) {
        Numbers out = mean(x, y);
        out[0] += 0.3 * noise(xi);
        return out;
      };
      const CheckReport report = check(p);
      EXPECT_EQ(report.line("fast_moments").verdict, CheckVerdict::ok) << text_of(report);
    }
}

/// One state in a thousand, drawn by a uniform number, with a large reward: it looks like a power law, and cannot be
/// one.
TEST(Check, BoundedNoiseHasNoHeavyTails) {
  LambdaEvaluator p = bare(turning());
  p.draws = Law::uniform;
  p.f = [mean = turning().mean_f](const Numbers& x, const Numbers& y, const Numbers& xi) {
    Numbers out = mean(x, y);
    out[0] += 0.01 * std::pow(xi[0] + 1e-4, -0.7);
    return out;
  };
  LambdaEvaluator heavy = p;
  heavy.draws = Law::normal;
  heavy.f = [sample = p.f](const Numbers& x, const Numbers& y, const Numbers& xi) {
    return sample(x, y, {0.5 * std::erfc(xi[0] / std::sqrt(2.0)), 0});
  };
  EXPECT_NE(check(heavy).line("fast_moments").verdict, CheckVerdict::ok);  // the same law, not known to be bounded
  const CheckReport report = check(p);
  EXPECT_EQ(report.line("fast_moments").verdict, CheckVerdict::ok) << text_of(report);
  EXPECT_NE(report.line("fast_moments").text.find("bounded draws (uniform)"), std::string::npos) << text_of(report);
}

/// h stretches by 1.02, in noise that hides it: samples alone leave it open, the means or a closed form do not.
TEST(Check, ComputesTheSlowMapWhereItCan) {
  LambdaEvaluator p = turning(0.5);
  const auto stretched = [](const auto& map) {
    return [map](const auto&... arguments) {
      Numbers out = map(arguments...);
      for (double& value : out) value *= 1.02;
      return out;
    };
  };
  p.g = [mean = stretched(p.mean_g)](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    Numbers out = mean(x, y);
    for (int i : {0, 1}) out[i] += 0.5 * zeta[i] * (1 + y[i]);  // noise that depends on y does not cancel in pairs
    return out;
  };
  p.mean_g = stretched(p.mean_g), p.h = stretched(p.h), p.p_times = stretched(p.p_times);
  p.own_derivatives = false, p.df = nullptr, p.dg = nullptr;
  p.slow_radius = 1;
  EXPECT_NE(check(bare(p), quick(1)).line("slow_nonexpansive").verdict, CheckVerdict::wrong);
  const CheckReport report = check(p, quick(1));
  EXPECT_EQ(report.line("slow_nonexpansive").verdict, CheckVerdict::wrong) << text_of(report);
  EXPECT_NEAR(report.line("slow_nonexpansive").numbers[0].second, 1.02, 1e-6);
  p.mean_f = p.mean_g = nullptr;
  EXPECT_EQ(check(p, quick(1)).line("slow_nonexpansive").verdict, CheckVerdict::wrong);
}

TEST(Check, AnIntervalThatExcludesOneIsNeverOk) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const double stretch : {1.0, 1.1, 1.3}) {
      LambdaEvaluator p = bare(turning(0.5));
      p.own_derivatives = false, p.df = nullptr, p.dg = nullptr;
      p.g = [stretch, mean = turning().mean_g](const Numbers& x, const Numbers& y, const Numbers& zeta) {
        Numbers out = mean(x, y);
        for (int i : {0, 1}) out[i] = stretch * out[i] + 3 * zeta[i] * (1 + y[i]);
        return out;
      };
      const CheckLine line = check(p, quick(seed)).line("slow_nonexpansive");
      if (line.numbers[1].second > 1.0001) {
        EXPECT_NE(line.verdict, CheckVerdict::ok) << line.text;
      }
      if (stretch == 1) {
        EXPECT_NE(line.verdict, CheckVerdict::wrong) << line.text;
      }
    }
}

TEST(Check, LooksHowGDependsOnY) {
  EXPECT_NE(check(turning()).line("noise_in_y").text.find("no noise in it"), std::string::npos);
  LambdaEvaluator p = bare(turning(0.1));
  p.own_derivatives = false, p.df = nullptr, p.dg = nullptr;
  const auto multiplied = [](double by) {
    return [by, mean = turning().mean_g](const Numbers& x, const Numbers& y, const Numbers& zeta) {
      Numbers out = mean(x, y);
      for (int i : {0, 1}) out[i] += by * zeta[i] * y[i];
      return out;
    };
  };
  p.g = multiplied(0.5);
  const CheckLine mild = check(p).line("noise_in_y");
  EXPECT_EQ(mild.verdict, CheckVerdict::ok);
  EXPECT_NEAR(mild.numbers[1].second, 0.5, 0.1);
  p.g = multiplied(30);
  EXPECT_EQ(check(p).line("noise_in_y").verdict, CheckVerdict::warning);
}

TEST(Check, NamesASetThatIsLeft) {
  LambdaEvaluator p = turning();
  const auto moved = [](const auto& map, double by) {
    return [map, by](const auto&... arguments) {
      Numbers out = map(arguments...);
      out[0] += by;
      return out;
    };
  };
  p.g = moved(p.g, 0.02), p.mean_g = moved(p.mean_g, 0.02), p.h = moved(p.h, 0.02);
  expect_only(check(p), "slow_set", CheckVerdict::warning, "h(y) leaves the slow set");
  p = turning(0.01);
  p.g = moved(p.g, 0.5);
  expect_only(check(bare(p)), "slow_set", CheckVerdict::warning, "h(y) leaves the slow set");
  p = turning(0.01);
  p.fast_radius = 0.9;
  // Held, x* is no longer y: what the closed forms say, and a g that looks at x, would be of another problem.
  p.g = [h = p.h](const Numbers&, const Numbers& y, const Numbers&) { return h(y); };
  p.mean_g = [h = p.h](const Numbers&, const Numbers& y) { return h(y); };
  p.own_derivatives = false, p.df = p.dg = nullptr, p.solution = nullptr, p.p_times = nullptr;
  expect_only(check(p), "fast_set", CheckVerdict::warning, "f(x*(y), y) leaves the fast set");
  const CheckReport held = check(bare(p));
  expect_only(held, "fast_set", CheckVerdict::warning, "f(x*(y), y) leaves the fast set");
  EXPECT_NE(held.line("fast_set").advice.find("keep it if it is a constraint"), std::string::npos);
}

TEST(Check, NamesAWrongClosedForm) {
  for (bool means : {true, false}) {
    LambdaEvaluator base = turning();
    if (!means) base.mean_f = base.mean_g = nullptr;
    LambdaEvaluator p = base;
    p.solution = [](const Numbers& y) { return Numbers{y[0] + 0.05, y[1]}; };
    expect_only(check(p), "fast_solution", CheckVerdict::wrong, "x*(y) is off by 0.0");
    p = base;
    p.h = [](const Numbers& y) { return Numbers{-y[1], y[0]}; };
    expect_only(check(p), "reduced", CheckVerdict::wrong, "h(y) is off by");
    p = base;
    p.p_times = [](const Numbers&, const Numbers& r) { return Numbers{4 * r[1], 4 * r[0]}; };
    expect_only(check(p), "preconditioner", CheckVerdict::wrong, "P*(y) is off by");
  }
}

TEST(Check, WarnsOfLeakageOnlyWithoutCorrection) {
  CheckOptions options = quick(1);
  options.slow_step = 0.2, options.fast_step = 1, options.corrected = false;
  expect_only(check(turning(), options), "leakage", CheckVerdict::warning, "feeds back 0.8");
  options.corrected = true;
  expect_quiet(check(turning(), options));
}

TEST(Check, SaysWhenSamplesAreNotNumbers) {
  LambdaEvaluator p = turning();
  p.f = [](const Numbers& x, const Numbers&, const Numbers&) { return Numbers{std::log(x[0]), 0}; };
  expect_only(check(p), "finite", CheckVerdict::wrong, "F is not finite");
}

TEST(Check, RefusesOptionsOutOfRange) {
  CheckOptions options;
  options.confidence = 1;
  EXPECT_THROW(check(turning(), options), Error);
}

TEST(Check, LargeProblemsFormNoSquareMatrix) {
  LambdaEvaluator p;
  constexpr int kSize = 1000;
  p.sizes = {.fast = kSize, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  p.slow_radius = 1;
  p.f = [](const Numbers& x, const Numbers& y, const Numbers& xi) {
    Numbers out(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = 0.5 * std::tanh(x[i]) + 0.1 * y[0] + 0.1 * xi[0];
    return out;
  };
  p.g = [](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    return Numbers{0.5 * y[0] + x[0] * 0.1 + 0.1 * zeta[0]};
  };
  const CheckReport report = check(p, quick(1));
  expect_quiet(report);
  EXPECT_EQ(report.line("product_condition").verdict, CheckVerdict::unknown);
}

/// A hundred problems, in blocks that can run side by side.
class CheckRandomProblems : public ::testing::TestWithParam<int> {};
TEST_P(CheckRandomProblems, RaiseNoFalseAlarm) {
  constexpr int kBlock = 20;
  for (int i = 0; i < kBlock; ++i) {
    const auto seed = static_cast<std::uint64_t>(kBlock * GetParam() + i + 1);
    SCOPED_TRACE(seed);
    expect_quiet(check(random_valid(seed), quick(seed)));
  }
}
INSTANTIATE_TEST_SUITE_P(Blocks, CheckRandomProblems, ::testing::Range(0, 5));

}  // namespace
}  // namespace twoscale
