// Specs of every form, and what they become.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <twoscale/core/error.hpp>
#include <twoscale/experiment/spec.hpp>

namespace twoscale {
namespace {

using Texts = std::vector<std::string>;

/// A spec with what must be there, and more.
Spec with(const std::string& more, const std::string& file = "dir/a b.toml") {
  return read_spec("problem = 'rotor'\nmethods = ['raw', 'single-loop']\n" + more, file);
}
Texts family(const std::string& theta) {
  return with("horizons = [10]\n[family]\ntheta = " + theta).family.at(0).values;
}
std::vector<std::uint64_t> horizons(const std::string& text) { return with("horizons = " + text).horizons; }

const std::string kComplete = R"(name = "barrier"
title = "Ünicode"
statement = """
two
lines"""
problem = "../problems/mine.cpp"
replicas = 2147483648
seed = 0
budgets = [1e3, 5000]
quantities = ["raw_bias", "residual"]
observations = 20
anchor = [0.0, 1]
fast_start = [-2.5]
slow_start = [3]
force = true

[set]
gain = 4
data = "rows.csv"
switch = true
[family]
theta = [0.5, "anchor"]
[sweep]
slow_exponent = [0.6, 0.75]

[[methods]]
name = "single-loop"
label = "told P"
options = { slow_scale = 8.5, anytime = true, preconditioner = "exact" }
set = { theta = "0.5*anchor" }
[[methods]]
name = "raw"

[[rows]]
label = "fourth moment"
methods = ["told P"]
quantity = "raw_bias"
power = 4
against = "km_sum"
promise = -0.25
claim = "at least"
over = "mean"
bound = "km_bound"
[[rows]]
promise = "none"
)";

TEST(Spec, EveryKeyArrives) {
  const Spec spec = read_spec(kComplete, "specs/barrier.toml");
  EXPECT_EQ(spec.name, "barrier");
  EXPECT_EQ(spec.title, "Ünicode");
  EXPECT_EQ(spec.statement, "two\nlines");
  EXPECT_EQ(spec.problem, "problems/mine.cpp") << "seen from the spec's folder";
  EXPECT_EQ(spec.replicas, 2147483648U);
  EXPECT_EQ(spec.seed, 0U);
  EXPECT_TRUE(spec.budgets);
  EXPECT_EQ(spec.horizons, (std::vector<std::uint64_t>{1000, 5000}));
  EXPECT_EQ(spec.quantities, (Texts{"raw_bias", "residual"}));
  EXPECT_EQ(spec.observations, 20U);
  EXPECT_EQ(spec.anchor, (std::vector<double>{0, 1}));
  EXPECT_EQ(spec.fast_start, (std::vector<double>{-2.5}));
  EXPECT_EQ(spec.slow_start, (std::vector<double>{3}));
  EXPECT_TRUE(spec.force);
  EXPECT_EQ(spec.set, (std::vector<NamedValue>{{"gain", "4"}, {"data", "rows.csv"}, {"switch", "1"}}));
  EXPECT_EQ(spec.text, kComplete);
}

TEST(Spec, AxesMethodsAndRowsArrive) {
  const Spec spec = read_spec(kComplete, "specs/barrier.toml");
  ASSERT_EQ(spec.family.size(), 1U);
  EXPECT_EQ(spec.family[0].name, "theta");
  EXPECT_EQ(spec.family[0].values, (Texts{"0.5", "anchor"}));
  ASSERT_EQ(spec.sweep.size(), 1U);
  EXPECT_EQ(spec.sweep[0].values, (Texts{"0.6", "0.75"}));
  ASSERT_EQ(spec.methods.size(), 2U);
  EXPECT_EQ(spec.methods[0].name, "single-loop");
  EXPECT_EQ(spec.methods[0].label, "told P");
  EXPECT_EQ(spec.methods[0].options,
            (std::vector<NamedValue>{{"slow_scale", "8.5"}, {"anytime", "1"}, {"preconditioner", "exact"}}));
  EXPECT_EQ(spec.methods[0].set, (std::vector<NamedValue>{{"theta", "0.5*anchor"}}));
  EXPECT_EQ(spec.methods[1].label, "raw");
  ASSERT_EQ(spec.rows.size(), 2U);
  const SpecRow& row = spec.rows[0];
  EXPECT_EQ(row.label, "fourth moment");
  EXPECT_EQ(row.methods, (Texts{"told P"}));
  EXPECT_EQ(row.quantity, "raw_bias");
  EXPECT_EQ(row.power, 4);
  EXPECT_EQ(row.against, "km_sum");
  EXPECT_EQ(row.promise, -0.25);
  EXPECT_FALSE(row.measure_only);
  EXPECT_EQ(row.claim, Claim::at_least);
  EXPECT_EQ(row.over, Over::mean);
  EXPECT_EQ(row.bound, "km_bound");
  EXPECT_TRUE(spec.rows[1].measure_only);
  EXPECT_FALSE(spec.rows[1].promise.has_value());
}

TEST(Spec, MapsAndTheLongerFormArrive) {
  const Spec spec = read_spec(R"(
problem = "rotor"
horizons = [10, 20]
replicas = 4
methods = ["raw", "single-loop"]
[family]
gain = [1, 4]
[sweep]
slow_scale = [1, 2]
[[maps]]
title = "all of it"
methods = ["single-loop", "raw"]
power = 2
show = "ratio"
x = "slow_scale"
y = "gain"
[full]
horizons = [10, 20, 40]
replicas = 64
)",
                              "a.toml");
  ASSERT_EQ(spec.maps.size(), 1U);
  const SpecMap& map = spec.maps[0];
  EXPECT_EQ(map.title, "all of it");
  EXPECT_EQ(map.methods, (std::vector<std::string>{"single-loop", "raw"}));
  EXPECT_EQ(map.power, 2);
  EXPECT_EQ(map.show, SpecMap::Show::ratio);
  EXPECT_EQ(map.x + map.y + map.quantity, "slow_scalegainresidual");
  EXPECT_EQ(spec.horizons.size(), 2U);
  const Spec full = full_form(spec);
  EXPECT_EQ(full.horizons, (std::vector<std::uint64_t>{10, 20, 40}));
  EXPECT_EQ(full.replicas, 64U);
  EXPECT_EQ(full_form(full).replicas, 64U);
}

