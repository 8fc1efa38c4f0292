#include <twoscale/schedule/tuner.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

constexpr double kMostRaise = 50;       // of B from one epoch to the next: its drift says no more than that
constexpr double kFar = 25;             // drift above it: the mean of the epoch lies behind
constexpr double kLittle = 0.2;         // drift below it: B was more than enough
constexpr double kOnItsWay = 2;         // drift in the first third of the last epoch: then that third is not averaged
constexpr double kMatters = 0.1;        // of the limit: drift in one direction below it is left alone
constexpr double kOnwards = 4;           // squared drift along the way y went last, over its noise
constexpr double kPersistent = 6;         // a slow direction has farther to go than its drift tells
constexpr double kBeyondNoise = 7;      // squared drift in one direction over its noise
constexpr double kFastBeyondNoise = 6;  // the same of x
constexpr double kGrown = 4;            // times the squared residual before: surely grown,
constexpr double kSure = 9;             // besides so many times what noise gives
constexpr double kSettled = 8;          // N |mean(H - z)|^2 / noise at most
constexpr double kTolerance = 1e-10;    // or so much of what it was at the start
constexpr double kSlowest = 10;         // x may have so many times as far to go as it went
constexpr double kRounding = 1e-14;
constexpr double kBlown = 100;    // times the noise before, and what it could be if the pull were all there is
constexpr double kInflated = 9;   // times the noise at rest: y moves too fast
constexpr double kEnoughSeen = 10;
constexpr double kCut = 0.25;     // of every step, when something went wrong
constexpr double kBlameFast = 2;  // legs lost in a row: then x's step is cut, too
constexpr double kMostCuts = 20;  // 4^20: then it is not the steps
constexpr double kForget = 10;    // alpha L rho is at least this: x forgets its start within an epoch
constexpr double kTiny = 1e-300;

/// y was so far from settled that its mean lies behind: the end is nearer.
bool is_far(const LegRecord& record, const LegReading& reading) {
  return record.drift > kFar && squared_norm(reading.end_pull) < squared_norm(reading.mean_pull);
}

/// Where x belongs when y goes to its mean; x that is on its way would be thrown back by it.
std::vector<double> mean_fast_unless_drifting(const LegReading& reading, const LegRecord& record) {
  return record.fast_drift > 1 ? std::vector<double>{} : reading.mean_fast;
}

}  // namespace

Tuner::Tuner(const Tuned& schedule, const std::vector<Leg>& legs)
    : schedule_(schedule),
      legs_(legs),
      steps_(schedule.first()),
      largest_slow_step_(schedule.largest_slow_step),
      largest_fast_step_(schedule.largest_fast_step),
      travel_(schedule.least_travel) {
  choose_steps();
}

double Tuner::epoch_length(std::size_t leg) const {
  const bool in_parts = leg + 1 < legs_.size() && legs_[leg + 1].kind == Leg::Kind::rest;
  return static_cast<double>(legs_[leg].length + (in_parts ? legs_[leg + 1].length : 0));
}

void Tuner::choose_steps() {
  if (legs_.empty()) return;
  const Leg::Kind kind = legs_[leg_].kind;
  if (kind == Leg::Kind::settle || kind == Leg::Kind::survey) {
    steps_.fast = std::min(steps_.fast, largest_fast_step_);
    return;
  }
  if (kind == Leg::Kind::look && records_.empty()) {
    steps_.fast = steps_.preconditioner = largest_fast_step_;
    return;
  }
  // A look takes the fast steps of the epoch to come, or what they would be.
  const bool look = kind == Leg::Kind::look, last = leg_ + 1 == legs_.size();
  const double L = look ? (last ? schedule_.epoch_growth * records_.back().length : epoch_length(leg_ + 1)) : epoch_length(leg_);
  const double rho = contraction_ > 0 ? contraction_ : 1;
  if (kind != Leg::Kind::rest) steps_.slow = std::min({largest_slow_step_, largest_fast_step_, travel_ / L});
  const double least = std::max(kForget / rho, fast_travel_) / L;
  steps_.fast = std::min(largest_fast_step_, std::max(schedule_.separation * steps_.slow, least));
  // gamma = alpha: then the second-order bias of x's noise and that of P's cancel to leading order
  // (docs/beyond-the-paper.md).
  steps_.preconditioner = std::min(largest_fast_step_, schedule_.preconditioner_ratio * steps_.fast);
  if (look) steps_.slow = 0;
}

