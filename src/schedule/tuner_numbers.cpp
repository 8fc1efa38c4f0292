// A tuner as numbers, and back: a run may stop anywhere and go on with the same bits.
#include <twoscale/core/error.hpp>
#include <twoscale/schedule/tuner.hpp>

namespace twoscale {

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
  archive(record.noise), archive(record.drift), archive(record.slow_drift), archive(record.fast_drift);
  archive(record.moved), archive(record.lost);
  archive(record.rest_length), archive(record.rest_noise), archive(record.rest_pull);
}

}  // namespace

/// Everything that changes, in one order for both.
template <class Self, class Archive>
void Tuner::visit(Self& self, Archive& archive) {
  archive(self.leg_), archive(self.steps_.fast), archive(self.steps_.preconditioner), archive(self.steps_.slow);
  archive(self.contraction_), archive(self.leakage_), archive(self.fast_at_start_), archive(self.slow_at_start_);
  archive(self.largest_slow_step_), archive(self.largest_fast_step_), archive(self.separation_), archive(self.travel_),
      archive(self.fast_travel_);
  archive(self.first_pull_), archive(self.least_pull_), archive(self.least_pull_length_);
  archive(self.noise_), archive(self.largest_noise_), archive(self.quiet_), archive(self.kurtosis_);
  archive(self.at_rest_), archive(self.in_motion_), archive(self.expected_noise_), archive(self.let_through_),
      archive(self.calm_);
  archive(self.sound_), archive(self.sound_fast_);
  Directions::visit(self.slow_directions_, archive), Directions::visit(self.fast_directions_, archive);
  archive(self.cuts_), archive(self.lost_), archive(self.lost_in_a_row_), archive(self.grew_);
  archive(self.answer_), archive(self.left_), archive(self.doubt_), archive(self.kept_share_), archive(self.kept_pull_);
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
