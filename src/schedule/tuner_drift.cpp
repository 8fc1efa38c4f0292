// What an epoch's readings say: does y drift, does x. Whether something went wrong is in tuner_guard.cpp.
#include <twoscale/schedule/tuner.hpp>

#include <algorithm>
#include <cmath>

#include "tuner_constants.hpp"

namespace twoscale {

bool Tuner::take_readings(const LegReading& reading, LegRecord& record) {
  const double whole = squared_norm(reading.mean_pull), late = squared_norm(reading.late_pull);
  if (!std::isfinite(reading.noise + whole + late)) return false;
  record.noise = reading.noise, record.moved = reading.moved;
  if (has_blown_up(record)) return false;
  // In the last part what was seen at rest counts where it is less: there is no later look to mend it.
  const bool rest = legs_[leg_].kind == Leg::Kind::rest && noise_ > 0;
  const double noise = rest ? std::min(reading.noise, noise_) : reading.noise;
  // The smaller of the two: a way that was done in the first half does not count.
  const double least = std::min(whole, late), rounding = kRounding * kRounding * squared_norm(reading.mean_point);
  record.drift = least > rounding ? record.length * least / (noise + kTiny) : 0;
  record.slow_drift = least > rounding ? slow_drift(reading, record, noise) : 0;
  record.fast_drift = fast_drift(reading);
  kurtosis_ = reading.kurtosis, in_motion_ = reading.quick_noise;
  return true;
}

/// One direction at a time, against its own noise: in the sum over many the drift of one would drown.
double Tuner::slow_drift(const LegReading& reading, const LegRecord& record, double noise) const {
  double out = 0;
  for (int i = 0; i < slow_directions_.size(); ++i) {
    const double whole = dot(slow_directions_[i], reading.mean_pull),
                 late = dot(slow_directions_[i], reading.late_pull);
    const double square = std::min(whole * whole, late * late);
    const double alone = record.length * square / (reading.noise_along[i] + kTiny);
    const bool onwards = i == 0 && whole > 0 && late > 0;
    if (alone > (onwards ? kOnwards : kBeyondNoise) && horizon() * square > kMatters * noise)
      out = std::max(out, onwards ? kPersistent * alone : alone);
  }
  return out;
}

/// Of x, as far as P does not cancel it. With A u = lambda u, a mean residual r along u says that x is r/lambda away; H
/// is then off by (C - P A) u r/lambda, and the limit has the noise of P* u = C u/lambda in it: lambda, which may be
/// too small to be seen, drops out of their ratio.
double Tuner::fast_drift(const LegReading& reading) const {
  const double L = length(), half = L - std::floor(L / 2);
  double out = 0;
  for (int i = 0; i < fast_directions_.size(); ++i) {
    const FastReading& seen = reading.fast[i];
    const double whole = dot(fast_directions_[i], reading.fast_way) / L,
                 late = dot(fast_directions_[i], reading.fast_late_way) / half;
    const double alone = L * std::min(whole * whole, late * late) / (seen.noise + kTiny);
    if (!(alone > kFastBeyondNoise)) continue;
    if (seen.raw == 0) continue;  // it does not reach y
    if (!(seen.raw > 0)) {        // nothing is known of the leak; what a vector follows of it, it cancels
      const double ahead = correction_ == Correction::followed ? steps_.preconditioner / steps_.fast : 1;
      out = std::max(out, alone / (ahead * ahead));
      continue;
    }
    const double reach = kSlowest * seen.leak * late * half, part = std::min(1.0, seen.leak / seen.raw);
    if (reach * reach > kTolerance * first_pull_) out = std::max(out, part * part * alone);
  }
  return out;
}

}  // namespace twoscale
