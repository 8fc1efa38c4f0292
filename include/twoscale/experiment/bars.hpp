#pragma once
// Bars: rows that hold a method's residual against the statistical limit, or against the best of the other methods.
//
//   within_limit = b   at the longest horizon, mean over replicas / limit at an equal split, worst over the family
//   within_best = b    at every horizon and on every member, mean / the smallest mean of the study's other methods,
//                      the worst of all of these: best in hindsight, method by method and member by member
//
// met where the upper end of the 95 % interval is at most b, missed where its lower end is above, else not resolved.

#include <vector>

#include <twoscale/experiment/results.hpp>

namespace twoscale {

/// After add_limits: gives rows that have a bar their verdict.
void judge_bars(const Study& study, const std::vector<CellResult>& results, std::vector<RowResult>& rows);

}  // namespace twoscale
