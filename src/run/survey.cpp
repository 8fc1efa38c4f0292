#include <twoscale/run/survey.hpp>

#include <algorithm>
#include <cmath>

namespace twoscale {

namespace {

using Dense = Matrix<Real, kDynamic, kDynamic>;

/// One replica's mean, as a matrix.
Dense mean_matrix(const LaneNumbers& sums, int lane, int rows, int columns, double each) {
  Dense out(rows, columns);
  for (int i = 0; i < sums.size(); ++i) out.entries()[i] = Real(each * sums(i, lane));
  return out;
}

bool is_finite(const Dense& matrix) {
  return std::all_of(matrix.entries().begin(), matrix.entries().end(),
                     [](const Real& entry) { return std::isfinite(entry.lane(0)); });
}

}  // namespace

void SurveyView::begin() const {
  sums.for_each(sums, [](const LaneNumbers& numbers) { std::ranges::fill(numbers.all(), 0.0); });
  count = 0;
}

void SurveyView::settle(const LaneNumbers& preconditioner) const {
  if (sums.fast.size() == 0 || count == 0) return;
  const double each = 1.0 / static_cast<double>(count);
  for (int lane = 0; lane < preconditioner.width(); ++lane) {
    const Dense A = mean_matrix(sums.fast, lane, fast_size, fast_size, each);
    const Dense C = mean_matrix(sums.slow, lane, slow_size, fast_size, each);
    Dense gram = A * transpose(A);
    for (int i = 0; i < gram.entries().size(); ++i) {
      Real& entry = gram.entries()[i];
      entry = entry + Real(each) * (Real(each * sums.grams(i, lane)) - entry);
    }
    const Dense solved = right_divide(C * transpose(A), gram);
    if (!is_finite(solved)) continue;
    for (int i = 0; i < preconditioner.size(); ++i) preconditioner(i, lane) = solved.entries()[i].lane(0);
  }
}

KeptLanes SurveyView::slow() const {
  KeptLanes out(sums.slow);
  const double each = 1.0 / static_cast<double>(count);
  if (count > 0)
    for (double& number : out.view().all()) number = each * number;
  return out;
}

}  // namespace twoscale
