#include "rates.hpp"

#include <filesystem>

#include <twoscale/core/version.hpp>

#include "terminal.hpp"

namespace twoscale::cli {

namespace {

void print_each(const std::vector<Measured>& measured) {
  for (const Measured& each : measured) {
    const Spec& done = each.study.spec();
    const std::size_t members = each.study.members().size();
    print(done.name + ": " + done.problem + ", " + grouped(done.replicas) + " replicas" +
          (members > 1 ? ", worst over " + grouped(members) + " members" : ""));
    print(rows_table(each.rows) + (measured.size() > 1 ? "\n" : ""));
  }
}

}  // namespace

int rates(const RatesRequest& request) {
  SpecList list = load_specs(request.spec);
  if (request.full)
    for (Spec& spec : list.specs) spec = full_form(spec);
  StudyRequest where = request.study;
  const std::string stem = std::filesystem::path(request.spec).stem().string();
  if (where.store.empty()) where.store = stem + ".db";
  if (where.output.empty()) where.output = stem + ".html";
  std::vector<Study> studies;
  for (const Spec& spec : list.specs) studies.emplace_back(spec, version(), opening(where));
  const Spec& first = list.specs[0];
  const auto path_of = [&](const Study& study) {
    return list.paths[static_cast<std::size_t>(&study - studies.data())];
  };
  return carry_out(
      studies, where,
      {.report = {.title = !list.title.empty()   ? list.title
                           : first.title.empty() ? first.name
                                                 : first.title,
                  .paragraphs = {},
                  .command = [&](const Study& study) { return "twoscale rates " + shell_word(path_of(study)); }},
       .print = print_each,
       .limits = true});
}

}  // namespace twoscale::cli
