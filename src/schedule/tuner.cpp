#include <twoscale/schedule/tuner.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

constexpr double kMostRaise = 50;         // of B from one epoch to the next: its drift says no more than that
constexpr double kOnItsWay = 2;           // drift in the first third of the last epoch: then that third is not averaged
constexpr double kExploded = 10;          // times the noise before: x or P has gone astray
constexpr double kPatience = 3.16227766;  // sqrt(10): noise that is larger here than before is let through in the end
constexpr double kCut = 0.25;             // of every step, when something went wrong
constexpr double kMostCuts = 20;          // 4^20: then it is not the steps
constexpr double kForget = 10;            // alpha L rho is at least this: x forgets its start within an epoch

double squared_norm(const std::vector<double>& v) {
  double sum = 0;
  for (const double value : v) sum += value * value;
  return sum;
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

double Tuner::epoch_length() const {
  const std::size_t next = leg_ + 1;
  const bool in_parts = next < legs_.size() && legs_[next].kind == Leg::Kind::rest;
  return static_cast<double>(legs_[leg_].length + (in_parts ? legs_[next].length : 0));
}

void Tuner::choose_steps() {
  if (legs_.empty()) return;
  const Leg::Kind kind = legs_[leg_].kind;
  if (kind == Leg::Kind::settle || kind == Leg::Kind::survey) {
    steps_.fast = std::min(steps_.fast, largest_fast_step_);
    return;
  }
  if (kind == Leg::Kind::look) {
    steps_.fast = steps_.preconditioner = largest_fast_step_;
    return;
  }
  const double L = epoch_length(), rho = contraction_ > 0 ? contraction_ : 1;
  if (kind == Leg::Kind::epoch) steps_.slow = std::min({largest_slow_step_, largest_fast_step_, travel_ / L});
  steps_.fast = std::min(largest_fast_step_, std::max(schedule_.separation * steps_.slow, kForget / (rho * L)));
  // gamma = alpha: then the second-order bias of x's noise and that of P's cancel to leading order
  // (docs/beyond-the-paper.md).
  steps_.preconditioner = std::min(largest_fast_step_, schedule_.preconditioner_ratio * steps_.fast);
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

/// False: what was measured cannot be, or x or P has gone astray.
bool Tuner::take_readings(const LegReading& reading, LegRecord& record) {
  const double whole = squared_norm(reading.mean_pull), late = squared_norm(reading.late_pull);
  record.noise = reading.noise;
  record.moved = reading.moved;
  // The smaller of the two: a way that was done in the first half does not count.
  record.drift = reading.noise > 0 ? record.length * std::min(whole, late) / reading.noise : 0;
  const bool exploded = noise_ > 0 && record.noise > kExploded * noise_;
  if (std::isfinite(record.noise + whole + late) && !exploded) {
    noise_ = record.noise;
    return true;
  }
  noise_ *= kPatience;
  return false;
}

/// y goes on from the mean, as far as it has to.
Tuner::Decision Tuner::after_epoch(const LegReading& reading, const LegRecord& record) {
  answer_ = reading.mean_point;
  if (leg_ + 1 < legs_.size()) {
    const double longer = static_cast<double>(legs_[leg_ + 1].length) / record.length;
    const double more = raise(record.drift - schedule_.drift_threshold, longer);
    travel_ = std::max(schedule_.least_travel, more * record.slow * record.length);
  }
  return {.restore = false, .point = reading.mean_point};
}

/// The first part of the last epoch is averaged with the rest, unless y was on its way still.
Tuner::Decision Tuner::after_first_part(const LegReading& reading, const LegRecord& record) {
  answer_ = reading.mean_point;
  kept_share_ = record.length / epoch_length();
  if (record.drift <= kOnItsWay) return {};
  kept_share_ = 0;
  const double longer = static_cast<double>(legs_[leg_ + 1].length) / record.length;
  steps_.slow = std::min({largest_slow_step_, largest_fast_step_, steps_.slow * raise(record.drift, 1 / longer)});
  return {.restore = false, .point = reading.mean_point};
}

Tuner::Decision Tuner::after_rest(const LegReading& reading) {
  if (answer_.empty()) answer_ = reading.mean_point;
  for (std::size_t i = 0; i < answer_.size(); ++i)
    answer_[i] = kept_share_ * answer_[i] + (1 - kept_share_) * reading.mean_point[i];
  return {};
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
    out.restore = true;
    record.noise = record.drift = record.moved = 0;  // not numbers, or nothing to go by
  }
  record.lost = lost_;
  records_.push_back(record);
  if (lost_ > 0) kept_share_ = 0, travel_ = kCut * record.slow * record.length;
  else if (legs_[leg_].kind == Leg::Kind::rest) out = after_rest(reading);
  else if (leg_ + 1 < legs_.size() && legs_[leg_ + 1].kind == Leg::Kind::rest) out = after_first_part(reading, record);
  else out = after_epoch(reading, record);
  return out;
}

Tuner::Decision Tuner::finish(const LegReading& reading) {
  Decision out;
  switch (legs_[leg_].kind) {
    case Leg::Kind::settle:
    case Leg::Kind::survey:
      if (lost_ == 0) take_survey(reading);
      break;
    case Leg::Kind::look:
      if (lost_ == 0) noise_ = reading.noise;
      break;
    default:
      out = after_moving(reading);
  }
  lost_ = 0;
  if (leg_ + 1 < legs_.size()) {
    ++leg_;
    choose_steps();
  }
  return out;
}

void Tuner::shrink() {
  ++cuts_;
  // What stood still is not to blame.
  const auto lower = [](double& largest, double step) {
    largest = step > 0 ? std::min(largest, kCut * step) : largest;
  };
  lower(largest_slow_step_, steps_.slow);
  lower(largest_fast_step_, steps_.fast);
}

bool Tuner::cut() {
  lost_ = 1;
  shrink();
  steps_.fast *= kCut, steps_.preconditioner *= kCut, steps_.slow *= kCut;
  return cuts_ < kMostCuts;
}

namespace {

/// Numbers one after the other into a vector.
struct NumberWriter {
  std::vector<double>& out;
  void operator()(double value) { out.push_back(value); }
  void operator()(const std::vector<double>& values) {
    (*this)(static_cast<double>(values.size()));
    out.insert(out.end(), values.begin(), values.end());
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
  void operator()(std::vector<double>& values) {
    const std::size_t count = size();
    values.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(count));
    rest = rest.subspan(count);
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
}

}  // namespace

/// Everything that changes, in one order for both.
template <class Self, class Archive>
void Tuner::visit(Self& self, Archive& archive) {
  archive(self.leg_), archive(self.cuts_), archive(self.lost_), archive(self.travel_);
  archive(self.contraction_), archive(self.leakage_), archive(self.answer_);
  archive(self.steps_.fast), archive(self.steps_.preconditioner), archive(self.steps_.slow);
  archive(self.largest_fast_step_), archive(self.largest_slow_step_), archive(self.noise_), archive(self.kept_share_);
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
