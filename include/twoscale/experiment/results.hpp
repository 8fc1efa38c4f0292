#pragma once
// Results: what a store holds of a study, and the rows fitted to it. A study that was stopped has fewer replicas, or
// none at its longest horizons; every row then says what it can.

#include <optional>
#include <string>
#include <vector>

#include <twoscale/core/status.hpp>
#include <twoscale/experiment/study.hpp>
#include <twoscale/store/store.hpp>

namespace twoscale {

struct CellResult {
  std::vector<std::vector<double>> values;  // [quantity][replica], at the end of each replica that ended well
  EndingCounts endings;
};

/// In the order of study.cells(); `jobs` are their numbers in the store.
std::vector<CellResult> read_results(const Study& study, const Store& store, const std::vector<int>& jobs);

/// A row of the table: one exponent, or one bound.
struct RowResult {
  std::string label;  // "raw, slow_exponent 0.7"
  std::size_t method = 0,
              point = 0;  // of the spec; the point is the first of them where the row runs along a swept option
  SpecRow row;
  std::vector<double> scales;      // ascending
  std::vector<Estimate> values;    // at these scales: the worst over the family, or the mean, as the row asks
  std::vector<Estimate> means;     // over the family
  std::vector<std::string> worst;  // the member that is worst there; empty where the family has one member
  std::vector<double> bounds;      // at these scales; empty where the row has none
  // Against the statistical limit (limits.hpp); empty where it is not known or was not asked for.
  // Of each pair the first is for F and G drawn in the best ratio, the second for as many of each.
  std::vector<double> limits, equal_limits;              // at these scales, over the family as the values are
  std::vector<double> limit_samples;                     // the samples T of each
  std::optional<Estimate> over_limit, over_equal_limit;  // value over limit at the last scale: each member's own, then
                                                         // over the family
  std::optional<PowerFit> fit;
  std::optional<double> promise;
  std::uint64_t replicas = 0;         // the fewest of any point
  EndingCounts endings;               // of all its runs
  std::optional<Estimate> over_best;  // where the row has a bar of that kind
  Verdict verdict;
};

std::vector<RowResult> fit_rows(const Study& study, const std::vector<CellResult>& results);

}  // namespace twoscale
