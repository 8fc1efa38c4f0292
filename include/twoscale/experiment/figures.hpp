#pragma once
// What a report shows of a study: its rows as a table, and a plot of every quantity against what it was held against.

#include <string>
#include <vector>

#include <twoscale/experiment/limits.hpp>
#include <twoscale/report/document.hpp>

namespace twoscale {

/// "-0.489 +- 0.004", or "-0.5" where there is no noise; empty without a fit.
std::string exponent_text(const RowResult& row);
/// "-0.497 to -0.481"
std::string interval_text(const RowResult& row);
/// "at most -0.25", ">= 1/(4 B_N)"; empty where nothing is promised.
std::string promise_text(const RowResult& row);
/// How many of its runs settled: "all", "62 %", "none".
std::string settled_text(const RowResult& row);
/// The verdict's sentence; it begins with meets, better, misses or unresolved where there was a promise.
std::string verdict_text(const RowResult& row);
/// What is measured, as an axis says it: "E |x-x*|^4".
std::string value_text(const SpecRow& row);

std::vector<report::HeatMap> maps_of(const Study& study, const std::vector<CellResult>& results);
/// `command` makes the section again. `limit` is what add_limits said, where it was asked.
report::Section section_of(const Study& study, const std::vector<RowResult>& rows, const std::string& command,
                           const StudyLimit& limit = {});
/// "21.3 +- 0.4": how many times the limit the last value is; empty where the row has none.
std::string over_limit_text(const RowResult& row);
/// A row of a table, and what stands above it: what, promised, measured, interval, settled, verdict.
std::vector<std::string> row_cells(const RowResult& row);
extern const std::vector<std::string> kRowHeader;

}  // namespace twoscale
