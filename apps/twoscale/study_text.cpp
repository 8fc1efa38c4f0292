#include <algorithm>

#include <twoscale/experiment/figures.hpp>

#include "study.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

std::string rows_table(const std::vector<RowResult>& rows) {
  std::vector<std::vector<std::string>> lines = {{"", "promised", "measured", "95 % interval", "verdict"}};
  for (const RowResult& row : rows)
    lines.push_back({row.label, promise_text(row), exponent_text(row), interval_text(row), row.verdict.sentence});
  return table(lines, true);
}

namespace {

std::string value_with_error(const Estimate& value) {
  return brief(value.value) + (value.standard_error > 0 ? " +- " + brief(value.standard_error) : "");
}

std::vector<std::string> values_line(const std::string& label, const std::vector<Estimate>& values,
                                     std::size_t columns) {
  std::vector<std::string> line = {label};
  for (std::size_t i = 0; i < columns; ++i) line.push_back(i < values.size() ? value_with_error(values[i]) : "");
  return line;
}

}  // namespace

std::string values_table(const Measured& measured) {
  const Spec& spec = measured.study.spec();
  const bool family = measured.study.members().size() > 1;
  std::vector<std::vector<std::string>> lines(1);
  lines[0].push_back("");
  for (const std::uint64_t horizon : spec.horizons)
    lines[0].push_back((spec.budgets ? "T = " : "N = ") + brief(static_cast<double>(horizon)));
  lines[0].insert(lines[0].end(), {"exponent", "verdict"});
  for (const RowResult& row : measured.rows) {
    lines.push_back(values_line(row.label + (family ? ", worst" : ""), row.values, spec.horizons.size()));
    lines.back().push_back(exponent_text(row));
    lines.back().push_back(row.verdict.sentence);
    if (family) lines.push_back(values_line("  mean over the family", row.means, spec.horizons.size()));
  }
  return table(lines, true);
}

}  // namespace twoscale::cli
