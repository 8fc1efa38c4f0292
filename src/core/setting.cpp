#include <twoscale/core/setting.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace twoscale {

bool Range::contains(double value) const {
  if (!std::isfinite(value)) return false;
  if (value < low || (low_open && value == low)) return false;
  if (value > high || (high_open && value == high)) return false;
  return !whole || value == std::floor(value);
}

std::string Range::describe() const {
  const bool bounded_below = std::isfinite(low), bounded_above = std::isfinite(high);
  const std::string kind = whole ? "a whole number " : "";
  if (whole && low == 0 && high == 1) return "0 or 1";
  if (bounded_below && bounded_above)
    return kind + "in " + (low_open ? "(" : "[") + to_text(low) + ", " + to_text(high) + (high_open ? ")" : "]");
  if (bounded_below) return kind + (low_open ? "above " : "at least ") + to_text(low);
  if (bounded_above) return kind + (high_open ? "below " : "at most ") + to_text(high);
  return whole ? "a whole number" : "a finite number";
}

void require_in_range(const std::string& name, double value, const Range& range) {
  if (!range.contains(value)) throw Error::field(name, to_text(value), range.describe());
}

namespace {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  int best_distance = std::max<int>(2, static_cast<int>(word.size()) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    if (distance < best_distance) best = &candidate, best_distance = distance;
  }
  return best ? "; did you mean '" + *best + "'?" : "";
}

}  // namespace twoscale
