#include <twoscale/run/tuning.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/run/trail.hpp>

namespace twoscale {

namespace {

bool starts_from_survey(const Preconditioner& preconditioner) {
  return std::visit([](const auto& choice) { return choice.starts_from_survey; }, preconditioner);
}
/// A correction that takes its time draws derivatives as one that is learned does: they are worth a survey.
bool is_surveyed(const Method& method) {
  return starts_from_survey(method.preconditioner) || correction_of(method) == Correction::followed;
}

/// M u of one replica.
std::vector<double> times(const LaneNumbers& matrix, const LaneNumbers& direction, int lane) {
  const int columns = direction.size();
  std::vector<double> out(columns > 0 ? matrix.size() / columns : 0);
  for (int i = 0; i < static_cast<int>(out.size()); ++i) {
    out[i] = matrix(i * columns, lane) * direction(0, lane);
    for (int j = 1; j < columns; ++j) out[i] = std::fma(matrix(i * columns + j, lane), direction(j, lane), out[i]);
  }
  return out;
}

}  // namespace

Tuning::Tuning(const Plan& plan, const Tuned& schedule, Lockstep& replicas)
    : replicas_(replicas),
      legs_(schedule.legs(plan.iterations())),
      lazy_(is_lazy(plan.method().outer)),
      lazy_fast_(is_lazy(plan.method().tracker)),
      learns_(starts_from_survey(plan.method().preconditioner)),
      surveys_(is_surveyed(plan.method())),
      learn_every_(schedule.learn_every),
      epoch_average_(std::visit([](const auto& output) { return output.needs_epochs; }, plan.method().output)),
      tuners_(replicas.width(), Tuner(schedule, legs_, correction_of(plan.method()))) {
  replicas_.measure();
  replicas_.tuned().gauge.in_blocks = correction_of(plan.method()) != Correction::instant;
}

bool Tuning::surveys() const {
  return surveys_ && (leg().kind == Leg::Kind::settle || leg().kind == Leg::Kind::survey);
}

std::uint64_t Tuning::next_mark(std::uint64_t iteration) const {
  constexpr std::uint64_t kEvery = 256;
  return std::min(leg().start + (iteration - leg().start) / kEvery * kEvery + kEvery, leg().end());
}

void Tuning::at_mark(std::uint64_t iteration, int lanes) {
  if (iteration == leg().end()) finish_leg(lanes);
}

void Tuning::begin_leg() {
  const TunedView tuned = replicas_.tuned();
  leg_start_ = KeptLanes(numbers_of(&Snapshot::slow));
  tuned.gauge.begin(leg().length);
  tuned.survey.begin();
  tuned.surveys = surveys();
  for (int lane = 0; lane < replicas_.width(); ++lane) set_steps(lane), set_directions(lane);
  const LaneNumbers P = numbers_of(&Snapshot::preconditioner);
  for (int i = 0; i < kDirections; ++i) {
    const LaneNumbers& direction = tuned.gauge.sums.fast_directions[i];
    along_[i] = KeptLanes(direction.size() > 0 ? P.size() / direction.size() : 0, P.width());
    for (int lane = 0; lane < P.width(); ++lane) along_[i].view().set_lane(lane, times(P, direction, lane));
  }
}

void Tuning::set_steps(int lane) {
  const TunedView tuned = replicas_.tuned();
  const Steps steps = tuners_[lane].steps();
  tuned.fast_step(0, lane) = steps.fast;
  tuned.preconditioner_step(0, lane) = steps.preconditioner;
  tuned.slow_step(0, lane) = steps.slow;
}

void Tuning::set_directions(int lane) {
  const auto set = [lane](const LaneNumbers& direction, const Directions& asked, int number) {
    direction.set_lane(lane, number < asked.size() ? asked[number] : std::vector<double>(direction.size()));
  };
  const TunedView tuned = replicas_.tuned();
  for (int i = 0; i < kDirections; ++i) {
    set(tuned.gauge.sums.slow_directions[i], tuners_[lane].slow_directions(), i);
    set(tuned.gauge.sums.fast_directions[i], tuners_[lane].fast_directions(), i);
  }
}

LegReading Tuning::reading(int lane) const {
  const TunedView tuned = replicas_.tuned();
  LegReading out = tuned.gauge.reading(lane);
  out.end_point = point().lane(lane);
  out.fast_numbers = tuned.survey.fast_size;
  out.contraction = tuned.survey.contraction(lane);
  out.derivative_square = tuned.survey.derivative_square(lane);
  read_preconditioner(lane, out);
  return out;
}

void Tuning::read_preconditioner(int lane, LegReading& out) const {
  const TunedView tuned = replicas_.tuned();
  const LaneNumbers P = numbers_of(&Snapshot::preconditioner), surveyed = surveyed_;
  const double learned = tuned.preconditioner_step(0, lane) * static_cast<double>(leg().length) / learn_every_;
  for (int i = 0; learns_ && i < kDirections; ++i) {
    const LaneNumbers direction = tuned.gauge.sums.fast_directions[i], before = along_[i];
    const std::vector<double> now = times(P, direction, lane);
    const std::vector<double> raw = surveyed_slow_.size() > 0 ? times(surveyed_slow_, direction, lane) : now;
    double leak = 0, all = 0;
    for (int j = 0; j < static_cast<int>(now.size()); ++j) {
      const double part = (now[j] - before(j, lane)) / learned;
      leak += part * part, all += raw[j] * raw[j];
    }
    out.fast[i].leak = std::sqrt(leak), out.fast[i].raw = std::sqrt(all);
  }
  if (surveys_ && !learns_) return;  // there is no P
  double size = 0, change = 0;
  for (int i = 0; i < P.size(); ++i) {
    const double entry = P(i, lane), by = entry - surveyed(i, lane);
    size += entry * entry, change += by * by;
  }
  out.leakage = std::sqrt(size);
  out.moved = size > 0 ? std::sqrt(change / size) : 0;
}

void Tuning::take_survey() {
  const SurveyView survey = replicas_.tuned().survey;
  if (learns_) survey.settle(numbers_of(&Snapshot::preconditioner));
  surveyed_slow_ = survey.slow();
  replicas_.project_preconditioner();
  surveyed_ = KeptLanes(numbers_of(&Snapshot::preconditioner));
  surveyed_basis_ = KeptLanes(numbers_of(&Snapshot::basis));
}

void Tuning::finish_leg(int lanes) {
  if (surveys_ && leg().kind == Leg::Kind::survey) take_survey();
  for (int lane = 0; lane < lanes; ++lane) move_to(lane, tuners_[lane].finish(reading(lane)));
  replicas_.project_state();
  if (leg_ + 1 < legs_.size()) ++leg_, begin_leg();
  else over_ = true;
}

void Tuning::move_to(int lane, const Tuner::Decision& decision) {
  if (decision.restore) restore(lane);
  if (!decision.point.empty())
    for (auto part : {&Snapshot::free_slow, &Snapshot::slow}) numbers_of(part).set_lane(lane, decision.point);
  if (!decision.fast.empty())
    for (auto part : {&Snapshot::free_fast, &Snapshot::fast}) numbers_of(part).set_lane(lane, decision.fast);
}

void Tuning::restore(int lane) {
  for (auto part : {&Snapshot::fast, &Snapshot::free_fast})
    numbers_of(part).copy_lane(lane, numbers_of(&Snapshot::inner_start));
  for (auto part : {&Snapshot::slow, &Snapshot::free_slow, &Snapshot::average})
    numbers_of(part).copy_lane(lane, leg_start_);
  numbers_of(&Snapshot::preconditioner).copy_lane(lane, surveyed_);
  numbers_of(&Snapshot::basis).copy_lane(lane, surveyed_basis_);
}

bool Tuning::send_back(int lane) {
  const bool again = tuners_[lane].cut();
  restore(lane);
  set_steps(lane);
  const TunedView tuned = replicas_.tuned();
  const auto forget = [lane](const LaneNumbers& sums) { sums.set_lane(lane, std::vector<double>(sums.size())); };
  tuned.gauge.sums.for_each(tuned.gauge.sums, forget);
  tuned.survey.sums.for_each(tuned.survey.sums, forget);
  return again;
}

std::vector<double> Tuning::answer(int lane) const {
  const std::vector<double>& point = tuners_[lane].answer();
  return !epoch_average_ || point.empty() ? std::vector<double>{} : replicas_.projected_slow(point);
}

template <class Visit>
void Tuning::for_each_kept(const Visit& visit) const {
  const TunedView tuned = replicas_.tuned();
  tuned.gauge.sums.for_each(tuned.gauge.sums, visit);
  tuned.survey.sums.for_each(tuned.survey.sums, visit);
  visit(leg_start_);
  for (const KeptLanes& along : along_) visit(along);
  visit(surveyed_slow_), visit(surveyed_), visit(surveyed_basis_);
}

std::vector<double> Tuning::numbers(int lane) const {
  std::vector<double> out = tuners_[lane].numbers();
  if (over_) return out;  // nothing goes on from here
  for_each_kept([&](const LaneNumbers& numbers) {
    for (int i = 0; i < numbers.size(); ++i) out.push_back(numbers(i, lane));
  });
  return out;
}

void Tuning::load(std::uint64_t iteration, int lane, const std::vector<double>& numbers) {
  const TunedView tuned = replicas_.tuned();
  if (lane == 0) {
    leg_ = 0;
    while (leg_ + 1 < legs_.size() && iteration >= leg().end()) ++leg_;
    surveyed_ = KeptLanes(numbers_of(&Snapshot::preconditioner));
    surveyed_basis_ = KeptLanes(numbers_of(&Snapshot::basis));
    surveyed_slow_ = tuned.survey.slow();
    begin_leg();
  }
  if (numbers.empty()) return;  // a run's first iteration
  std::span<const double> rest = tuners_[lane].load(numbers);
  over_ = iteration >= legs_.back().end();
  if (over_ && rest.empty()) return;
  for_each_kept([&](const LaneNumbers& into) {
    if (rest.size() < static_cast<std::size_t>(into.size())) detail::refuse_tuning();
    into.set_lane(lane, rest.first(into.size()));
    rest = rest.subspan(into.size());
  });
  if (!rest.empty()) detail::refuse_tuning();
  tuned.gauge.go_on_from(iteration - leg().start);
  tuned.survey.count = surveys() ? tuned.gauge.count : 0;
  set_steps(lane), set_directions(lane);
}

std::unique_ptr<Controller> make_controller(const Plan& plan, Lockstep& replicas) {
  const auto* schedule = std::get_if<Tuned>(&plan.method().schedule);
  if (schedule == nullptr || plan.iterations() == 0)
    return std::make_unique<Trail>(plan.iterations(), [&replicas] { return numbers_of(replicas, &Snapshot::slow); });
  return std::make_unique<Tuning>(plan, *schedule, replicas);
}

}  // namespace twoscale
