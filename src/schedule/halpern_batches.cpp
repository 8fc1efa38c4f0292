#include <twoscale/schedule/halpern_batches.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/elementary.hpp>
#include <twoscale/schedule/polynomial.hpp>
#include "require_horizon.hpp"

namespace twoscale {

std::uint64_t HalpernBatches::start(std::uint64_t batch) const {
  const double k = static_cast<double>(batch), p = batch_power;
  // A hair above, so that an exact power is not pushed down by its rounding error.
  const double grown = batch == 0 ? 0 : batch_scale * (p == 0 ? k : power(k, p + 1) * (1 + 1e-13) / (p + 1));
  return batch + static_cast<std::uint64_t>(std::min(grown, 0x1p62));
}

std::uint64_t HalpernBatches::batch_of(std::uint64_t iteration) const {
  // S_k >= k, and S_k >= batch_scale k^(p+1)/(p+1): two bounds from above, the second with room for rounding.
  const double i = static_cast<double>(iteration) + 1, p = batch_power;
  const double bound = batch_scale > 0 ? power(i * (p + 1) / batch_scale, 1 / (p + 1)) * (1 + 1e-9) + 2 : i;
  std::uint64_t low = 0, high = static_cast<std::uint64_t>(std::min(bound, i));  // S_low <= iteration < S_high
  while (low + 1 < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    (start(middle) <= iteration ? low : high) = middle;
  }
  return low;
}

Steps HalpernBatches::at(std::uint64_t iteration, std::uint64_t horizon) const {
  Steps out;
  fill(iteration, horizon, {&out, 1});
  return out;
}

void HalpernBatches::fill(std::uint64_t first, std::uint64_t horizon, std::span<Steps> out) const {
  Polynomial{.fast_scale = fast_scale, .fast_exponent = fast_exponent}.fill(first, horizon, out);
  std::uint64_t k = batch_of(first), begin = start(k), end = start(k + 1);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t iteration = first + i;
    if (iteration == end) ++k, begin = end, end = start(k + 1);
    out[i].slow = 0;
    out[i].anchor = 1 / (static_cast<double>(k) + 2);
    out[i].share = 1 / static_cast<double>(iteration - begin + 1);
    out[i].last = iteration + 1 == end ? 1 : 0;
  }
}

void HalpernBatches::validate(std::uint64_t horizon) const {
  const std::string why = detail::above_one("fast step", fast_scale);
  if (!why.empty()) throw Error("halpern-batches schedule: at iteration 0 " + why + "; reduce its scale");
  detail::require_horizon(horizon, [this](std::uint64_t N) {
    return N < start(1) ? "the first batch has " + std::to_string(start(1)) + " iterations" : std::string();
  });
}

}  // namespace twoscale
