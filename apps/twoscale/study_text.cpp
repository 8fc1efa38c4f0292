#include <algorithm>

#include <twoscale/experiment/figures.hpp>

#include "study.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

std::string rows_table(const std::vector<RowResult>& rows) {
  std::vector<std::vector<std::string>> lines = {{"", "promised", "measured", "95 % interval", "verdict"}};
  for (const RowResult& row : rows)
    lines.push_back(
        {row.label, promise_text(row), exponent_text(row), interval_text(row), row.verdict.sentence});
  return table(lines, true);
}

std::string values_table(const Measured& measured) {
  const Spec& spec = measured.study.spec();
  std::vector<std::vector<std::string>> lines(1);
  lines[0].push_back("");
  for (const std::uint64_t horizon : spec.horizons)
    lines[0].push_back((spec.budgets ? "T = " : "N = ") + brief(static_cast<double>(horizon)));
  lines[0].insert(lines[0].end(), {"exponent", "verdict"});
  for (const RowResult& row : measured.rows) {
    std::vector<std::string> line = {row.label};
    for (std::size_t i = 0; i < spec.horizons.size(); ++i)
      line.push_back(i < row.values.size() ? brief(row.values[i].value) : "");
    line.push_back(exponent_text(row));
    line.push_back(row.verdict.sentence);
    lines.push_back(std::move(line));
  }
  return table(lines, true);
}

}  // namespace twoscale::cli
