#include <twoscale/schedule/tuner.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

constexpr double kMostTravel = 50;  // times what it was: an epoch's own drift says no more than that
constexpr double kExploded = 50;    // times the noise of the epoch before: x or P has gone astray
constexpr double kCut = 0.25;       // of every step, when something went wrong
constexpr double kMostCuts = 20;    // 4^20: then it is not the steps
constexpr double kForget = 10;      // alpha L rho is at least this: x forgets its start within an epoch

double squared_norm(const std::vector<double>& v) {
  double sum = 0;
  for (const double value : v) sum += value * value;
  return sum;
}

}  // namespace

Tuner::Tuner(const Tuned& schedule, const std::vector<Leg>& legs)
    : schedule_(schedule),
      legs_(legs),
      steps_(schedule.at(0, 0)),
      largest_slow_step_(schedule.largest_slow_step),
      largest_fast_step_(schedule.largest_fast_step),
      largest_preconditioner_step_(schedule.largest_fast_step),
      travel_(schedule.least_travel) {
  if (!legs_.empty() && legs_[0].kind == Leg::Kind::epoch) choose_steps();
}

void Tuner::choose_steps() {
  const double L = static_cast<double>(legs_[leg_].length);
  const double beta = std::min(largest_slow_step_, travel_ / L);
  const double rho = contraction_ > 0 ? contraction_ : 1;
  const double least = std::min(largest_fast_step_, std::max(beta, kForget / (rho * L)));
  steps_.slow = beta;
  steps_.fast = std::clamp(schedule_.separation * beta, least, largest_fast_step_);
  // gamma = alpha: then the second-order bias of x's noise and that of P's cancel to leading order
  // (docs/beyond-the-paper.md).
  steps_.preconditioner = std::min(schedule_.preconditioner_ratio * steps_.fast, largest_preconditioner_step_);
}

void Tuner::take_survey(const LegReading& reading) {
  // Where A was not sampled: with y and the step a held, successive moves of x have correlation -a rho / 2.
  const double seen = reading.derivative_square > 0 ? reading.contraction : -2 * reading.fast_correlation / steps_.fast;
  contraction_ = std::isfinite(seen) ? std::clamp(seen, 0.01, 1.0) : 1;
  leakage_ = reading.leakage;
  // P (I - gamma A) must shrink in mean square: gamma E|A|_F^2 / n below 2 rho; a quarter of that.
  if (reading.derivative_square > 0)
    largest_preconditioner_step_ =
        std::min(largest_preconditioner_step_, 0.5 * contraction_ * reading.fast_numbers / reading.derivative_square);
}

Tuner::Decision Tuner::take_epoch(const LegReading& reading, LegRecord& record) {
  const double L = record.length;
  std::vector<double> drift(reading.mean_point.size());  // of z: the mean of H - z
  for (std::size_t i = 0; i < drift.size(); ++i) drift[i] = reading.mean_estimate[i] - reading.mean_point[i];
  record.noise = reading.noise;
  record.drift = reading.noise > 0 ? L * squared_norm(drift) / reading.noise : 0;
  record.moved = reading.moved;
  const auto before = std::find_if(records_.rbegin(), records_.rend(), [](const auto& r) { return r.lost == 0; });
  const bool exploded = before != records_.rend() && record.noise > kExploded * before->noise && before->noise > 0;
  if (!std::isfinite(record.noise + record.drift) || exploded) {
    shrink();
    lost_ = 1;
    return {.restore = true, .point = {}};
  }
  answer_ = reading.mean_point;
  if (leg_ + 1 < legs_.size()) {
    // y drifts still: its distance is about the drift over what it forgot, and the next epoch should cover it.
    const double longer = static_cast<double>(legs_[leg_ + 1].length) / L;
    const double excess = std::max(0.0, record.drift - schedule_.drift_threshold);
    const double raise = std::min(kMostTravel, schedule_.drift_gain * std::sqrt(longer * excess));
    travel_ = std::max(schedule_.least_travel, raise * steps_.slow * L);
  }
  return {.restore = false, .point = reading.mean_point};
}

Tuner::Decision Tuner::finish(const LegReading& reading) {
  LegRecord record{.length = static_cast<double>(legs_[leg_].length),
                   .fast = steps_.fast,
                   .preconditioner = steps_.preconditioner,
                   .slow = steps_.slow};
  Decision out;
  if (lost_ == 0 && legs_[leg_].kind == Leg::Kind::survey) take_survey(reading);
  if (lost_ == 0 && legs_[leg_].kind == Leg::Kind::epoch) out = take_epoch(reading, record);
  record.lost = lost_;
  if (legs_[leg_].kind == Leg::Kind::epoch) records_.push_back(record);
  lost_ = 0;
  if (leg_ + 1 < legs_.size()) {
    ++leg_;
    if (legs_[leg_].kind == Leg::Kind::epoch) choose_steps();
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
  lower(largest_preconditioner_step_, steps_.preconditioner);
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
  archive(self.largest_fast_step_), archive(self.largest_preconditioner_step_), archive(self.largest_slow_step_);
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
