#include <twoscale/core/text.hpp>
#include <twoscale/core/version.hpp>
#include <twoscale/experiment/carry_out.hpp>
#include <twoscale/experiment/figures.hpp>

namespace twoscale {

report::Document document_of(const std::vector<Measured>& measured, const Presentation& presentation) {
  report::Document out;
  out.title = presentation.title;
  out.paragraphs = presentation.paragraphs;
  out.summary.header = kRowHeader;
  out.summary.header.insert(out.summary.header.begin(), "study");
  out.summary.verdict_column = static_cast<int>(kRowHeader.size());
  for (const Measured& each : measured) {
    const std::string& name = each.study.spec().name;
    for (const RowResult& row : each.rows) {
      out.summary.rows.push_back(row_cells(row));
      out.summary.rows.back().insert(out.summary.rows.back().begin(), name);
      out.summary.links.push_back(name);
    }
    out.sections.push_back(section_of(each.study, each.rows, presentation.command(each.study), each.limit));
    out.sections.back().maps = maps_of(each.study, each.cells);
  }
  if (measured.size() == 1) {  // its rows and its title stand above already
    out.sections.back().title = "What was measured";
    out.sections.back().table = {};
  }
  out.sections.insert(out.sections.end(), presentation.extra.begin(), presentation.extra.end());
  out.facts = {{"twoscale", version()}};
  for (const Measured& each : measured)
    out.facts.emplace_back(each.study.spec().name, "seed " + std::to_string(each.study.spec().seed) + ", " +
                                                       text::grouped(each.study.spec().replicas) +
                                                       (each.study.spec().replicas == 1 ? " replica" : " replicas"));
  return out;
}

}  // namespace twoscale