TEST(Spec, WhatIsNotGivenHasItsDefault) {
  const Spec spec = with("horizons = 100");
  EXPECT_EQ(spec.name, "a_b") << "the file's";
  EXPECT_EQ(spec.problem, "rotor");
  EXPECT_EQ(spec.replicas, 64U);
  EXPECT_EQ(spec.seed, 1U);
  EXPECT_FALSE(spec.budgets || spec.force);
  EXPECT_EQ(spec.quantities, (Texts{"residual"}));
  EXPECT_EQ(spec.observations, 1U);
  EXPECT_TRUE(spec.set.empty() && spec.family.empty() && spec.sweep.empty() && spec.rows.empty());
  ASSERT_EQ(spec.methods.size(), 2U);
  EXPECT_EQ(spec.methods[1].label, "single-loop");
  EXPECT_EQ(with("horizons = 1\n[[rows]]").rows.at(0).against, "samples");
  EXPECT_EQ(read_spec("problem = '/abs/x.cpp'\nmethods = ['raw']\nhorizons = 1", "d/a.toml").problem, "/abs/x.cpp");
}

TEST(Spec, MethodsMayBeNamesAndTablesInOneList) {
  const Spec spec =
      read_spec("problem = 'r'\nhorizons = 1\nmethods = ['raw', { name = 'raw', label = 'again' }]", "a.toml");
  ASSERT_EQ(spec.methods.size(), 2U);
  EXPECT_EQ(spec.methods[1].label, "again");
}

TEST(Spec, HorizonsInEveryForm) {
  using Wholes = std::vector<std::uint64_t>;
  EXPECT_EQ(horizons("[1024, 4096, 1e6]"), (Wholes{1024, 4096, 1000000}));
  EXPECT_EQ(horizons("{ from = 1e3, to = 1e6, count = 7 }"),
            (Wholes{1000, 3162, 10000, 31623, 100000, 316228, 1000000}));
  EXPECT_EQ(horizons("{ from = 10, to = 30, count = 3, spacing = 'linear' }"), (Wholes{10, 20, 30}));
  EXPECT_EQ(horizons("'1e3:1e6'"), (Wholes{1000, 10000, 100000, 1000000}));
  EXPECT_EQ(horizons("'10:1000:log5'"), (Wholes{10, 32, 100, 316, 1000}));
  EXPECT_EQ(horizons("'1,2,5'"), (Wholes{1, 2, 5}));
  EXPECT_EQ(horizons("9007199254740992"), (Wholes{9007199254740992}));
}

