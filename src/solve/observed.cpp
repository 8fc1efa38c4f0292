#include <twoscale/solve/observed.hpp>

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
using Measure = std::optional<double> (*)(const Look&);
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

constexpr std::pair<const char*, Measure> kMeasures[] = {
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

Measure measure_of(const std::string& name) {
  for (const auto& [known, measure] : kMeasures)
    if (name == known) return measure;
  throw Error("nothing measures '" + name + "'");  // a name without a measure: seen by a test
}

}  // namespace

Observer make_observer(const AnyProblem& problem, const Plan& plan, std::uint64_t seed,
                       const std::vector<std::string>& names, std::uint64_t observations) {
  require_observed(names);
  std::vector<Measure> measures;
  for (const std::string& name : names) measures.push_back(measure_of(name));
  return {log_spaced(plan.iterations(), observations), [&problem, &plan, seed, measures](const Snapshot& state) {
            std::vector<double> out;
            for (const Measure measure : measures)
              out.push_back(measure({problem, plan, seed, state}).value_or(std::numeric_limits<double>::quiet_NaN()));
            return out;
          }};
}

}  // namespace twoscale
