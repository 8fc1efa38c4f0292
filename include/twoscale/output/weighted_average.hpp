#pragma once
// WeightedAverage: the answer is a mean of y that weighs late iterates more, and needs no horizon.
//
//   output_k = output_{k-1} + w_k (Y_k - output_{k-1}),   w_k = (p + 1) / (k + p),   k = 1, 2, ...
//
// p -> `weight_power`: Y_k weighs about k^p, so that 0 is the plain mean and the start is forgotten as k^-(p+1).
// The weights are those of polynomial-decay averaging [shamir_zhang_2013]. Guarantee: as TailAverage's, with
// (p + 1)^2 / (2 p + 1) in place of 1 / tail: at p = 3, 16/7.

#include <array>
#include <cstdint>

#include <twoscale/core/setting.hpp>

namespace twoscale {

struct WeightedAverage {
  static constexpr const char* name = "weighted-average";
  static constexpr bool averages = true, needs_epochs = false;
  double weight_power = 3;

  static constexpr std::array<Setting<WeightedAverage>, 1> settings = {{
      {"weight_power", &WeightedAverage::weight_power, Range{.low = 0, .high = 100}, "p: iterate k weighs about k^p"},
  }};

  double weight(std::uint64_t iteration, std::uint64_t /*horizon*/) const {
    return (weight_power + 1) / (static_cast<double>(iteration) + 1 + weight_power);
  }
};

}  // namespace twoscale
