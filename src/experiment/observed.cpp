#include <twoscale/experiment/observed.hpp>

#include <algorithm>
#include <limits>

#include <twoscale/experiment/scales.hpp>

namespace twoscale {

namespace {

struct Look {
  const AnyProblem& problem;
  const Plan& plan;
  std::uint64_t seed;
  const Snapshot& state;
};
using Measure = std::optional<double> (*)(const Look&);
struct Named {
  const char *name, *symbol, *meaning;
  Measure measure;
};

template <Quantity Q>
std::optional<double> of_state(const Look& look) {
  return look.problem.measure(Q, look.state);
}
/// P that the method does not have has no error.
template <Quantity Q>
std::optional<double> of_preconditioner(const Look& look) {
  if (std::holds_alternative<NoPreconditioner>(look.plan.method().preconditioner)) return std::nullopt;
  return look.problem.measure(Q, look.state);
}
template <Mean ProductCondition::*Product>
std::optional<double> of_product(const Look& look) {
  const auto condition = look.problem.product_condition(look.plan, {look.state}, look.seed);
  return condition ? std::optional(((*condition).*Product).value()) : std::nullopt;
}

constexpr Named kNamed[] = {
    {"residual", "|h(y)-y|^2", "squared residual", of_state<Quantity::residual>},
    {"tracking_error", "|x-x*|", "distance of x from x*(y)", of_state<Quantity::tracking_error>},
    {"preconditioner_error", "|P-P*|", "distance of P from P*(y)", of_preconditioner<Quantity::preconditioner_error>},
    {"raw_bias", "|g-h|", "bias of the slow map seen at x", of_state<Quantity::raw_bias>},
    {"corrected_bias", "|g+P*(f-x)-h|", "the same, corrected with P*(y)", of_state<Quantity::corrected_bias>},
    {"online_bias", "|g+P(f-x)-h|", "the same, corrected with the method's P", of_preconditioner<Quantity::online_bias>},
    {"newton_error", "|N(x,y)-x*|", "distance of the Newton point from x*(y)", of_state<Quantity::newton_error>},
    {"newton_bias", "|g(N,y)-h|", "bias of the slow map seen at the Newton point", of_state<Quantity::newton_bias>},
    {"residual_product", "|(P-P*)(f-x)|^2", "the product condition's first term",
     of_product<&ProductCondition::residual_product>},
    {"noise_product", "|(P-P*)(F-f)|^2", "the product condition's second term",
     of_product<&ProductCondition::noise_product>},
    {"lag_scale", "sum b(b/a)/B_N", "weighted first-order lag of the schedule; no run in it",
     [](const Look& look) -> std::optional<double> { return scale_of("lag_scale", look.plan); }},
};

const Named* find(const std::string& name) {
  for (const Named& named : kNamed)
    if (name == named.name) return &named;
  return nullptr;
}

}  // namespace

const std::vector<std::string>& observed_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Named& named : kNamed) out.emplace_back(named.name);
    return out;
  }();
  return names;
}

void require_observed(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (find(name) == nullptr) {
      std::string all;
      for (const std::string& known : observed_names()) all += (all.empty() ? "" : ", ") + known;
      throw Error("nothing to observe called '" + name + "'" + suggestion(name, observed_names()) + " (" + all + ")");
    }
    if (std::count(names.begin(), names.end(), name) > 1) throw Error("'" + name + "' is to be observed twice");
  }
}

std::string symbol_of(const std::string& name) {
  const Named* found = find(name);
  return found != nullptr ? found->symbol : name;
}

std::string meaning_of(const std::string& name) {
  const Named* found = find(name);
  return found != nullptr ? found->meaning : name;
}

Observer make_observer(const AnyProblem& problem, const Plan& plan, std::uint64_t seed,
                       const std::vector<std::string>& names, std::uint64_t observations) {
  require_observed(names);
  std::vector<Measure> measures;
  for (const std::string& name : names) measures.push_back(find(name)->measure);
  return {log_spaced(plan.iterations(), observations), [&problem, &plan, seed, measures](const Snapshot& state) {
            std::vector<double> out;
            for (const Measure measure : measures)
              out.push_back(measure({problem, plan, seed, state}).value_or(std::numeric_limits<double>::quiet_NaN()));
            return out;
          }};
}

}  // namespace twoscale
