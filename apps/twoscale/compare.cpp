#include "compare.hpp"

#include <filesystem>

#include <twoscale/core/version.hpp>
#include <twoscale/experiment/compare.hpp>

#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

CompareOptions options_of(const CompareRequest& request) {
  CompareOptions out;
  out.methods = request.methods;
  out.budgets.clear();
  for (const std::string& budget : expand_values("budget", request.budget))
    out.budgets.push_back(whole_number("budget", budget, 1, 1e15));
  for (const auto& [name, values] : names_and_values("--family", request.family))
    out.family.push_back({name, expand_values(name, values)});
  out.parameters = names_and_values("--set", request.parameters);
  out.method_options = names_and_values("--option", request.options);
  out.replicas = static_cast<std::uint32_t>(whole_number("replicas", request.replicas, 1, 4294967295.0));
  out.seed = seed_number(request.seed);
  out.force = request.force;
  return out;
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
  studies.emplace_back(comparison_spec(request.problem, options_of(request)), version(), opening(where));
  return carry_out(studies, where,
                   {.report = {.title = "Methods on " + request.problem,
                               .paragraphs = {},
                               .command = [&request](const Study&) { return command_of(request); }},
                    .print = [](const std::vector<Measured>& measured) { print_comparison(measured[0]); },
                    .limits = true});
}

}  // namespace twoscale::cli
