#include "reproduce.hpp"

#include <algorithm>

#include <twoscale/experiment/trajectory.hpp>

#include <twoscale/core/version.hpp>

#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

struct Embedded {
  const char *file, *text;
};
// One entry for each file of experiments/paper, in their order.
constexpr Embedded kEmbedded[] = {
#include "paper_specs.inc"
};

std::vector<Spec> paper_specs() {
  std::vector<Spec> out;
  for (const Embedded& each : kEmbedded) out.push_back(read_spec(each.text, each.file));
  return out;
}

std::vector<std::string> names_of(const std::vector<Spec>& specs) {
  std::vector<std::string> out;
  for (const Spec& spec : specs) out.push_back(spec.name);
  return out;
}

const Spec& find(const std::vector<Spec>& specs, const std::string& name) {
  for (const Spec& spec : specs)
    if (spec.name == name) return spec;
  throw Error("no study '" + name + "'" + suggestion(name, names_of(specs)) + " (twoscale reproduce --list)");
}

std::vector<Spec> chosen(const std::vector<Spec>& specs, const ReproduceRequest& request) {
  std::vector<Spec> out;
  if (request.only.empty()) out = specs;
  for (const std::string& name : request.only) out.push_back(find(specs, name));
  if (request.full)
    for (Spec& spec : out) spec = full_form(spec);
  return out;
}

int list_specs(const std::vector<Spec>& specs, bool json) {
  if (json) {
    print(specs_json(specs));
    return kDone;
  }
  std::vector<std::vector<std::string>> rows;
  for (const Spec& spec : specs) rows.push_back({spec.name, spec.title});
  print(table(rows, true));
  return kDone;
}

void print_all(const std::vector<Measured>& measured) {
  for (const Measured& each : measured) {
    print(each.study.spec().name + ": " + each.study.spec().title);
    print(rows_table(each.rows) + "\n");
  }
  print(promises_text(measured));
}

}  // namespace

int reproduce(const ReproduceRequest& request) {
  const std::vector<Spec> specs = paper_specs();
  if (request.list) return list_specs(specs, request.study.json);
  if (!request.spec.empty()) {
    print(find(specs, request.spec).text);
    return kDone;
  }
  StudyRequest where = request.study;
  const std::string stem = request.full ? "reproduce-full" : "reproduce";
  if (where.store.empty()) where.store = stem + ".db";
  if (where.output.empty()) where.output = stem + ".html";
  std::vector<Study> studies;
  for (const Spec& spec : chosen(specs, request)) studies.emplace_back(spec, version(), opening(where));
  const std::string form = request.full ? " --full" : "";
  return carry_out(
      studies, where,
      {.report =
           {.title = "Non-expansive two-time-scale stochastic approximation, measured",
            .paragraphs = {"Every statement of the paper that can be measured, with its promise, what was "
                           "measured, a 95 % interval and a verdict at one resolution of the exponent, 0.02, for "
                           "all rows. Nothing is tuned row by row; where a measurement disagrees, the row says so."},
            .command =
                [form](const Study& study) { return "twoscale reproduce" + form + " --only " + study.spec().name; },
            .extra = {trajectory_section()}},
       .print = print_all});
}

}  // namespace twoscale::cli
