// Quantiles, means, tails and the numbers of a sentence.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include <twoscale/measure/numbers.hpp>

namespace twoscale::detail {

double normal_quantile(double tail) {
  double low = 0, high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (0.5 * std::erfc(middle / std::sqrt(2.0)) > tail ? low : high) = middle;
  }
  return low;
}

void VectorMean::add(const Numbers& v) {
  mean_.resize(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) mean_[i].add(v[i]);
}
Numbers VectorMean::value() const {
  Numbers out;
  for (const Mean& mean : mean_) out.push_back(mean.value());
  return out;
}
double VectorMean::standard_error() const {
  double sum = 0;
  for (const Mean& mean : mean_) sum += mean.variance() / static_cast<double>(mean.count());
  return std::sqrt(sum);
}

Tail tail_shape(std::vector<double>& values) {
  constexpr double kFraction = 0.02;
  const auto wanted = static_cast<std::ptrdiff_t>(kFraction * static_cast<double>(values.size()));
  if (wanted < 2) return {};
  std::partial_sort(values.begin(), values.begin() + wanted + 1, values.end(), std::greater<>());
  // Over a value that many draws share (a lattice, a rare jump) the excess starts at the next one.
  double threshold = values[static_cast<std::size_t>(wanted)];
  std::ptrdiff_t used =
      std::lower_bound(values.begin(), values.begin() + wanted, threshold, std::greater<>()) - values.begin();
  if (used < wanted && used > 1) threshold = values[static_cast<std::size_t>(--used)];
  constexpr std::ptrdiff_t kLeast = 50;
  if (used < kLeast || !std::isfinite(values[0])) return {.used = static_cast<int>(used)};
  // [hosking_wallis_1987]: b0 = E Y, b1 = E (1 - F(Y)) Y, shape = 2 - b0/(b0 - 2 b1).
  double b0 = 0, b1 = 0;
  const auto k = static_cast<double>(used);
  for (std::ptrdiff_t i = 0; i < used; ++i) {
    const double excess = values[static_cast<std::size_t>(i)] - threshold;
    b0 += excess / k;
    b1 += excess * ((static_cast<double>(i) + 0.65) / k) / k;
  }
  if (!(b0 - 2 * b1 > 1e-3 * b0)) return {-1, 0, static_cast<int>(used)};  // as good as bounded
  Tail out{2 - b0 / (b0 - 2 * b1), 0, static_cast<int>(used)};
  const double s = std::clamp(out.shape, -0.5, 0.45);  // the variance is finite below 1/2
  out.standard_error = std::sqrt((1 - s) * (1 - s + 2 * s * s) * (2 - s) * (2 - s) / ((1 - 2 * s) * (3 - 2 * s)) / k);
  return out;
}

std::string brief(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", value);
  return buffer;
}

std::string grouped(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string point(const Numbers& v) {
  constexpr std::size_t kShown = 4;
  std::string out = "(";
  for (std::size_t i = 0; i < v.size() && i < kShown; ++i) out += (i ? ", " : "") + brief(v[i]);
  if (v.size() > kShown) out += ", ... " + grouped(v.size()) + " in all";
  return out + ")";
}

}  // namespace twoscale::detail
