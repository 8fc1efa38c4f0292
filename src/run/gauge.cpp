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
  go_on_from(0);
}

void GaugeView::go_on_from(std::uint64_t iterations) const {
  count = iterations;
  const bool is_mark = count == length / 2 || (in_blocks && count % block_of(length) == 0);
  next_mark = is_mark ? count : mark_after(count, length, in_blocks);
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
  const std::uint64_t block = block_of(length), ends = (length - 1) / block;  // the leg's own end is none of them
  const double twice_blocks = 2 * static_cast<double>(block) * std::max(1.0, static_cast<double>(ends) - 1);
  out.long_noise = sums.blocks(0, lane) / twice_blocks;
  out.kurtosis = nearby > 0 ? fourths / nearby : fourths > 0 ? n : 0;
  out.mean_fast = scaled(sums.fasts, lane, 1 / n);
  out.fast_way = sums.ways.lane(lane);
  out.fast_late_way = scaled_late(sums.ways, sums.early_ways, lane, 1);
  for (int i = 0; i < kDirections; ++i) {
    out.noise_along[i] = sums.slow_along[i](0, lane) / twice;
    out.long_noise_along[i] = sums.blocks_along[i](0, lane) / twice_blocks;
    out.fast[i].noise = sums.fast_along[i](0, lane) / twice;
  }
  out.fast_correlation = squares > 0 ? sums.products(0, lane) / squares : 0;
  out.fast_square = squares / n;
  return out;
}

}  // namespace twoscale
