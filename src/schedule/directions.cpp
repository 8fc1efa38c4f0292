#include <twoscale/schedule/directions.hpp>

#include <cmath>

#include <twoscale/schedule/leg.hpp>

namespace twoscale {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
double squared_norm(const std::vector<double>& v) { return dot(v, v); }

namespace {

/// Takes what the first `count` have of it out of a way, and makes the rest one long; false where nothing is left.
bool make_orthonormal(std::vector<double>& way, const std::vector<std::vector<double>>& others, std::size_t count) {
  constexpr double kLeast = 1e-6;
  const double before = std::sqrt(squared_norm(way));
  if (!(before > 0 && std::isfinite(before))) return false;
  for (double& value : way) value /= before;
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t j = 0; j < count; ++j) {
      const double along = dot(others[j], way);
      for (std::size_t i = 0; i < way.size(); ++i) way[i] -= along * others[j][i];
    }
  const double length = std::sqrt(squared_norm(way));
  if (length < kLeast) return false;
  for (double& value : way) value /= length;
  return true;
}

}  // namespace

void Directions::add(const std::vector<double>& point) {
  if (last_.empty()) {
    last_ = point;
    return;
  }
  std::vector<std::vector<double>> all(1, point);
  for (std::size_t i = 0; i < point.size(); ++i) all[0][i] -= last_[i];
  last_ = point;
  all.insert(all.end(), ways_.begin(), ways_.end());
  std::vector<std::vector<double>> kept;
  for (std::vector<double>& way : all)
    if (kept.size() < kDirections && make_orthonormal(way, kept, kept.size())) kept.push_back(std::move(way));
  ways_ = std::move(kept);
}

}  // namespace twoscale
