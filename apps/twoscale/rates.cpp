#include "rates.hpp"

#include <filesystem>

#include "terminal.hpp"

namespace twoscale::cli {

int rates(const RatesRequest& request) {
  const Spec short_form = load_spec(request.spec);
  const Spec spec = request.full ? full_form(short_form) : short_form;
  StudyRequest where = request.study;
  const std::string stem = std::filesystem::path(request.spec).stem().string();
  if (where.store.empty()) where.store = stem + ".db";
  if (where.output.empty()) where.output = stem + ".html";
  const std::string file = request.spec;
  std::vector<Study> studies;
  studies.emplace_back(spec, TWOSCALE_VERSION, opening(where));
  return carry_out(studies, where,
                   {.title = spec.title.empty() ? spec.name : spec.title,
                    .paragraphs = {},
                    .command = [file](const Study&) { return "twoscale rates " + file; },
                    .print =
                        [](const std::vector<Measured>& measured) {
                          const Spec& done = measured[0].study.spec();
                          print(done.name + ": " + done.problem + ", " + grouped(done.replicas) + " replicas" +
                                (measured[0].study.members().size() > 1
                                     ? ", worst over " + grouped(measured[0].study.members().size()) + " members"
                                     : ""));
                          print(rows_table(measured[0].rows));
                        },
                    .limits = true});
}

}  // namespace twoscale::cli
