#include <twoscale/experiment/trajectory.hpp>

#include <twoscale/experiment/spec.hpp>
#include <twoscale/method/presets.hpp>
#include <twoscale/plugin/zoo.hpp>

namespace twoscale {

namespace {

struct Path {
  std::vector<double> x0, x1, y0, y1;
};

struct Run {
  const char *title, *alt;
  const char *problem, *method;
  std::vector<NamedValue> parameters, options;
  std::uint64_t iterations;
};

constexpr int kPoints = 400;  // along a path: enough for a smooth line

Path path_of(const Run& run) {
  const auto problem = make_problem(run.problem);
  problem->set(run.parameters);
  Method method = make_method(run.method);
  for (const auto& [name, value] : run.options) set_option(method, name, value);
  const Plan plan = Plan::for_iterations(method, run.iterations);
  Observer observer;
  for (int i = 1; i <= kPoints; ++i) {
    const std::uint64_t at = run.iterations * static_cast<std::uint64_t>(i) / kPoints;
    if (at > 0 && (observer.at.empty() || at > observer.at.back())) observer.at.push_back(at);
  }
  observer.measure = [](const Snapshot& state) {
    return std::vector{state.fast[0], state.fast[1], state.slow[0], state.slow[1]};
  };
  RunOptions options;
  options.observer = &observer;
  const RunResult result = problem->run(plan, options);
  Path out;
  for (const Observation& seen : result.replicas[0].observations) {
    out.x0.push_back(seen.values[0]), out.x1.push_back(seen.values[1]);
    out.y0.push_back(seen.values[2]), out.y1.push_back(seen.values[3]);
  }
  return out;
}

report::Plot plot_of(const Run& run) {
  const Path path = path_of(run);
  report::Plot plot;
  plot.title = run.title, plot.alt = run.alt;
  plot.x_label = "first coordinate", plot.y_label = "second coordinate";
  plot.log_x = plot.log_y = false;
  plot.equal_axes = true;
  plot.series = {
      {.name = "x, the fast variable", .x = path.x0, .y = path.x1, .low = {}, .high = {}, .joined = true},
      {.name = "y, the slow one; x*(y) = y here", .x = path.y0, .y = path.y1, .low = {}, .high = {}, .joined = true}};
  return plot;
}

}  // namespace

report::Section trajectory_section() {
  report::Section out;
  out.id = "trajectories";
  out.title = "Lag and leakage, seen in the plane";
  out.paragraphs = {
      "One replica each, seed 1. On these problems x*(y) = y: the fast variable should lie on the slow one."};
  out.plots = {
      plot_of({"Lag: x trails behind y by about beta/alpha",
               "Two spirals towards the origin; the fast variable's runs inside and behind the slow one's.",
               "moving-target",
               "raw",
               {{"theta", "0.5"}},
               {{"fast_exponent", "0"}, {"slow_exponent", "0"}, {"fast_scale", "0.1"}, {"slow_scale", "0.05"}},
               600}),
      plot_of({"Leakage: without the correction y is driven round the edge of its disk",
               "The slow variable stays on the unit circle; the fast variable scatters around it.",
               "rotor",
               "anchored-raw",
               {{"theta", "0.3"}, {"sigma", "0.1"}},
               {{"slow_scale", "4"}},
               65536}),
      plot_of({"The same steps with a learned P: y comes to rest near the solution",
               "The slow variable runs from the edge of the disk towards the origin and stays close to it.",
               "rotor",
               "single-loop",
               {{"theta", "0.3"}, {"sigma", "0.1"}},
               {{"slow_scale", "4"}},
               65536}),
  };
  return out;
}

}  // namespace twoscale
