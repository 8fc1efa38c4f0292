#pragma once
// What the tests share: running a problem of the zoo, and slopes with their standard errors.

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <twoscale/twoscale.hpp>

namespace twoscale::testing {

using Options = std::vector<std::pair<std::string, std::string>>;

inline Method method_with(const std::string& name, const Options& options) {
  Method method = make_method(name);
  for (const auto& [option, value] : options) set_option(method, option, value);
  return method;
}

inline std::unique_ptr<AnyProblem> problem_with(const std::string& name,
                                                const std::vector<std::pair<std::string, double>>& parameters) {
  auto problem = make_problem(name);
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [parameter, value] : parameters) values.emplace_back(parameter, to_text(value));
  problem->set(values);
  return problem;
}

/// run() compiled for these choices alone: a kernel for every one takes a minute.
template <class Choices, class P>
RunResult run_only(const P& problem, const Plan& plan, const RunOptions& options = {}) {
  return run<P, kWidthOf<P>, Choices>(problem, plan, options);
}

/// A quantity's mean over replicas at one horizon.
struct Point {
  double clock;  // samples, iterations or whatever the slope is taken against
  Mean mean;
};

struct Slope {
  double value, standard_error;
};

/// Weighted least squares of log mean on log clock; the weights are the means' own standard errors.
inline Slope log_slope(const std::vector<Point>& points) {
  double weights = 0, centre = 0;
  std::vector<double> weight, x, y;
  for (const Point& p : points) {
    weight.push_back(std::pow(p.mean.value() / p.mean.standard_error(), 2));
    x.push_back(std::log(p.clock));
    y.push_back(std::log(p.mean.value()));
    weights += weight.back();
    centre += weight.back() * x.back();
  }
  centre /= weights;
  double above = 0, below = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    above += weight[i] * (x[i] - centre) * y[i];
    below += weight[i] * (x[i] - centre) * (x[i] - centre);
  }
  return {above / below, 1 / std::sqrt(below)};
}

/// Slope of values without noise.
inline double exact_slope(const std::vector<double>& clock, const std::vector<double>& value) {
  double cx = 0, cy = 0, above = 0, below = 0;
  const auto n = static_cast<double>(clock.size());
  for (std::size_t i = 0; i < clock.size(); ++i) cx += std::log(clock[i]) / n, cy += std::log(value[i]) / n;
  for (std::size_t i = 0; i < clock.size(); ++i) {
    above += (std::log(clock[i]) - cx) * (std::log(value[i]) - cy);
    below += (std::log(clock[i]) - cx) * (std::log(clock[i]) - cx);
  }
  return above / below;
}

}  // namespace twoscale::testing