void Tuner::take_survey(const LegReading& reading) {
  // Where A was not sampled: with y and the step a held, successive moves of x have correlation -a rho / 2.
  const double seen = reading.derivative_square > 0 ? reading.contraction : -2 * reading.fast_correlation / steps_.fast;
  contraction_ = std::isfinite(seen) ? std::clamp(seen, 0.01, 1.0) : 1;
  leakage_ = reading.leakage;
  // I - a A must shrink in mean square, for x and for P: a E|A|_F^2 / n below 2 rho; a quarter of that.
  if (reading.derivative_square > 0)
    largest_fast_step_ =
        std::min(largest_fast_step_, 0.5 * contraction_ * reading.fast_numbers / reading.derivative_square);
}

double Tuner::raise(double drift, double longer) const {
  return std::clamp(schedule_.drift_gain * std::sqrt(longer * std::max(0.0, drift)), 1.0, kMostRaise);
}

void Tuner::take_first_look(const LegReading& reading) {
  noise_ = largest_noise_ = reading.noise;
  first_pull_ = least_pull_ = squared_norm(reading.mean_pull);
  least_length_ = static_cast<double>(legs_[leg_].length);
  sound_ = reading.mean_point, sound_fast_ = reading.mean_fast;
  slow_directions_.add(sound_);
}

/// The drift of x in its slowest directions, where it is beyond noise, as far as P does not cancel it: its share of the
/// limit does not depend on how slow they are, since P* u = C u / lambda and x is r / lambda away.
double Tuner::fast_drift(const LegReading& reading) const {
  const double L = static_cast<double>(legs_[leg_].length), half = L - std::floor(L / 2);
  double out = 0;
  for (int i = 0; i < fast_directions_.size(); ++i) {
    const double whole = dot(fast_directions_[i], reading.fast_way) / L,
                 late = dot(fast_directions_[i], reading.fast_late_way) / half;
    const double over = L * std::min(whole * whole, late * late) / (reading.fast[i].noise + kTiny);
    const double part = reading.fast[i].raw > 0 ? std::min(1.0, reading.fast[i].leak / reading.fast[i].raw) : 1;
    // What it moves H by is nothing beside what is asked of H.
    const double reach = kSlowest * reading.fast[i].leak * late * half;
    if (over > kFastBeyondNoise && reach * reach > kTolerance * first_pull_) out = std::max(out, part * part * over);
  }
  return out;
}

/// False: what was measured cannot be.
bool Tuner::take_readings(const LegReading& reading, LegRecord& record) {
  const double whole = squared_norm(reading.mean_pull), late = squared_norm(reading.late_pull), L = record.length;
  record.noise = reading.noise;
  record.moved = reading.moved;
  record.pull = std::sqrt(whole);
  if (!std::isfinite(record.noise + whole + late)) return false;
  // Noise that was not there before, and that carries y farther than its pull ever could.
  const double usual = first_pull_ + kSure * largest_noise_ / std::max(1.0, least_length_);
  if (record.noise > kBlown * largest_noise_ && record.noise > kBlown * L * usual) {
    largest_noise_ = largest_noise_ > 0 ? kBlown * largest_noise_ : record.noise / kBlown;  // next time it may be noise
    return false;
  }
  largest_noise_ = std::max(largest_noise_, record.noise);
  const double floor = kRounding * kRounding * squared_norm(reading.mean_point);
  const double noise = std::min(reading.noise, noise_ > 0 && is_last_part() ? noise_ : reading.noise);
  // The smaller of the two: a way that was done in the first half does not count.
  const auto over = [&](double square, double of) { return square > floor ? L * square / (of + kTiny) : 0; };
  record.drift = over(std::min(whole, late), noise);
  for (int i = 0; i < slow_directions_.size(); ++i) {
    const double a = dot(slow_directions_[i], reading.mean_pull), b = dot(slow_directions_[i], reading.late_pull);
    const double least = std::min(a * a, b * b);
    const double alone = over(least, reading.noise_along[i]);
    // On along the last way: less is needed to believe it.
    const bool onwards = i == 0 && a > 0 && b > 0;
    if (alone > (onwards ? kOnwards : kBeyondNoise) && over(least, noise) * horizon() / L > kMatters)
      record.slow_drift = std::max(record.slow_drift, onwards ? kPersistent * alone : alone);
  }
  record.fast_drift = fast_drift(reading);
  pull_ = reading.mean_pull, late_pull_ = reading.late_pull, kurtosis_ = reading.kurtosis;
  return true;
}

