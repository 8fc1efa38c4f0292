#include <twoscale/measure/scales.hpp>

#include <cmath>

#include <twoscale/measure/exponent.hpp>
#include <twoscale/measure/scale.hpp>

namespace twoscale {

namespace {

Steps last_steps(const Plan& plan) { return plan.steps(plan.iterations() > 0 ? plan.iterations() - 1 : 0); }

/// E_N = sum beta (beta/alpha) / sum beta (1 - beta), [P] Prop. raw-lag-dominates-no-win.
double lag_scale(const Plan& plan) {
  double above = 0;
  std::vector<Steps> chunk(256);
  for (std::uint64_t k = 0; k < plan.iterations(); ++k) {
    if (k % chunk.size() == 0) plan.fill_steps(k, chunk);
    const Steps& s = chunk[k % chunk.size()];
    above += s.slow * s.slow / s.fast;
  }
  return above / plan.km_sum();
}

struct Scale {
  const char *name, *symbol;
  double (*value)(const Plan&);
};

constexpr Scale kScales[] = {
    {"samples", "T, samples", [](const Plan& p) { return static_cast<double>(p.samples()); }},
    {"iterations", "N, iterations", [](const Plan& p) { return static_cast<double>(p.iterations()); }},
    {"km_sum", "B_N, sum of beta (1 - beta)", [](const Plan& p) { return p.km_sum(); }},
    {"inner_length", "n, inner steps",
     [](const Plan& p) { return static_cast<double>(p.inner_length(p.iterations() - 1)); }},
    {"fast_step", "alpha, fast step", [](const Plan& p) { return last_steps(p).fast; }},
    {"slow_step", "beta, slow step", [](const Plan& p) { return last_steps(p).slow; }},
    {"anchor_weight", "lambda, anchor weight", [](const Plan& p) { return last_steps(p).anchor; }},
    {"step_ratio", "beta / alpha", [](const Plan& p) { return last_steps(p).slow / last_steps(p).fast; }},
    {"contraction", "exp(-N beta lambda)",
     [](const Plan& p) {
       return std::exp(-static_cast<double>(p.iterations()) * last_steps(p).slow * last_steps(p).anchor);
     }},
    {"tracking_scale", "Lambda = alpha + (beta/alpha)^2", [](const Plan& p) { return scale::tracking(last_steps(p)); }},
    {"preconditioner_scale", "Theta = gamma + Lambda + (beta/gamma)^2",
     [](const Plan& p) { return scale::preconditioner(last_steps(p)); }},
    {"bias_scale", "Lambda^2 + Theta Lambda", [](const Plan& p) { return scale::online_bias(last_steps(p)); }},
    {"lag_scale", "E_N, weighted lag", lag_scale},
};

}  // namespace

const std::vector<std::string>& scale_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Scale& scale : kScales) out.emplace_back(scale.name);
    return out;
  }();
  return names;
}

std::optional<double> scale_of(const std::string& name, const Plan& plan) {
  for (const Scale& scale : kScales)
    if (name == scale.name) return scale.value(plan);
  return std::nullopt;
}

Limit limit_of(const std::string& name) {
  for (const char* growing : {"samples", "iterations", "km_sum", "inner_length"})
    if (name == growing) return Limit::infinity;
  return Limit::zero;
}

std::string symbol_of_scale(const std::string& name) {
  for (const Scale& scale : kScales)
    if (name == scale.name) return scale.symbol;
  return name;
}

const std::vector<std::string>& bound_names() {
  static const std::vector<std::string> names = {"km_lower", "km_upper"};
  return names;
}

std::optional<double> bound_of(const std::string& name, const Plan& plan, double diameter) {
  if (name == "km_lower") return scale::km_lower(plan.km_sum());
  if (name == "km_upper") return scale::km_upper(diameter, plan.km_sum());
  return std::nullopt;
}

std::optional<double> promised_exponent(const Method& method) {
  // The theorems speak of the last iterate, and of fresh draws.
  if (!std::holds_alternative<LastIterate>(method.output) || method.sampling != Sampling::fresh) return std::nullopt;
  if (const auto* powers = std::get_if<NestedPowers>(&method.schedule)) {
    // The lengths are what the theorem is about: n = N^(4b/3) uncorrected, N^(2b/3) corrected, and only these.
    if (!std::holds_alternative<Tikhonov>(method.outer) || !std::holds_alternative<Nested>(method.tracker))
      return std::nullopt;
    if (std::holds_alternative<RawOracle>(method.oracle) && powers->inner_ratio == 4.0 / 3.0)
      return -exponent::nested(powers->slow_exponent);
    if (!std::holds_alternative<RawOracle>(method.oracle) && powers->inner_ratio == 2.0 / 3.0)
      return -exponent::nested_corrected(powers->slow_exponent);
    return std::nullopt;
  }
  if (const auto* powers = std::get_if<SingleLoopPowers>(&method.schedule)) {
    const bool corrected = std::holds_alternative<CorrectedOracle>(method.oracle);
    if (!corrected || !std::holds_alternative<Tikhonov>(method.outer)) return std::nullopt;
    return -exponent::single_loop(powers->epsilon);
  }
  const auto* powers = std::get_if<Polynomial>(&method.schedule);
  if (powers == nullptr || !std::holds_alternative<Km>(method.outer)) return std::nullopt;
  if (std::holds_alternative<ExactOracle>(method.oracle)) return -exponent::km(powers->slow_exponent);
  if (!std::holds_alternative<RawOracle>(method.oracle)) return std::nullopt;
  // Separated schedules are limited by KM alone; the others by the lag as well ([P] Section raw-separation-origin).
  const double a = powers->fast_exponent, b = powers->slow_exponent;
  if (a <= 0.5 || b <= a || b >= 1) return std::nullopt;
  return exponent::is_separated(a, b) ? -exponent::km(b) : -exponent::lag(a, b);
}

std::string theorem_of(const Method& method) {
  if (!promised_exponent(method)) return "";
  if (std::holds_alternative<SingleLoopPowers>(method.schedule)) return "thm:single-loop-half";
  if (std::holds_alternative<NestedPowers>(method.schedule))
    return std::holds_alternative<RawOracle>(method.oracle) ? "thm:uncorrected" : "thm:corrected";
  return std::holds_alternative<ExactOracle>(method.oracle) ? "thm:KM-lower" : "prop:raw-lag-dominates-no-win";
}

}  // namespace twoscale
