#pragma once
// TailAverage: the answer is the mean of y over the last part of the run.
//
//   output = (Y_{m+1} + ... + Y_N) / (N - m),   m = floor((1 - tail) N)
//
// tail -> `tail`. Before iteration m the output is Y itself. Assumes a horizon; anytime, each epoch has its own tail.
// Guarantee: none of the paper's. For a smooth h with I - h' invertible and beta of order N^-b, 1/2 < b < 1, averages
// have mean square (I - h')^-1 Sigma (I - h')^-T / (tail N) to first order [polyak_juditsky_1992], hence a residual of
// tr(Sigma) / (tail N): no contraction rate enters. A tail, and not the whole, so that the start is forgotten.

#include <array>
#include <cstdint>

#include <twoscale/core/setting.hpp>

namespace twoscale {

struct TailAverage {
  static constexpr const char* name = "tail-average";
  static constexpr bool averages = true, needs_epochs = false;
  double tail = 0.5;

  static constexpr std::array<Setting<TailAverage>, 1> settings = {{
      {"tail", &TailAverage::tail, Range::above_to(0, 1), "the share of the run, or of an epoch, that is averaged"},
  }};

  double weight(std::uint64_t iteration, std::uint64_t horizon) const {
    const auto skipped = static_cast<std::uint64_t>((1 - tail) * static_cast<double>(horizon));
    return iteration < skipped ? 1 : 1 / static_cast<double>(iteration - skipped + 1);
  }
};

}  // namespace twoscale
