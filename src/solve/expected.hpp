#pragma once
// Expected: how much more than noise a tuned run is expected to leave, by how far y can travel in its last epoch.

#include <algorithm>
#include <cmath>

#include <twoscale/method/method.hpp>

namespace twoscale {

/// Times the noise of an average over a last epoch of this length. Measured on layers of tanh
/// (experiments/large/curved.cpp): an epoch of this travel leaves as much of the way as noise does.
inline double expected_excess(const Tuned& schedule, Correction correction, double noise, double length) {
  constexpr double kEasyTravel = 150;
  if (correction == Correction::instant) return 1;  // it travels as far as y drifts
  const double step =
      schedule.followed_step({correction, schedule.separation, schedule.largest_fast_step}, noise, length);
  return 1 + std::pow(kEasyTravel / (std::min(step, schedule.largest_slow_step) * length), 2);
}

}  // namespace twoscale
