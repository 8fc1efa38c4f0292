#include <twoscale/solve/observed.hpp>

#include <algorithm>
#include <functional>
#include <limits>

#include <twoscale/measure/scales.hpp>

namespace twoscale {

namespace {

struct Look {
  const AnyProblem& problem;
  const Plan& plan;
  std::uint64_t seed;
  const Snapshot& state;
};
using Measure = std::function<std::optional<double>(const Look&)>;
using Plain = std::optional<double> (*)(const Look&);
template <Quantity Q>
std::optional<double> of_state(const Look& look) {
  return look.problem.measure(Q, look.state);
}
/// P that the method does not have has no error.
template <Quantity Q>
std::optional<double> of_preconditioner(const Look& look) {
  if (correction_of(look.plan.method()) != Correction::instant) return std::nullopt;
  return look.problem.measure(Q, look.state);
}
template <Mean ProductCondition::*Product>
std::optional<double> of_product(const Look& look) {
  const auto condition = look.problem.product_condition(look.plan, {look.state}, look.seed);
  return condition ? std::optional(((*condition).*Product).value()) : std::nullopt;
}

constexpr std::pair<const char*, Plain> kMeasures[] = {
    {"residual", of_state<Quantity::residual>},
    {"tracking_error", of_state<Quantity::tracking_error>},
    {"preconditioner_error", of_preconditioner<Quantity::preconditioner_error>},
    {"raw_bias", of_state<Quantity::raw_bias>},
    {"corrected_bias", of_state<Quantity::corrected_bias>},
    {"online_bias", of_preconditioner<Quantity::online_bias>},
    {"newton_error", of_state<Quantity::newton_error>},
    {"newton_bias", of_state<Quantity::newton_bias>},
    {"residual_product", of_product<&ProductCondition::residual_product>},
    {"noise_product", of_product<&ProductCondition::noise_product>},
    {"lag_scale", [](const Look& look) { return scale_of("lag_scale", look.plan); }},
};

/// Where a metric stands in the problem's list.
std::optional<std::size_t> metric_called(const AnyProblem& problem, const std::string& name) {
  const std::vector<MetricInfo> metrics = problem.metrics();
  const auto found = std::ranges::find(metrics, name, &MetricInfo::name);
  return found == metrics.end() ? std::nullopt : std::optional<std::size_t>(found - metrics.begin());
}

/// None where x is there in name only.
int fast_size(const AnyProblem& problem) { return problem.abilities().one_scale ? 0 : problem.shape().fast; }

/// Of x7 or y0: which of the two, and where.
struct Coordinate {
  bool fast;
  std::size_t at;
};
/// Throws where there is no such number.
std::optional<Coordinate> coordinate_called(const AnyProblem& problem, const std::string& name) {
  if (name.size() < 2 || name.size() > 10 || (name[0] != 'x' && name[0] != 'y')) return std::nullopt;
  if (name.find_first_not_of("0123456789", 1) != std::string::npos) return std::nullopt;
  if (name[1] == '0' && name.size() > 2) return std::nullopt;  // two names for one number
  const Coordinate out{name[0] == 'x', std::stoul(name.substr(1))};
  const int size = out.fast ? fast_size(problem) : problem.shape().slow;
  if (size == 0) throw Error::field("observe", name, "of y: a problem of one time scale has no x");
  if (out.at >= static_cast<std::size_t>(size))
    throw Error::field("observe", name,
                       "at most " + name.substr(0, 1) + std::to_string(size - 1) + ": " + name.substr(0, 1) + " has " +
                           std::to_string(size) + " numbers");
  return out;
}
/// Stands for a number of x or y, whether or not there are so many: no name for a metric.
bool looks_like_coordinate(const std::string& name) {
  return (name[0] == 'x' || name[0] == 'y') && name.find_first_not_of("0123456789", 1) == std::string::npos;
}

Measure measure_of(const AnyProblem& problem, const std::string& name) {
  for (const auto& [known, measure] : kMeasures)
    if (name == known) return measure;
  if (const auto metric = metric_called(problem, name))
    return [at = *metric](const Look& look) { return look.problem.metric(at, look.state.fast, look.state.answer()); };
  if (const auto coordinate = coordinate_called(problem, name))
    return [of = *coordinate](const Look& look) { return (of.fast ? look.state.fast : look.state.answer())[of.at]; };
  throw Error("nothing measures '" + name + "'");  // a name without a measure: seen by a test
}

/// A metric whose name is taken could not be asked for.
void require_own_names(const AnyProblem& problem) {
  for (const MetricInfo& metric : problem.metrics()) {
    const bool taken = std::ranges::find(observed_names(), metric.name) != observed_names().end() ||
                       looks_like_coordinate(metric.name);
    if (taken)
      throw Error("the problem's metric '" + metric.name + "' needs another name: this one stands for something else");
  }
}

/// All numbers of x or y, where these are few.
std::vector<std::string> coordinates(const std::string& variable, int size) {
  constexpr int kMost = 64;
  if (size > kMost)
    throw Error::field("observe", variable,
                       "of at most " + std::to_string(kMost) + " numbers, and it has " + std::to_string(size) +
                           ": name some of them, as " + variable + "0," + variable + std::to_string(size - 1));
  if (size == 0) throw Error::field("observe", variable, "y: a problem of one time scale has no x");
  std::vector<std::string> out;
  for (int i = 0; i < size; ++i) out.push_back(variable + std::to_string(i));
  return out;
}

}  // namespace

std::vector<std::string> usual_curves(const AnyProblem& problem) {
  constexpr int kShort = 8;
  std::vector<std::string> out;
  if (problem.has_closed_form() || problem.abilities().means) out.emplace_back("residual");
  for (const MetricInfo& metric : problem.metrics()) out.push_back(metric.name);
  if (out.empty() || problem.shape().slow <= kShort)
    for (int i = 0; i < std::min(kShort, problem.shape().slow); ++i) out.push_back("y" + std::to_string(i));
  return out;
}

std::vector<std::string> observed_on(const AnyProblem& problem, const std::vector<std::string>& names) {
  require_own_names(problem);
  const Shape shape = problem.shape();
  std::vector<std::string> known = observed_names(), out;
  for (const MetricInfo& metric : problem.metrics()) known.push_back(metric.name);
  known.insert(known.end(), {"x", "y"});
  for (const std::string& name : names) {
    std::vector<std::string> more = {name};
    if (name == "x") more = coordinates(name, fast_size(problem));
    else if (name == "y") more = coordinates(name, shape.slow);
    else if (!coordinate_called(problem, name)) require_known(name, known);
    out.insert(out.end(), more.begin(), more.end());
  }
  require_once(out);
  return out;
}

Observer make_observer(const AnyProblem& problem, const Plan& plan, std::uint64_t seed,
                       const std::vector<std::string>& names, std::uint64_t observations) {
  std::vector<Measure> measures;
  for (const std::string& name : names) measures.push_back(measure_of(problem, name));
  return {log_spaced(plan.iterations(), observations), [&problem, &plan, seed, measures](const Snapshot& state) {
            std::vector<double> out;
            for (const Measure& measure : measures)
              out.push_back(measure({problem, plan, seed, state}).value_or(std::numeric_limits<double>::quiet_NaN()));
            return out;
          }};
}

}  // namespace twoscale