TEST(Spec, FamiliesInEveryForm) {
  EXPECT_EQ(family("[0.25, -2, 'anchor', 'x.csv', true]"), (Texts{"0.25", "-2", "anchor", "x.csv", "1"}));
  EXPECT_EQ(family("'km-barrier'"), (Texts{"km-barrier"}));
  EXPECT_EQ(family("'0.5*anchor'"), (Texts{"0.5*anchor"}));
  EXPECT_EQ(family("'1:100'"), (Texts{"1", "10", "100"}));
  EXPECT_EQ(family("3"), (Texts{"3"}));
  EXPECT_EQ(with("horizons = 1\n[sweep]\na = { from = 1, to = 2, count = 3 }").sweep[0].values,
            (Texts{"1", "1.5", "2"}));
}

TEST(Spec, DrawnMembersDependOnSeedAndNameAlone) {
  const std::string law = "{ law = 'uniform', from = 2, to = 3, count = 4 }";
  const Texts first = family(law);
  EXPECT_EQ(first, family(law));
  EXPECT_NE(first, with("seed = 2\nhorizons = 1\n[family]\ntheta = " + law).family[0].values);
  const Spec beside = with("horizons = 1\n[family]\na = [1]\nb = " + law + "\ntheta = " + law);
  EXPECT_EQ(first, beside.family[2].values) << "whatever stands beside it";
  EXPECT_NE(first, beside.family[1].values) << "another name, other draws";
  Texts longer = family("{ law = 'uniform', from = 2, to = 3, count = 9 }");
  longer.resize(4);
  EXPECT_EQ(first, longer) << "a longer list begins with the shorter";
}

/// Mean and deviation of f over 10,000 draws; both have the standard errors of independent ones.
template <class F>
std::pair<double, double> moments(const std::string& law, F f) {
  double sum = 0, squares = 0;
  const Texts values = family("{ " + law + ", count = 10000 }");
  for (const std::string& text : values) {
    const double value = f(std::stod(text));
    sum += value, squares += value * value;
  }
  const double n = static_cast<double>(values.size()), mean = sum / n;
  return {mean, std::sqrt(squares / n - mean * mean)};
}

TEST(Spec, LawsHaveTheirMoments) {
  const auto same = [](double x) { return x; };
  const double deviation = 1 / std::sqrt(12.0);  // of a uniform number; standard errors: 0.01 of a deviation, 5 of them
  const auto [uniform_mean, uniform_deviation] = moments("law = 'uniform', from = 2, to = 3", same);
  EXPECT_NEAR(uniform_mean, 2.5, 0.05 * deviation);
  EXPECT_NEAR(uniform_deviation, deviation, 0.05 * deviation);
  const auto [log_mean, log_deviation] =
      moments("law = 'log-uniform', from = 0.01, to = 100", [](double x) { return std::log10(x); });
  EXPECT_NEAR(log_mean, 0, 0.05 * 4 * deviation);
  EXPECT_NEAR(log_deviation, 4 * deviation, 0.05 * 4 * deviation);
  const auto [normal_mean, normal_deviation] = moments("law = 'normal', mean = -1, deviation = 3", same);
  EXPECT_NEAR(normal_mean, -1, 0.05 * 3);
  EXPECT_NEAR(normal_deviation, 3, 0.05 * 3);
}

TEST(Spec, SpacedMembersAreRoundAndEndAsWritten) {
  EXPECT_EQ(family("{ from = 0.1, to = 0.9, count = 5 }"), (Texts{"0.1", "0.3", "0.5", "0.7", "0.9"}));
  EXPECT_EQ(family("{ from = -0.3, to = 0.6, count = 4 }"), (Texts{"-0.3", "0", "0.3", "0.6"}));
  EXPECT_EQ(family("{ from = 1, to = 1000, count = 4, spacing = 'log' }"), (Texts{"1", "10", "100", "1000"}));
  EXPECT_EQ(family("{ from = 7, to = 7, count = 1 }"), (Texts{"7"}));
  const Texts angles = family("{ from = 0.005, to = 3.1, count = 12, spacing = 'log' }");
  ASSERT_EQ(angles.size(), 12U);
  EXPECT_EQ(angles.front(), "0.005");
  EXPECT_EQ(angles.back(), "3.1");
  EXPECT_NEAR(std::stod(angles[1]), 0.005 * std::pow(3.1 / 0.005, 1.0 / 11), 1e-13);
}

