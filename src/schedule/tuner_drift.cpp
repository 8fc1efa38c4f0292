// What an epoch's readings say: has the noise blown up, does y drift, does x.
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
  kurtosis_ = reading.kurtosis;
  return true;
}

/// Noise that was not there before, and that carries y farther than the pull it started with ever could: x or P has
/// gone astray, or a random factor feeds on itself. It may be rare events all the same: the next time so much is let
/// through.
bool Tuner::has_blown_up(const LegRecord& record) {
  const double usual = first_pull_ + kSure * largest_noise_ / std::max(1.0, least_pull_length_);
  if (record.noise > kBlown * largest_noise_ && record.noise > kBlown * record.length * usual) {
    largest_noise_ = largest_noise_ > 0 ? kBlown * largest_noise_ : record.noise / kBlown;
    return true;
  }
  largest_noise_ = std::max(largest_noise_, record.noise);
  return false;
}

/// No pull took y here: noise did, by and by, to a place with so much more of it than wherever y was led to that a
/// residual that has grown would not show. Noise that was missing at the look before is not meant: rare events, which a
/// look may miss.
bool Tuner::is_astray(const LegReading& reading, const LegRecord& record) const {
  const auto seen = std::find_if(records_.rbegin() + 1, records_.rend(),
                                 [](const LegRecord& r) { return r.lost == 0 && r.rest_length > 0; });
  const double before = seen == records_.rend() ? quiet_ : seen->rest_noise;
  const double hidden = kSure * reading.noise / length(),
               known = least_pull_ + kSure * expected_noise_ / least_pull_length_;
  return record.drift <= kFar && hidden > kGrown * known && reading.noise > let_through_ * expected_noise_ &&
         kBlown * before >= quiet_;
}

/// Noise that grows by kappa times the square of y's distance feeds on itself. Where nothing holds y, its distance
/// grows by dv/dk = beta^2 noise (1 + kappa v): by the end of an epoch the noise is exp(kappa B^2 noise / L) times what
/// it was.
void Tuner::see_feedback(const LegRecord& record, double noise) {
  const double growth = std::log(noise / (expected_noise_ + kTiny)), travel = record.slow * record.length;
  calm_ = std::min(calm_, kCalm * travel * travel / record.length / growth);
}
double Tuner::calm_step(double length) const { return std::sqrt(calm_ / length); }

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
    if (!(seen.raw > 0)) {        // nothing is known of the leak
      out = std::max(out, alone);
      continue;
    }
    const double reach = kSlowest * seen.leak * late * half, part = std::min(1.0, seen.leak / seen.raw);
    if (reach * reach > kTolerance * first_pull_) out = std::max(out, part * part * alone);
  }
  return out;
}

}  // namespace twoscale
