// The course of a tuned run: from leg to leg. What counts as drift is in tuner_drift.cpp, what as trouble in
// tuner_guard.cpp.
#include <twoscale/schedule/tuner.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tuner_constants.hpp"

namespace twoscale {

namespace {

/// y was so far from settled that its mean lies behind: the end is nearer, by what was seen there.
bool is_far(const LegRecord& record, const LegReading& reading) {
  return record.drift > kFar && squared_norm(reading.end_pull) < squared_norm(reading.mean_pull);
}

/// Where x belongs when y goes to its mean; x that is on its way would be thrown back by it.
std::vector<double> mean_fast_unless_drifting(const LegReading& reading, const LegRecord& record) {
  return record.fast_drift > 1 ? std::vector<double>{} : reading.mean_fast;
}

}  // namespace

Tuner::Tuner(const Tuned& schedule, const std::vector<Leg>& legs, Correction correction)
    : schedule_(schedule),
      legs_(legs),
      correction_(correction),
      steps_(schedule.first()),
      largest_slow_step_(schedule.largest_slow_step),
      largest_fast_step_(schedule.largest_fast_step),
      separation_(schedule.separation),
      travel_(schedule.least_travel),
      calm_(std::numeric_limits<double>::infinity()) {
  choose_steps();
}

double Tuner::epoch_length(std::size_t leg) const {
  const bool in_parts = leg + 1 < legs_.size() && legs_[leg + 1].kind == Leg::Kind::rest;
  return static_cast<double>(legs_[leg].length + (in_parts ? legs_[leg + 1].length : 0));
}

/// Where nothing cancels an error of x at once its noise reaches H slowly, and one iteration says little of what an
/// average will have. Where that was measured at the start, it is held to grow and fall as what one iteration says
/// does. Otherwise, while y stands still, blocks of the leg tell; when it moves they would tell of its way, too.
LegReading Tuner::with_slow_noise(LegReading reading) {
  reading.quick_noise = reading.noise;
  if (correction_ == Correction::instant) return reading;
  if (const double known = noise_by_start(reading); known > 0) {
    const double times = known / (reading.noise + kTiny);
    for (double& along : reading.noise_along) along = std::max(times * along, schedule_.widest_noise * known);
    reading.noise = known;
  }
  if (steps_.slow == 0) {
    reading.noise = std::max(reading.noise, reading.long_noise);
    for (int i = 0; i < kDirections; ++i)
      reading.noise_along[i] = std::max(reading.noise_along[i], reading.long_noise_along[i]);
  } else if (noise_ > reading.noise) {
    for (double& along : reading.noise_along) along *= noise_ / (reading.noise + kTiny);
    reading.noise = noise_;
  }
  return reading;
}

double Tuner::noise_by_start(const LegReading& reading) {
  const double of_fast = reading.fast_square * (1 - reading.fast_correlation) / (steps_.fast * steps_.fast);
  if (fast_at_start_ + slow_at_start_ == 0) fast_at_start_ = of_fast, slow_at_start_ = reading.quick_noise;
  const auto grown = [](double known, double now, double start) { return start > 0 ? known * now / start : known; };
  return grown(schedule_.fast_noise, of_fast, fast_at_start_) +
         grown(schedule_.slow_noise, reading.quick_noise, slow_at_start_);
}

Tuner::Decision Tuner::finish(const LegReading& measured) {
  const LegReading reading = with_slow_noise(measured);
  Decision out;
  const Leg::Kind kind = legs_[leg_].kind;
  if (kind == Leg::Kind::epoch || kind == Leg::Kind::rest) out = after_moving(reading);
  else if (kind == Leg::Kind::look && !records_.empty()) out = after_look(reading);
  else if (lost_ == 0 && kind == Leg::Kind::look) take_first_look(reading);
  else if (lost_ == 0) take_survey(reading);
  if (lost_ == 0 && !out.restore) fast_directions_.add(reading.mean_fast);
  lost_ = 0;
  if (!is_last()) {
    ++leg_;
    choose_steps();
  }
  return out;
}

// --- steps

void Tuner::choose_steps() {
  if (legs_.empty()) return;
  switch (legs_[leg_].kind) {
    case Leg::Kind::settle:
    case Leg::Kind::survey:
      steps_.fast = std::min(steps_.fast, largest_fast_step_);
      return;
    case Leg::Kind::look:
      steps_.slow = 0;
      if (records_.empty()) steps_.fast = steps_.preconditioner = largest_fast_step_;
      else choose_fast_steps(is_last() ? schedule_.epoch_growth * records_.back().length : epoch_length(leg_ + 1));
      return;
    case Leg::Kind::epoch:
      steps_.slow = slow_step(epoch_length(leg_));
      [[fallthrough]];
    case Leg::Kind::rest:  // goes on with beta, or with what was made of it
      steps_.slow = std::min({steps_.slow, largest_slow_step_, calm_step(epoch_length(leg_))});
      choose_fast_steps(epoch_length(leg_));
  }
}

double Tuner::fastest_for_x(double length) const {
  return schedule_.followed_step({correction_, separation_, largest_fast_step_}, noise_, length);
}

double Tuner::separation_at(double slow, double length) const {
  return std::max(separation_, schedule_.calm_separation(slow * length));
}

/// Where no drift asks for more: steps beta leave z with about beta/2 of the noise, and where that is more than the
/// pull is, or may be, they only carry y away.
double Tuner::heard_travel(double length) const {
  if (!(noise_ > 0)) return std::numeric_limits<double>::infinity();
  return std::max(1.0, length * (least_pull_ / noise_ + 2 / least_pull_length_));
}

double Tuner::slow_step(double length) const {
  const double travel = travel_ > schedule_.least_travel ? travel_ : std::min(travel_, heard_travel(length));
  return std::min({largest_slow_step_, fastest_for_x(length), travel / length, calm_step(length)});
}

/// Those of an epoch of this length. A look takes the steps of the epoch to come: what x's own fluctuation adds to the
/// answer by curvature or at a boundary is then smaller than it was, and shows.
void Tuner::choose_fast_steps(double length) {
  const double slow = steps_.slow > 0 ? steps_.slow : slow_step(length);
  const double forget = std::max(kForget / (contraction_ > 0 ? contraction_ : 1), fast_travel_) / length;
  if (correction_ == Correction::followed) {  // x stays slow, so that it fluctuates little
    steps_.fast = std::min({largest_fast_step_, schedule_.straight_step(noise_, length),
                            std::max(std::min(separation_, kBesideFollowed) * slow, forget)});
    steps_.preconditioner = std::min(largest_fast_step_, std::max(separation_at(slow, length) * slow, steps_.fast));
    return;
  }
  steps_.fast = std::min({largest_fast_step_, schedule_.straight_step(noise_, length),
                          std::max(separation_at(slow, length) * slow, forget)});
  // gamma = alpha: then the second-order bias of x's noise and that of P's cancel to leading order
  // (docs/beyond-the-paper.md).
  steps_.preconditioner = schedule_.preconditioner_step(steps_.fast, largest_fast_step_);
}

double Tuner::raise(double drift, double longer) const {
  return std::clamp(schedule_.drift_gain * std::sqrt(longer * std::max(0.0, drift)), 1.0, kMostRaise);
}

void Tuner::plan_next_epoch() {
  if (is_last()) return;
  const LegRecord& record = records_.back();
  const double longer = epoch_length(leg_ + 1) / record.length, seen = std::max(record.drift, record.slow_drift);
  const double more = seen < kLittle
                          ? std::max(1 / schedule_.epoch_growth, seen / kLittle)
                          : raise(std::max(record.drift - schedule_.drift_threshold, record.slow_drift), longer);
  travel_ = std::max(schedule_.least_travel, more * record.slow * record.length);
  const double went = record.fast * record.length;
  fast_travel_ = record.fast_drift > 1 ? raise(record.fast_drift, longer) * went
                                       : std::min(fast_travel_, went) / schedule_.epoch_growth;
}

// --- y stands still

void Tuner::take_survey(const LegReading& reading) {
  // Where A was not sampled: with y and the step a held, successive moves of x have correlation -a rho / 2.
  const double seen = reading.derivative_square > 0 ? reading.contraction : -2 * reading.fast_correlation / steps_.fast;
  contraction_ = std::isfinite(seen) ? std::clamp(seen, kLeastContraction, 1.0) : 1;
  leakage_ = reading.leakage;
  // I - a A must shrink in mean square, for x and for P: a E|A|_F^2 / n below 2 rho; a quarter of that.
  if (reading.derivative_square > 0)
    largest_fast_step_ =
        std::min(largest_fast_step_, 0.5 * contraction_ * reading.fast_numbers / reading.derivative_square);
}

void Tuner::take_first_look(const LegReading& reading) {
  noise_ = largest_noise_ = quiet_ = reading.noise;
  first_pull_ = least_pull_ = squared_norm(reading.mean_pull);
  least_pull_length_ = length();
  let_through_ = kAstray;
  at_rest_ = reading.quick_noise;
  expected_noise_ = std::max(at_rest_, first_pull_);  // so much may be on the way that the pull leads
  sound_ = reading.mean_point, sound_fast_ = reading.mean_fast;
  slow_directions_.add(sound_);
}

Tuner::Decision Tuner::after_look(const LegReading& reading) {
  LegRecord& record = records_.back();
  if (lost_ > 0 || record.lost > 0) return {};
  const double M = length(), pull = squared_norm(reading.mean_pull);
  record.rest_noise = reading.noise, record.rest_pull = std::sqrt(pull), record.rest_length = M;
  // Noise in motion may be more than noise at rest. But a short look may also have missed rare events.
  const bool tells = M >= kEnough * kurtosis_;
  if (correction_ != Correction::instant)
    noise_ = reading.noise;  // from blocks: the longer the look, the more of it they see
  else noise_ = tells ? std::min(record.noise, reading.noise) : std::max(record.noise, reading.noise);
  const double stir = tells ? stirred(reading.quick_noise) : 1;
  const bool astray = is_astray(reading, record, stir);
  if (astray || has_grown(pull, reading)) return leave(reading, astray);
  grew_ = lost_in_a_row_ = 0;
  if (pull <= least_pull_) least_pull_ = pull, least_pull_length_ = M;
  doubt_ = pull / (noise_ / M + kTiny);
  if (tells && record.noise > kInflated * reading.noise && record.drift <= kOnItsWay) {
    largest_slow_step_ = std::min(largest_slow_step_, record.slow / 2);
    const double hidden = record.noise / (reading.noise + kTiny);
    record.drift *= hidden, record.slow_drift *= hidden;
  }
  if (is_last() && stir > kSettled) {  // what was averaged is that much noisier than it should be
    record.lost = 1;
    answer_ = sound_;
    return {};
  }
  if (stir > (M >= kPlenty * kurtosis_ ? kStirs : kStirred)) see_feedback(record, stir);
  if (is_last()) add_look_to_answer(reading);
  expect_noise(reading, record, tells, stir);
  sound_ = reading.mean_point, sound_fast_ = reading.mean_fast;
  slow_directions_.add(sound_);
  plan_next_epoch();
  return {};
}

/// The look's samples are of the answer, too. With q the share they are of all, y + q mean(H - y) is the average over
/// all of them where h is constant, and has no larger residual than y for any non-expansive h, to first order: its
/// variance is (1 - a)^2/L + a^2/M with a = q |I - h'| between 0 and 2 q, and that is no more than at a = 0.
void Tuner::add_look_to_answer(const LegReading& reading) {
  const double averaged = records_.back().length / (1 - kept_share_), share = length() / (length() + averaged);
  for (std::size_t i = 0; i < answer_.size(); ++i) answer_[i] += share * reading.mean_pull[i];
}

// --- y moves

Tuner::Decision Tuner::after_moving(const LegReading& reading) {
  LegRecord record{
      .length = length(), .fast = steps_.fast, .preconditioner = steps_.preconditioner, .slow = steps_.slow};
  if (lost_ == 0 && !take_readings(reading, record)) lost_ = 2;  // found out now, and not on the way
  record.lost = lost_ > 0 ? 1 : 0;
  records_.push_back(record);
  if (lost_ == 0) {
    if (legs_[leg_].kind == Leg::Kind::rest) return after_rest(reading);
    return is_first_part() ? after_first_part(reading) : after_epoch(reading);
  }
  kept_share_ = 0;
  if (lost_ == 1) return {};  // cut, and put back, on the way
  ++lost_in_a_row_;
  return go_back();
}

/// y goes to the mean, to be looked at there.
Tuner::Decision Tuner::after_epoch(const LegReading& reading) {
  const bool far = is_far(records_.back(), reading);
  answer_ = far ? reading.end_point : reading.mean_point;
  left_ = squared_norm(far ? reading.end_pull : reading.mean_pull);
  if (far) return {};
  return {.restore = false, .point = answer_, .fast = mean_fast_unless_drifting(reading, records_.back())};
}

/// The first part of the last epoch is averaged with the rest, unless y or x was on its way still.
Tuner::Decision Tuner::after_first_part(const LegReading& reading) {
  if (const double stir = last_look_tells() ? stirred(at_rest_) : 1; stir > kStirred) {  // there is no look to ask
    see_feedback(records_.back(), stir);
    records_.back().lost = 1, ++lost_in_a_row_;
    return go_back();
  }
  const LegRecord& record = records_.back();
  const Decision out = after_epoch(reading);
  const double shorter = record.length / static_cast<double>(legs_[leg_ + 1].length);
  kept_pull_ = reading.mean_pull;
  const bool settled = record.drift <= kOnItsWay && record.fast_drift <= 1;
  kept_share_ = settled ? record.length / epoch_length(leg_) : 0;
  if (record.fast_drift > 1) fast_travel_ = raise(record.fast_drift, shorter) * record.fast * record.length / shorter;
  const double drift = std::max(record.drift > kOnItsWay ? record.drift : 0, record.slow_drift);
  // Not by much: no look is left to mend a step that makes noise of its own.
  steps_.slow = std::min({largest_slow_step_, fastest_for_x(epoch_length(leg_)),
                          steps_.slow * std::min(kLateRaise, raise(drift, shorter)),
                          std::max(steps_.slow, calm_step(epoch_length(leg_)))});
  return record.drift > kOnItsWay ? out : Decision{};
}

Tuner::Decision Tuner::after_rest(const LegReading& reading) {
  if (kept_share_ == 0 || is_far(records_.back(), reading)) {
    kept_share_ = 0;
    return after_epoch(reading);
  }
  double square = 0;
  for (std::size_t i = 0; i < answer_.size(); ++i) {
    answer_[i] = kept_share_ * answer_[i] + (1 - kept_share_) * reading.mean_point[i];
    const double pull = kept_share_ * kept_pull_[i] + (1 - kept_share_) * reading.mean_pull[i];
    square += pull * pull;
  }
  left_ = square;
  return {.restore = false, .point = answer_, .fast = mean_fast_unless_drifting(reading, records_.back())};
}

}  // namespace twoscale
