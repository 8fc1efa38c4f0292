#include <twoscale/problem/set/affine.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace twoscale {

namespace {

/// Scaled by the largest entry, so that tiny and huge rows keep their direction.
double length(const std::vector<double>& v) {
  double largest = 0, sum = 0;
  for (double value : v) largest = std::max(largest, std::abs(value));
  if (largest == 0) return 0;
  for (double value : v) sum += (value / largest) * (value / largest);
  return largest * std::sqrt(sum);
}

void require_finite(const char* name, const std::vector<double>& values) {
  for (double value : values)
    if (!std::isfinite(value)) throw Error::field(name, to_text(value), "finite");
}

}  // namespace

Affine::Affine(const std::vector<std::vector<double>>& rows, const std::vector<double>& right_side) {
  if (rows.size() != right_side.size())
    throw Error::field("affine right side", std::to_string(right_side.size()) + " numbers",
                       "one per equation (" + std::to_string(rows.size()) + ")");
  require_finite("affine right side", right_side);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    require_finite("affine row", rows[r]);
    if (rows[r].size() != rows[0].size() || rows[r].empty())
      throw Error::field("affine row " + std::to_string(r), std::to_string(rows[r].size()) + " numbers",
                         "as long as the first row, and not empty");
    std::vector<double> row = rows[r];
    double value = right_side[r];
    double magnitude = std::abs(value);  // of what is added up to make the value: its rounding error's scale
    // Gram-Schmidt twice, which is as good as exact.
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t q = 0; q < rows_.size(); ++q) {
        const double along = std::inner_product(row.begin(), row.end(), rows_[q].begin(), 0.0);
        for (std::size_t i = 0; i < row.size(); ++i) row[i] -= along * rows_[q][i];
        value -= along * right_side_[q];
        magnitude += std::abs(along * right_side_[q]);
      }
    const double size = length(row), scale = length(rows[r]);
    constexpr double kDependent = 1e-12;  // relative to the row as given
    if (size <= kDependent * scale || scale == 0) {
      if (std::abs(value) > kDependent * (scale + magnitude))
        throw Error("affine equation " + std::to_string(r) + " contradicts the ones before it: the set is empty");
      continue;
    }
    for (double& entry : row) entry /= size;
    rows_.push_back(std::move(row));
    right_side_.push_back(value / size);
  }
}

Halfspace::Halfspace(std::vector<double> normal, double bound) : normal_(std::move(normal)), bound_(bound) {
  require_finite("halfspace normal", normal_);
  if (normal_.empty()) throw Error::field("halfspace normal", "()", "not empty");
  if (std::isnan(bound) || bound == -std::numeric_limits<double>::infinity())
    throw Error::field("halfspace bound", to_text(bound), "a number above -infinity, or the set is empty");
  const double size = length(normal_);
  if (size == 0) {
    if (bound < 0)
      throw Error::field("halfspace bound", to_text(bound), "at least 0 when its normal is zero, or the set is empty");
    return;
  }
  for (double& entry : normal_) entry /= size;
  bound_ /= size;
}

}  // namespace twoscale