TEST(ExpandValues, RangesListsAndNames) {
  const auto expand = [](const std::string& text) { return expand_values("x", text); };
  EXPECT_EQ(expand("1:1e4"), (Texts{"1", "10", "100", "1000", "10000"}));
  EXPECT_EQ(expand("0.001:5"), (Texts{"0.001", "0.01", "0.1", "1", "5"})) << "ends with the end";
  EXPECT_EQ(expand("3e-7:3e-5"), (Texts{"3e-07", "3e-06", "3e-05"}));
  EXPECT_EQ(expand("1e307:1.5e308"), (Texts{"1e+307", "1e+308", "1.5e+308"}));
  EXPECT_EQ(expand("0.1:0.9:5"), (Texts{"0.1", "0.3", "0.5", "0.7", "0.9"}));
  EXPECT_EQ(expand(" 1 : 100 : log3 "), (Texts{"1", "10", "100"}));
  EXPECT_EQ(expand("1, 2 ,+5e0"), (Texts{"1", "2", "5"}));
  EXPECT_EQ(expand("-0.50"), (Texts{"-0.5"}));
  EXPECT_EQ(expand("anchor"), (Texts{"anchor"}));
  EXPECT_EQ(expand("0.5*anchor,1,a:b"), (Texts{"0.5*anchor", "1", "a:b"}));
}

TEST(ExpandValues, RefusesWhatIsNoRange) {
  for (const char* text : {"",
                           "1,,2",
                           ",",
                           "1:2",
                           "1:",
                           "-1:10",
                           "0:10",
                           "10:1",
                           "1:10:0",
                           "1:10:100001",
                           "1:10:x",
                           "1:10:log",
                           "1:10:2.5",
                           "1:10:3:4",
                           "-1:1:log3",
                           "1:x",
                           "inf",
                           "nan",
                           "1e999",
                           "1:1e999",
                           "5:5:2",
                           "1:2:1",
                           "1:1.0000000000001:50"})
    EXPECT_THROW(expand_values("x", text), Error) << text;
  try {
    expand_values("theta", "1:5");
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "theta = '1:5' must be positive and at least a decade wide; A:B:N and A:B:logN have N values");
  }
}

TEST(Spec, TheDocumentationsExampleIsOne) {
  std::ifstream page(TWOSCALE_SOURCE "/docs/experiments/spec.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}}, fence = "```toml\n";
  const std::size_t begin = text.find(fence), end = text.find("```", begin + fence.size());
  ASSERT_NE(end, std::string::npos);
  const Spec spec = read_spec(text.substr(begin + fence.size(), end - begin - fence.size()), "spec.md");
  EXPECT_EQ(spec.family.at(0).values.size(), 12U);
  EXPECT_EQ(spec.rows.at(0).methods, (Texts{"told P"}));
}

TEST(LoadSpec, ReadsAFileAndSaysWhyItCannot) {
  const std::string folder = ::testing::TempDir(), path = folder + "twoscale_spec_test.toml";
  std::ofstream(path) << "problem = 'x.cpp'\nmethods = ['raw']\nhorizons = 10\n";
  const Spec spec = load_spec(path);
  EXPECT_EQ(spec.name, "twoscale_spec_test");
  EXPECT_EQ(spec.problem, folder + "x.cpp");
  std::ofstream(path) << "# " << std::string(1000000, 'x');
  const auto message = [](const std::string& name) -> std::string {
    try {
      load_spec(name);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(path), path + ":1:1: larger than a spec may be, which is 1000000 bytes");
  EXPECT_EQ(message(folder + "no_such.toml"), folder + "no_such.toml: no such file");
  EXPECT_NE(message(folder).find("not a file"), std::string::npos);
  std::remove(path.c_str());
}

}  // namespace
}  // namespace twoscale
