#include "quantity.hpp"

#include <algorithm>
#include <limits>

namespace twoscale::cli {

namespace {

using Measure = std::optional<double> (*)(const AnyProblem&, const Snapshot&);
struct Quantity {
  const char *name, *symbol;
  Measure measure;
};

constexpr Quantity kQuantities[] = {
    {"residual", "|h(y)-y|^2", [](const AnyProblem& p, const Snapshot& s) { return p.squared_residual(s.slow); }},
    {"tracking_error", "|x-x*|", [](const AnyProblem& p, const Snapshot& s) { return p.tracking_error(s); }},
    {"preconditioner_error", "|P-P*|",
     [](const AnyProblem& p, const Snapshot& s) { return p.preconditioner_error(s); }},
};

/// The error of a P that the method does not have.
std::optional<double> unknown(const AnyProblem&, const Snapshot&) { return std::nullopt; }

const Quantity* find(const std::string& name) {
  for (const Quantity& quantity : kQuantities)
    if (name == quantity.name) return &quantity;
  return nullptr;
}

}  // namespace

void require_quantities(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Quantity& quantity : kQuantities) known.emplace_back(quantity.name);
  for (const std::string& name : names) {
    if (find(name) == nullptr)
      throw Error("nothing to observe called '" + name + "'" + suggestion(name, known) +
                  " (residual, tracking_error, preconditioner_error)");
    if (std::count(names.begin(), names.end(), name) > 1) throw Error("--observe names '" + name + "' twice");
  }
}

std::string symbol_of(const std::string& quantity) {
  const Quantity* found = find(quantity);
  return found != nullptr ? found->symbol : quantity;
}

Observer make_observer(const AnyProblem& problem, const Plan& plan, const std::vector<std::string>& names,
                       std::uint64_t observations) {
  require_quantities(names);
  std::vector<Measure> measures;
  const bool has_preconditioner = !std::holds_alternative<NoPreconditioner>(plan.method().preconditioner);
  for (const std::string& name : names)
    measures.push_back(has_preconditioner || name != "preconditioner_error" ? find(name)->measure : unknown);
  return {log_spaced(plan.iterations(), observations), [&problem, measures](const Snapshot& state) {
            std::vector<double> out;
            for (const Measure measure : measures)
              out.push_back(measure(problem, state).value_or(std::numeric_limits<double>::quiet_NaN()));
            return out;
          }};
}

}  // namespace twoscale::cli