/// The first part of the last epoch is averaged with the rest, unless y was on its way still.
Tuner::Decision Tuner::after_first_part(const LegReading& reading, const LegRecord& record) {
  answer_ = reading.mean_point;
  left_ = squared_norm(reading.mean_pull);
  kept_pull_ = reading.mean_pull;
  kept_share_ = record.length / epoch_length(leg_);
  const double longer = static_cast<double>(legs_[leg_ + 1].length) / record.length;
  if (record.fast_drift > 1) {
    steps_.fast = std::min(largest_fast_step_, steps_.fast * raise(record.fast_drift, 1 / longer));
    steps_.preconditioner = std::min(largest_fast_step_, schedule_.preconditioner_ratio * steps_.fast);
    kept_share_ = 0;
  }
  if (record.drift <= kOnItsWay && record.slow_drift == 0) return {};
  steps_.slow = std::min({largest_slow_step_, largest_fast_step_,
                          steps_.slow * raise(std::max(record.drift, record.slow_drift), 1 / longer)});
  if (record.drift <= kOnItsWay) return {};  // in a few directions only: the average is worth more than they are
  kept_share_ = 0;
  if (is_far(record, reading)) return {};
  return {.restore = false, .point = reading.mean_point, .fast = mean_fast_unless_drifting(reading, record)};
}

Tuner::Decision Tuner::after_rest(const LegReading& reading) {
  if (is_far(records_.back(), reading)) {
    answer_ = reading.end_point, left_ = squared_norm(reading.end_pull);
    return {};
  }
  if (answer_.empty()) answer_ = reading.mean_point;
  std::vector<double> pull = reading.mean_pull;
  for (std::size_t i = 0; i < answer_.size(); ++i) {
    answer_[i] = kept_share_ * answer_[i] + (1 - kept_share_) * reading.mean_point[i];
    pull[i] = kept_share_ * (kept_share_ > 0 ? kept_pull_[i] : 0) + (1 - kept_share_) * pull[i];
  }
  left_ = squared_norm(pull);
  return {.restore = false, .point = answer_, .fast = mean_fast_unless_drifting(reading, records_.back())};
}

Tuner::Decision Tuner::after_moving(const LegReading& reading) {
  LegRecord record{.length = static_cast<double>(legs_[leg_].length),
                   .fast = steps_.fast,
                   .preconditioner = steps_.preconditioner,
                   .slow = steps_.slow};
  Decision out;
  if (lost_ == 0 && !take_readings(reading, record)) {
    shrink();
    lost_ = 1;
    out = {.restore = true, .point = sound_, .fast = sound_fast_};
  }
  record.lost = lost_;
  in_a_row_ = lost_ > 0 ? in_a_row_ + 1 : in_a_row_;
  if (lost_ > 0)
    record.noise = record.drift = record.moved = record.slow_drift = record.fast_drift = 0;  // not numbers, or nothing to go by
  records_.push_back(record);
  if (lost_ > 0) {
    kept_share_ = 0, travel_ = std::max(schedule_.least_travel, kCut * record.slow * record.length);
    return out;
  }
  if (is_last_part()) return after_rest(reading);
  if (is_first_part()) return after_first_part(reading, record);
  answer_ = is_far(record, reading) ? reading.end_point : reading.mean_point;
  left_ = squared_norm(is_far(record, reading) ? reading.end_pull : reading.mean_pull);
  if (is_far(record, reading)) return {};
  return {.restore = false, .point = reading.mean_point, .fast = mean_fast_unless_drifting(reading, record)};
}

