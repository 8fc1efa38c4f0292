#pragma once
// EpochAverage: the answer is the mean over the last epoch that is over.
//
//   output = Proj_Y[ (Z_{m+1} + ... + Z_{m+L}) / L ],   Z the slow point before it is projected
//
// Assumes the tuned schedule, which cuts a run into epochs and keeps their means (run/tuning.hpp). Guarantee: as
// TailAverage's, with L in place of tail N; projecting last, it does not keep what a projection cut off on the way.

#include <cstdint>

namespace twoscale {

struct EpochAverage {
  static constexpr const char* name = "epoch-average";
  static constexpr bool averages = false;  // in the state: the epoch does
  static constexpr bool needs_epochs = true;

  double weight(std::uint64_t /*iteration*/, std::uint64_t /*horizon*/) const { return 1; }
};

}  // namespace twoscale
