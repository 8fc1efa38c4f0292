#pragma once
// Rows of the residual held against the statistical limit (measure/limit.hpp): what the best method could reach with
// the same samples.

#include <string>
#include <vector>

#include <twoscale/experiment/results.hpp>
#include <twoscale/measure/limit.hpp>

namespace twoscale {

/// What is known of the limit in a study.
struct StudyLimit {
  std::string how;  // of the first problem that has one, in words; empty where none has
  std::string why;  // no row has one, in words; empty where one has
};

/// Fills in `limits` and `over_limit` of the rows of the residual against samples or iterations. A limit is that of a
/// cell's own problem and samples: ratios are taken member by member, and the worst of them is the row's. Left out
/// where the problem tells neither h(y) nor its means, where it has no noise, for a method that is told h(y), and for
/// one that diverged.
StudyLimit add_limits(const Study& study, const std::vector<CellResult>& results, std::vector<RowResult>& rows);

/// Limits that several rows have in common, to within 2 %: the errors of two measurements, and a few samples that one
/// method cannot spend.
struct SharedLimit {
  std::vector<std::size_t> rows;  // which
  std::vector<double> samples, limits, equal_limits;
};
/// In the order of the rows; rows without limits are in none.
std::vector<SharedLimit> shared_limits(const std::vector<const RowResult*>& rows);

inline constexpr const char* kLimitName = "limit";
inline constexpr const char* kEqualLimitName = "limit at an equal split, 2 tr(Sigma)/T";

}  // namespace twoscale