/// What the epoch said of drift, with the noise at rest, decides how far the next one travels.
void Tuner::plan_epoch() {
  LegRecord& record = records_.back();
  if (leg_ + 1 >= legs_.size()) return;
  const double longer = epoch_length(leg_ + 1) / record.length;
  const double seen = std::max(record.drift, record.slow_drift);
  double more = raise(std::max(record.drift - schedule_.drift_threshold, record.slow_drift), longer);
  if (seen < kLittle) more = std::max(1 / schedule_.epoch_growth, seen / kLittle);
  travel_ = std::max(schedule_.least_travel, more * record.slow * record.length);
  if (record.fast_drift > 1) fast_travel_ = raise(record.fast_drift, longer) * record.fast * record.length;
}

Tuner::Decision Tuner::after_look(const LegReading& reading) {
  LegRecord& record = records_.back();
  const double M = static_cast<double>(legs_[leg_].length), pull = squared_norm(reading.mean_pull);
  if (lost_ > 0 || record.lost > 0) return {};
  record.rest_noise = reading.noise, record.rest_pull = std::sqrt(pull), record.rest_length = M;
  // A short look may have missed rare events that the epoch saw.
  const bool reliable = M >= kEnoughSeen * kurtosis_;
  noise_ = reliable ? std::min(record.noise, reading.noise) : std::max(record.noise, reading.noise);
  const double unsure = kSure * (std::max(noise_, reading.noise) / M + noise_ / least_length_);
  const bool grew = pull > kTolerance * first_pull_ && pull > kGrown * (least_pull_ + unsure);
  grew_ = !std::isfinite(pull) || grew ? 1 : 0;
  if (grew_ > 0) {
    steps_.slow = record.slow;
    shrink();
    ++in_a_row_;
    record.lost = 1;
    travel_ = std::max(schedule_.least_travel, kCut * record.slow * record.length);
    kept_share_ = 0;
    if (leg_ + 1 < legs_.size()) answer_ = sound_;
    return {.restore = true, .point = sound_, .fast = sound_fast_};
  }
  in_a_row_ = 0;
  if (pull <= least_pull_) least_pull_ = pull, least_length_ = M;
  doubt_ = pull / (noise_ / M + kTiny);
  if (leg_ + 1 == legs_.size()) {  // these samples, too, are of the answer: never worse for a non-expansive h
    const double share = M / (M + (kept_share_ > 0 ? record.length / (1 - kept_share_) : record.length));
    for (std::size_t i = 0; i < answer_.size(); ++i) answer_[i] += share * reading.mean_pull[i];
  }
  sound_ = reading.mean_point, sound_fast_ = reading.mean_fast;
  slow_directions_.add(sound_);
  if (reliable && record.noise > kInflated * reading.noise && record.drift <= kOnItsWay) {
    largest_slow_step_ = std::min(largest_slow_step_, record.slow / 2);
    record.drift *= record.noise / (reading.noise + kTiny), record.slow_drift *= record.noise / (reading.noise + kTiny);
  }
  plan_epoch();
  return {};
}

Tuner::Decision Tuner::finish(const LegReading& reading) {
  Decision out;
  switch (legs_[leg_].kind) {
    case Leg::Kind::settle:
    case Leg::Kind::survey:
      if (lost_ == 0) take_survey(reading);
      break;
    case Leg::Kind::look:
      if (records_.empty()) {
        if (lost_ == 0) take_first_look(reading);
      } else {
        out = after_look(reading);
      }
      break;
    default:
      out = after_moving(reading);
  }
  if (lost_ == 0 && !out.restore) fast_directions_.add(reading.mean_fast);
  lost_ = 0;
  if (leg_ + 1 < legs_.size()) {
    ++leg_;
    choose_steps();
  }
  return out;
}

Ending Tuner::ending() const {
  if (records_.empty()) return Ending::still_moving;
  if (grew_ > 0 || in_a_row_ > 2) return Ending::running_away;
  if (records_.back().lost > 0) return Ending::lost;
  const double N = horizon();
  if (left_ > kTolerance * first_pull_ && N * left_ > kSettled * noise_) return Ending::still_moving;
  const LegRecord& last = records_.back();
  if (last.rest_pull * last.rest_pull > kTolerance * first_pull_ && doubt_ > kSure * (1 + last.rest_length / N))
    return Ending::still_moving;
  if (last.fast_drift * N / last.length > kSettled) return Ending::still_moving;
  return Ending::settled;
}

