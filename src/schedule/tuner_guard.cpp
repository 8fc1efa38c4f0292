// Noise, or trouble: has the noise blown up, did it carry y astray, does motion make it; what follows when something
// went wrong, and how a run ends.
#include <twoscale/schedule/tuner.hpp>

#include <algorithm>
#include <cmath>

#include "tuner_constants.hpp"

namespace twoscale {

// --- noise

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

/// How many times as much noise there was on the way as at the noisier of its ends, or as the pull at the start could
/// make of it. A pull leads y nearer to where it ends, never past a place that much noisier: what is far above one was
/// made by y's own motion.
double Tuner::stirred(double at_end) const { return in_motion_ / (std::max({at_rest_, at_end, first_pull_}) + kTiny); }

/// No pull took y here: noise did, by and by, to a place with so much more of it than wherever y was led to that a
/// residual that has grown would not show. Noise that was missing at the look before is not meant: rare events, which a
/// look may miss.
bool Tuner::is_astray(const LegReading& reading, const LegRecord& record, double stir) const {
  const double hidden = kSure * reading.quick_noise / length(),
               known = least_pull_ + kSure * expected_noise_ / least_pull_length_;
  const double most = length() >= kEnough * kurtosis_ ? let_through_ * kNoisier / kAstray : let_through_;
  return (record.drift <= kFar || stir > kStirred) && hidden > kGrown * known &&
         reading.quick_noise > most * expected_noise_ && kBlown * at_rest_ >= quiet_;
}

/// Here all is well: so much noise is normal from now on.
void Tuner::expect_noise(const LegReading& reading, const LegRecord& record, bool tells, double stir) {
  quiet_ = largest_noise_;
  at_rest_ = reading.quick_noise;
  const bool led = record.drift > kFar && stir <= kStirred;  // by a pull
  const bool rare = !tells && kurtosis_ > kHeavy;
  if (led || rare || expected_noise_ == 0) expected_noise_ = std::max(expected_noise_, at_rest_);
}

/// Noise that grows by kappa times the square of y's distance feeds on itself. Where nothing holds y, its distance
/// grows by dv/dk = beta^2 noise (1 + kappa v): by the end of an epoch the noise is exp(kappa B^2 noise / L) times what
/// it was. `times`: as much as was seen.
void Tuner::see_feedback(const LegRecord& record, double times) {
  const double travel = record.slow * record.length;
  calm_ = std::min(calm_, kCalm * travel * travel / record.length / std::log(times));
}
double Tuner::calm_step(double length) const { return std::sqrt(calm_ / length); }

/// Whether the look before this leg was long enough for a noise like this leg's.
bool Tuner::last_look_tells() const {
  return legs_[leg_ - 1].kind == Leg::Kind::look && static_cast<double>(legs_[leg_ - 1].length) >= kEnough * kurtosis_;
}

// --- what went wrong, and how it ends

/// A step on a non-expansive map never makes the residual larger: one that has surely grown is a sign of steps that are
/// too large, or of an h that expands.
bool Tuner::has_grown(double pull, const LegReading& reading) const {
  const double unsure = kSure * (std::max(noise_, reading.noise) / length() + noise_ / least_pull_length_);
  return !std::isfinite(pull) || (pull > kTolerance * first_pull_ && pull > kGrown * (least_pull_ + unsure));
}

/// The look found y where it should not be.
Tuner::Decision Tuner::leave(const LegReading& reading, bool astray) {
  LegRecord& record = records_.back();
  grew_ = record.lost = 1;
  if (astray) {
    see_feedback(record, reading.quick_noise / (expected_noise_ + kTiny));
    let_through_ *= kAstray;  // the next time
    quiet_ = quiet_ > 0 ? kBlown * quiet_ : reading.noise / kBlown;
  }
  largest_noise_ = quiet_;
  ++lost_in_a_row_;
  steps_.slow = record.slow;
  return go_back();
}

Tuner::Decision Tuner::go_back() {
  shrink();
  kept_share_ = 0;
  const LegRecord& record = records_.back();
  travel_ = std::max(schedule_.least_travel, kCut * record.slow * record.length);
  if (!is_last() && !sound_.empty()) answer_ = sound_;
  return {.restore = true, .point = sound_, .fast = sound_fast_};
}

void Tuner::shrink() {
  ++cuts_;
  // More separation is the cure; x and P are slowed down only where y stood still, or where it has not helped.
  if (steps_.slow > 0) {
    largest_slow_step_ = std::min(largest_slow_step_, kCut * steps_.slow);
    separation_ /= kCut;
  }
  if (steps_.slow == 0 || lost_in_a_row_ > kBlameFast)
    largest_fast_step_ = std::min(largest_fast_step_, kCut * steps_.fast);
}

bool Tuner::cut() {
  lost_ = 1;
  ++lost_in_a_row_;
  shrink();
  steps_.slow = std::min(steps_.slow, largest_slow_step_);
  steps_.fast = std::min(steps_.fast, largest_fast_step_);
  steps_.preconditioner = std::min(steps_.preconditioner, largest_fast_step_);
  return cuts_ < kMostCuts;
}

Finding Tuner::finding() const {
  using Reason = Finding::Reason;
  if (records_.empty() || horizon() < kLeastToTell) return {Ending::still_moving, Reason::too_short, 0};
  if (grew_ > 0 || lost_in_a_row_ > kBlameFast) return {Ending::running_away, Reason::grew, cuts_};
  const LegRecord& last = records_.back();
  if (last.lost > 0) return {Ending::lost, Reason::lost, cuts_};
  if (at_rest_ > kAstray * expected_noise_)
    return {Ending::still_moving, Reason::astray, at_rest_ / (expected_noise_ + kTiny)};
  const double drift = horizon() * left_ / (noise_ + kTiny), of_fast = horizon() / last.length * last.fast_drift;
  const bool nothing_left = left_ <= kTolerance * first_pull_,
             holds = last.rest_pull * last.rest_pull <= kTolerance * first_pull_;
  if (!nothing_left && drift > kSettled) {
    if (cuts_ > kBlameFast) return {Ending::running_away, Reason::grew, cuts_};
    return {Ending::still_moving, Reason::slow_drift, drift};
  }
  if (of_fast > kSettled) return {Ending::still_moving, Reason::fast_drift, of_fast};
  if (!holds && doubt_ > kSure * (1 + last.rest_length / horizon()))
    return {Ending::still_moving, Reason::doubt, doubt_};
  return {};
}

}  // namespace twoscale
