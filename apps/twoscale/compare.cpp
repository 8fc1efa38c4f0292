#include "compare.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <twoscale/core/version.hpp>

#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

/// The comparison as the spec that a user could have written.
Spec spec_of(const CompareRequest& request) {
  Spec spec;
  spec.name = "compare";
  spec.problem = request.problem;
  spec.title = "Methods on " + request.problem;
  spec.statement = "The mean-square residual of each method at the same budgets of samples.";
  spec.set = names_and_values("--set", request.parameters);
  for (const auto& [name, values] : names_and_values("--family", request.family)) {
    for (const auto& [set, value] : spec.set)
      if (set == name) throw Error("--set and --family both say what " + name + " is: leave one out");
    spec.family.push_back({name, expand_values(name, values)});
  }
  for (const std::string& name : request.methods) {
    if (std::count(request.methods.begin(), request.methods.end(), name) > 1)
      throw Error("--methods names '" + name + "' twice");
    SpecMethod method{.name = name, .label = name, .options = {}, .set = {}};
    method.options = names_and_values("--option", request.options);
    spec.methods.push_back(std::move(method));
  }
  spec.budgets = true;
  for (const std::string& budget : expand_values("budget", request.budget))
    spec.horizons.push_back(whole_number("budget", budget, 1, 1e15));
  if (std::adjacent_find(spec.horizons.begin(), spec.horizons.end(), std::greater_equal<>()) != spec.horizons.end())
    throw Error::field("budget", request.budget, "increasing");
  spec.replicas = static_cast<std::uint32_t>(whole_number("replicas", request.replicas, 1, 4294967295.0));
  spec.seed = seed_number(request.seed);
  spec.force = request.force;
  return spec;
}

std::string command_of(const CompareRequest& request) {
  std::string out = "twoscale compare " + shell_word(request.problem) + " --methods ";
  for (std::size_t i = 0; i < request.methods.size(); ++i) out += (i ? "," : "") + request.methods[i];
  out += " --budget " + request.budget;
  for (const std::string& text : request.family) out += " --family " + shell_word(text);
  for (const std::string& text : request.parameters) out += " --set " + shell_word(text);
  for (const std::string& text : request.options) out += " --option " + shell_word(text);
  return out + " --replicas " + request.replicas + " --seed " + request.seed;
}

void print_comparison(const Measured& measured) {
  const std::size_t members = measured.study.members().size();
  print("mean-square residual on " + measured.study.spec().problem + ", " + grouped(measured.study.spec().replicas) +
        " replicas" + (members > 1 ? ", worst over " + grouped(members) + " members of the family" : ""));
  print(values_table(measured));
}

}  // namespace

int compare(const CompareRequest& request) {
  StudyRequest where = request.study;
  const std::string stem = std::filesystem::path(request.problem).stem().string() + "-compare";
  if (where.store.empty()) where.store = stem + ".db";
  if (where.output.empty()) where.output = stem + ".html";
  std::vector<Study> studies;
  studies.emplace_back(spec_of(request), version(), opening(where));
  return carry_out(studies, where,
                   {.report = {.title = "Methods on " + request.problem,
                    .paragraphs = {},
                    .command = [&request](const Study&) { return command_of(request); }},
                    .print = [](const std::vector<Measured>& measured) { print_comparison(measured[0]); },
                    .limits = true});
}

}  // namespace twoscale::cli
