#include <twoscale/run/gauge.hpp>

#include <algorithm>

namespace twoscale {

namespace {

std::vector<double> scaled(const LaneNumbers& numbers, int lane, double scale) {
  std::vector<double> out(numbers.size());
  for (int i = 0; i < numbers.size(); ++i) out[i] = scale * numbers(i, lane);
  return out;
}

/// Of what came after half of the leg.
std::vector<double> scaled_late(const LaneNumbers& numbers, const LaneNumbers& early, int lane, double scale) {
  std::vector<double> out(numbers.size());
  for (int i = 0; i < numbers.size(); ++i) out[i] = scale * (numbers(i, lane) - early(i, lane));
  return out;
}

}  // namespace

void GaugeView::begin(std::uint64_t leg_length) const {
  sums.for_each(sums, [](const LaneNumbers& numbers) { std::ranges::fill(numbers.all(), 0.0); });
  length = leg_length;
  count = 0;
}

LegReading GaugeView::reading(int lane) const {
  const std::uint64_t early = length / 2;
  const double n = static_cast<double>(length), half = static_cast<double>(length - early);
  const double twice = length > 1 ? 2 * (n - 1) : 1;
  const double nearby = sums.nearby(0, lane), fourths = sums.fourths(0, lane), squares = sums.squares(0, lane);
  LegReading out;
  out.mean_point = scaled(sums.points, lane, 1 / n);
  out.mean_pull = scaled(sums.pulls, lane, 1 / n);
  out.late_pull = scaled_late(sums.pulls, sums.early, lane, 1 / half);
  out.end_pull = sums.last_pull.lane(lane);
  out.noise = sums.jumps(0, lane) / twice;
  out.kurtosis = nearby > 0 ? fourths / nearby : fourths > 0 ? n : 0;
  out.mean_fast = scaled(sums.fasts, lane, 1 / n);
  out.fast_way = sums.ways.lane(lane);
  out.fast_late_way = scaled_late(sums.ways, sums.early_ways, lane, 1);
  for (int i = 0; i < kDirections; ++i) {
    out.noise_along[i] = sums.slow_along[i](0, lane) / twice;
    out.fast[i].noise = sums.fast_along[i](0, lane) / twice;
  }
  out.fast_correlation = squares > 0 ? sums.products(0, lane) / squares : 0;
  return out;
}

}  // namespace twoscale