void Tuner::shrink() {
  ++cuts_;
  // More separation is the cure; x and P are slowed down only where y stood still, or where it has not helped.
  if (steps_.slow > 0) largest_slow_step_ = std::min(largest_slow_step_, kCut * steps_.slow);
  if (steps_.slow == 0 || in_a_row_ >= kBlameFast) largest_fast_step_ = std::min(largest_fast_step_, kCut * steps_.fast);
}

bool Tuner::cut() {
  lost_ = 1;
  ++in_a_row_;
  shrink();
  steps_.slow = std::min(steps_.slow, largest_slow_step_);
  steps_.fast = std::min(steps_.fast, largest_fast_step_);
  steps_.preconditioner = std::min(steps_.preconditioner, largest_fast_step_);
  return cuts_ < kMostCuts;
}

namespace {

/// Numbers one after the other into a vector.
struct NumberWriter {
  std::vector<double>& out;
  void operator()(double value) { out.push_back(value); }
  template <class T>
  void operator()(const std::vector<T>& values) {
    (*this)(static_cast<double>(values.size()));
    for (const T& value : values) (*this)(value);
  }
};

/// And back.
struct NumberReader {
  std::span<const double>& rest;
  template <class Number>
  void operator()(Number& value) {
    if (rest.empty()) detail::refuse_tuning();
    value = static_cast<Number>(rest.front());
    rest = rest.subspan(1);
  }
  template <class T>
  void operator()(std::vector<T>& values) {
    values.resize(size());
    for (T& value : values) (*this)(value);
  }
  std::size_t size() {
    double count = 0;
    (*this)(count);
    if (!(count >= 0 && count <= static_cast<double>(rest.size()))) detail::refuse_tuning();
    return static_cast<std::size_t>(count);
  }
};

template <class Record, class Archive>
void visit_record(Record& record, Archive& archive) {
  archive(record.length), archive(record.fast), archive(record.preconditioner), archive(record.slow);
  archive(record.noise), archive(record.drift), archive(record.moved), archive(record.lost);
  archive(record.slow_drift), archive(record.fast_drift), archive(record.pull);
  archive(record.rest_noise), archive(record.rest_pull), archive(record.rest_length);
}

}  // namespace

/// Everything that changes, in one order for both.
template <class Self, class Archive>
void Tuner::visit(Self& self, Archive& archive) {
  archive(self.leg_), archive(self.cuts_), archive(self.lost_), archive(self.grew_), archive(self.in_a_row_);
  archive(self.travel_), archive(self.fast_travel_), archive(self.contraction_), archive(self.leakage_);
  archive(self.steps_.fast), archive(self.steps_.preconditioner), archive(self.steps_.slow);
  archive(self.largest_fast_step_), archive(self.largest_slow_step_), archive(self.noise_), archive(self.kept_share_);
  archive(self.first_pull_), archive(self.least_pull_), archive(self.least_length_), archive(self.left_);
  archive(self.kurtosis_), archive(self.doubt_), archive(self.largest_noise_);
  archive(self.kept_pull_), archive(self.pull_), archive(self.late_pull_), archive(self.sound_);
  archive(self.sound_fast_), archive(self.answer_);
  Directions::visit(self.slow_directions_, archive), Directions::visit(self.fast_directions_, archive);
}

std::vector<double> Tuner::numbers() const {
  std::vector<double> out;
  NumberWriter writer{out};
  visit(*this, writer);
  writer(static_cast<double>(records_.size()));
  for (const LegRecord& record : records_) visit_record(record, writer);
  return out;
}

std::span<const double> Tuner::load(std::span<const double> numbers) {
  NumberReader reader{numbers};
  visit(*this, reader);
  records_.resize(reader.size());
  for (LegRecord& record : records_) visit_record(record, reader);
  return numbers;
}

void detail::refuse_tuning() { throw Error("the snapshot is not one of this tuned run: its numbers do not fit"); }

}  // namespace twoscale
