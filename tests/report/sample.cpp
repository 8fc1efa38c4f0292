// A report with everything a report can have, and with names that mean no good. Its numbers are made up.
//
// usage: report_sample FILE

#include <cmath>
#include <fstream>
#include <limits>
#include <twoscale/report/document.hpp>

namespace {

using namespace twoscale::report;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Series power(const std::string& name, double factor, double exponent) {
  Series out{.name = name};
  for (int i = 0; i <= 8; ++i) {
    const double x = std::pow(10, 2 + 0.5 * i);
    const double y = factor * std::pow(x, exponent) * (1 + 0.1 * std::sin(7 * i + factor));
    out.x.push_back(x);
    out.y.push_back(y);
    out.low.push_back(y * 0.8);
    out.high.push_back(y * 1.25);
  }
  return out;
}

Guide slope(const std::string& name, Guide::Kind kind, int series, double factor, double exponent) {
  return {name, kind, series, {1e2, 1e6}, {factor * std::pow(1e2, exponent), factor * std::pow(1e6, exponent)}};
}

Plot rates() {
  Plot out{.title = "Error against budget",
           .alt =
               "The squared residual falls as the budget grows: single-loop like T^-1/2, the others more slowly. "
               "Bars are 95% intervals over 64 replicas.",
           .x_label = "budget T (samples)",
           .y_label = "squared residual"};
  out.series = {power("single-loop", 2, -0.5), power("inner-loop with warm start", 1.5, -0.4),
                power("raw <script>alert(1)</script> & \"quotes\"", 0.8, -0.25),
                power("Überlänge ∞ 数学 名前", 5, -0.66)};
  out.series[1].joined = true;
  out.guides = {slope("single-loop, fit: −0.50 ± 0.01", Guide::Kind::fit, 0, 2, -0.5),
                slope("single-loop, promised: −1/2", Guide::Kind::promise, 0, 2.6, -0.5),
                slope("inner-loop, promised: −2/5", Guide::Kind::promise, 1, 1.9, -0.4),
                slope("lower bound", Guide::Kind::bound, -1, 0.9, -0.5)};
  return out;
}

Plot broken() {
  return {.title = "Numbers that are none",
          .alt = "Two of six points can be drawn; the others are not numbers, infinite or not positive.",
          .x_label = "x",
          .y_label = "y",
          .series = {{.name = "partly",
                      .x = {1, 10, kNan, 100, 1000, 1e4},
                      .y = {1, kNan, 2, kInf, -3, 5},
                      .low = {-1, kNan, kNan, kNan, kNan, 4},
                      .high = {2, kNan, kNan, kInf, kNan, kInf},
                      .joined = true},
                     {.name = "empty"}}};
}

Plot nothing() { return {.title = "Nothing at all", .alt = "No point was measured.", .x_label = "x", .y_label = "y"}; }

Plot trajectories() {
  Plot out{.title = "Paths of the slow variable",
           .alt = "Two paths spiral into the fixed point at the origin, one of them twice as fast.",
           .x_label = "y₁",
           .y_label = "y₂",
           .log_x = false,
           .log_y = false,
           .equal_axes = true};
  for (const double pull : {0.02, 0.04}) {
    Series path{.name = pull < 0.03 ? "slow pull" : "fast pull", .joined = true};
    for (int i = 0; i < 150; ++i) {
      const double radius = std::exp(-pull * i), angle = (pull < 0.03 ? 0 : 2) + 0.12 * i;
      path.x.push_back(radius * std::cos(angle));
      path.y.push_back(radius * std::sin(angle));
    }
    out.series.push_back(path);
  }
  return out;
}

Plot many() {
  Plot out{.title = "Every colour and shape",
           .alt = "Ten parallel lines.",
           .x_label = "iteration",
           .y_label = "value",
           .log_x = false,
           .log_y = false};
  for (int i = 0; i < 10; ++i) {
    Series line{.name = "series " + std::to_string(i + 1), .joined = i % 2 == 0};
    for (int k = 0; k < 7; ++k) {
      line.x.push_back(1000 * k);
      line.y.push_back(-0.02 + 0.01 * i + 0.0005 * k * k);
    }
    out.series.push_back(line);
  }
  return out;
}

HeatMap errors() {
  HeatMap out{.title = "Error over step sizes",
              .alt = "The error is least for a fast step near 0.1 and grows by two orders towards the corners.",
              .x_label = "slow step",
              .y_label = "fast step",
              .value_label = "mean error",
              .columns = {"0.001", "0.003", "0.01", "0.03", "0.1", "0.3"},
              .rows = {"0.01", "0.03", "0.1", "0.3", "1"},
              .log_colour = true};
  for (int row = 0; row < 5; ++row) {
    out.values.emplace_back();
    for (int column = 0; column < 6; ++column) {
      out.values.back().push_back(2e-3 * std::pow(10, 0.3 * std::pow(row - 2, 2) + 0.15 * std::pow(column - 3, 2)));
    }
  }
  out.values[4][5] = kNan;
  return out;
}

HeatMap differences() {
  HeatMap out{.title = "Measured less promised exponent",
              .alt = "Most exponents are within 0.05 of what is promised; rotation with raw is 0.3 above it.",
              .x_label = "method",
              .y_label = "problem",
              .value_label = "difference",
              .columns = {"single-loop", "single-loop-exact", "inner-loop", "raw & <b>bold</b>"},
              .rows = {"rotor", "rotor-curved", "rotation of a name that does not end"},
              .values = {{-0.02, 0.01, 0.04, 0.12}, {-0.11, 0.0, 0.03, 0.2}, {0.05, -0.04, 0.01, 0.3}},
              .centre = 0.0};
  return out;
}

Document sample() {
  const std::string hostile = "</script><script>alert(1)</script>";
  Document out{
      .title = "Rates of two-time-scale methods",
      .paragraphs = {"Do the methods converge as fast as the theorems promise? Each was run on each problem at "
                     "nine budgets; a slope was fitted and compared with the promised one.",
                     "Names may be anything: " + hostile + " ' \" & ü."}};
  out.summary = {.header = {"experiment", "problem", "measured exponent", "promised", "verdict"},
                 .rows = {{"rates", "rotor", "−0.503 ± 0.011", "−0.5", "meets the promise"},
                          {"paths", "rotor-curved", "−0.660 ± 0.020", "−0.5", "better than promised"},
                          {"maps", "rotation", "−0.251 ± 0.013", "−0.4", "misses by 0.15"},
                          {hostile, "a name as long as names get when nobody stops them", "−0.4 ± 0.3", "−0.5",
                           "unresolved: the interval holds both"}},
                 .verdict_column = 4,
                 .links = {"rates", "paths", "maps", hostile}};
  out.sections = {{.id = "rates",
                   .title = "Rates",
                   .paragraphs = {"The error against the budget, on logarithmic axes."},
                   .plots = {rates()},
                   .command = "twoscale study rates.toml --replicas 64 --seed 1 --output <results>.sqlite",
                   .spec = "name = \"rates\"\nmethods = [\"single-loop\", \"raw\"] # " + hostile + "\n"},
                  {.id = "paths", .title = "Paths", .plots = {trajectories(), many()}},
                  {.id = "maps", .title = "Maps", .maps = {errors(), differences()}},
                  {.id = hostile,
                   .title = hostile,
                   .paragraphs = {"What cannot be drawn is left out."},
                   .table = {.header = {"point", "value"}, .rows = {{"first", "1"}, {"second", "NaN"}}},
                   .plots = {broken(), nothing()}}};
  out.facts = {{"twoscale", "0.1.0"}, {"seed", "20261115"}, {"replicas", "64"}, {"compiler", "GCC 12 <x86-64>"}};
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ofstream out(argv[1], std::ios::binary);
  out << to_html(sample());
  return out.good() ? 0 : 1;
}
