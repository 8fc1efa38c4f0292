#include <twoscale/experiment/compare.hpp>

#include <algorithm>

#include <twoscale/core/text.hpp>
#include <twoscale/core/version.hpp>
#include <twoscale/plugin/load.hpp>

#include "scratch.hpp"

namespace twoscale {

namespace {

std::string joined(const std::vector<std::uint64_t>& budgets) {
  std::string out;
  for (const std::uint64_t budget : budgets) out += (out.empty() ? "" : ",") + text::written(budget);
  return out;
}

void require_apart(const CompareOptions& options) {
  for (const Axis& axis : options.family)
    for (const auto& [set, value] : options.parameters)
      if (set == axis.name) throw Error("--set and --family both say what " + set + " is: leave one out");
  for (const std::string& name : options.methods)
    if (std::count(options.methods.begin(), options.methods.end(), name) > 1)
      throw Error("--methods names '" + name + "' twice");
  const auto& budgets = options.budgets;
  if (budgets.empty() || std::adjacent_find(budgets.begin(), budgets.end(), std::greater_equal<>()) != budgets.end())
    throw Error::field("budget", joined(budgets), "increasing");
}

}  // namespace

Spec comparison_spec(const std::string& problem, const CompareOptions& options) {
  require_apart(options);
  Spec spec;
  spec.name = "compare";
  spec.problem = problem;
  spec.title = "Methods on " + problem;
  spec.statement = "The mean-square residual of each method at the same budgets of samples.";
  spec.set = options.parameters;
  spec.family = options.family;
  for (const std::string& name : options.methods)
    spec.methods.push_back({.name = name, .label = name, .options = options.method_options, .set = {}});
  spec.budgets = true;
  spec.horizons = options.budgets;
  spec.replicas = options.replicas;
  spec.seed = options.seed;
  spec.force = options.force;
  return spec;
}

Comparison compare(const std::string& name, const Study::Open& open, const CompareOptions& options) {
  std::vector<Study> studies;
  studies.emplace_back(comparison_spec(name, options), version(), open);
  std::optional<Scratch> scratch;
  if (options.store.empty()) scratch.emplace();
  const Manner manner{options.threads, options.instruction_set, options.checkpoint_seconds, options.watch};
  options.watch.say(event::Begun{});
  StudiesDone done = carry_out(studies, scratch ? scratch->file("compare.db") : options.store, manner, /*limits=*/true);
  Comparison out{.interrupted = done.interrupted};
  if (!done.measured.empty())
    out.rows = std::move(done.measured[0].rows), out.limit = std::move(done.measured[0].limit);
  out.study = std::make_unique<Study>(std::move(studies[0]));
  return out;
}

Comparison compare(const std::string& name_or_path, const CompareOptions& options) {
  const auto open = [&](const std::string& problem, const ChoiceSet& choices) {
    options.watch.say(event::Opening{problem});
    return open_problem(
        problem, {.tell = options.watch.loading, .choices = choices, .instruction_set = options.instruction_set});
  };
  return compare(name_or_path, open, options);
}

}  // namespace twoscale
