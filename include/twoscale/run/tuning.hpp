#pragma once
// Tuning: what a tuned run keeps beside its state, for W replicas at once: the steps of each, what the leg under way
// measures, and where it began, should it go wrong. Decisions are a Tuner's, one for each replica, on plain numbers.

#include <algorithm>
#include <span>
#include <vector>

#include <twoscale/method/plan.hpp>
#include <twoscale/run/gauge.hpp>
#include <twoscale/run/survey.hpp>
#include <twoscale/schedule/tuner.hpp>

namespace twoscale {

template <class P, int W>
class Tuning {
 public:
  using S = Pack<double, W>;

  Tuning(const Plan& plan, const Tuned& schedule, const Shape& shape)
      : shape_(shape),
        legs_(schedule.legs(plan.iterations())),
        lazy_(std::holds_alternative<LazyKm>(plan.method().outer)),
        lazy_fast_(std::holds_alternative<LazyStep>(plan.method().tracker)),
        learns_(std::holds_alternative<LearnedPreconditioner>(plan.method().preconditioner) ||
                std::holds_alternative<LazyLearnedPreconditioner>(plan.method().preconditioner)),
        gauge_(shape),
        survey_(shape, lazy_fast_),
        point_(shape.slow),
        fast_(shape.fast) {
    for (Tuner& tuner : tuners_) tuner = Tuner(schedule, legs_);
  }

  /// From the start, or from where a snapshot left it.
  void load(const State<P, W>& state, std::uint64_t iteration, int lane, const std::vector<double>& numbers);
  /// What load takes.
  std::vector<double> numbers(int lane) const;

  /// The iteration at which the leg under way ends.
  std::uint64_t leg_end() const { return legs_[leg_].end(); }
  /// The next iteration at which to see whether every replica is finite.
  std::uint64_t next_look(std::uint64_t iteration) const {
    constexpr std::uint64_t kEvery = 256;
    const std::uint64_t start = legs_[leg_].start;
    return std::min(start + (iteration - start) / kEvery * kEvery + kEvery, leg_end());
  }
  /// Measures P where this leg does that instead of learning it; says whether it does.
  bool survey(Samples<P, W>& samples, const State<P, W>& state) {
    if (!surveys()) return false;
    survey_.add(samples, state);
    return true;
  }
  const LaneSteps<W>& steps() const { return steps_; }
  TWOSCALE_INLINE void before_step(const State<P, W>& state) { point_ = point(state), fast_ = fast(state); }
  TWOSCALE_INLINE void after_step(const State<P, W>& state, const SlowVector<P, S>& estimate) {
    gauge_.add(point_, estimate, fast_, fast(state) - fast_);
  }

  /// At the start of a leg that nothing has been measured of.
  void begin_leg(const State<P, W>& state) {
    leg_start_ = state.slow;
    gauge_.begin(legs_[leg_].length);
    survey_.begin();
    for (int lane = 0; lane < W; ++lane) set_steps(lane), set_directions(lane);
    for (int i = 0; i < kDirections; ++i) along_[i] = state.preconditioner * gauge_.fast_direction(i);
  }
  Finding finding(int lane) const { return tuners_[lane].finding(); }
  /// At its end: every replica is told what was measured of it, and goes on from where it decides.
  void finish_leg(const Samples<P, W>& samples, State<P, W>& state, int lanes);
  /// A replica that left the finite numbers goes back, with smaller steps. False: it has been tried often enough.
  bool rescue(State<P, W>& state, int lane);

  /// The answer so far; empty: where the run stands.
  std::vector<double> answer(const Samples<P, W>& samples, int lane) const {
    std::vector<double> out = tuners_[lane].answer();
    if (out.empty()) return out;
    SlowVector<P, S> y(shape_.slow);
    for (int i = 0; i < y.size(); ++i) y[i] = S(out[i]);
    samples.project_slow(y);
    for (int i = 0; i < y.size(); ++i) out[i] = y[i].lane(0);
    return out;
  }

 private:
  const SlowVector<P, S>& point(const State<P, W>& state) const { return lazy_ ? state.memory : state.slow; }
  const FastVector<P, S>& fast(const State<P, W>& state) const { return lazy_fast_ ? state.free_fast : state.fast; }
  bool surveys() const {
    return learns_ && (legs_[leg_].kind == Leg::Kind::settle || legs_[leg_].kind == Leg::Kind::survey);
  }
  void set_steps(int lane) {
    const Steps steps = tuners_[lane].steps();
    steps_.fast.set_lane(lane, steps.fast);
    steps_.preconditioner.set_lane(lane, steps.preconditioner);
    steps_.slow.set_lane(lane, steps.slow);
  }
  void set_directions(int lane) {
    const Directions &slow = tuners_[lane].slow_directions(), &fast = tuners_[lane].fast_directions();
    for (int i = 0; i < kDirections; ++i) {
      gauge_.set_slow_direction(i, lane, i < slow.size() ? slow[i] : std::vector<double>{});
      gauge_.set_fast_direction(i, lane, i < fast.size() ? fast[i] : std::vector<double>{});
    }
  }
  /// Puts one replica back: y to where the leg began, x and P to where they were sound, which the leg's start may not
  /// have been.
  void restore(State<P, W>& state, int lane) const {
    copy_lane(state.inner_start, state.fast, lane);
    copy_lane(state.inner_start, state.free_fast, lane);
    copy_lane(leg_start_, state.slow, lane);
    copy_lane(leg_start_, state.memory, lane);
    copy_lane(leg_start_, state.average, lane);
    copy_lane(surveyed_.entries(), state.preconditioner.entries(), lane);
    copy_lane(surveyed_basis_.entries(), state.basis.entries(), lane);
  }
  template <class Values>
  static void copy_lane(const Values& from, Values& into, int lane) {
    for (int i = 0; i < into.size(); ++i) into[i].set_lane(lane, from[i].lane(lane));
  }
  LegReading reading(const State<P, W>& state, int lane) const;
  /// Every pack that a stop within a leg has to keep.
  template <class Self, class Visit>
  static void for_each_number(Self& self, const Visit& visit) {
    self.gauge_.for_each_number(self.gauge_, visit);
    self.survey_.for_each_number(self.survey_, visit);
    for_each(self.leg_start_, visit);
    for (auto& along : self.along_) for_each(along, visit);
    for_each(self.surveyed_slow_.entries(), visit);
    for_each(self.surveyed_.entries(), visit), for_each(self.surveyed_basis_.entries(), visit);
  }
  template <class Values, class Visit>
  static void for_each(Values& values, const Visit& visit) {
    for (int i = 0; i < values.size(); ++i) visit(values[i]);
  }

  Shape shape_;
  std::vector<Leg> legs_;
  bool lazy_, lazy_fast_, learns_;
  std::size_t leg_ = 0;
  std::array<Tuner, W> tuners_;
  LaneSteps<W> steps_;
  Gauge<P, W> gauge_;
  Survey<P, W> survey_;
  SlowVector<P, S> leg_start_;                      // y
  decltype(State<P, W>::preconditioner) surveyed_;  // P after the survey
  decltype(State<P, W>::basis) surveyed_basis_;
  decltype(State<P, W>::preconditioner) surveyed_slow_;  // C
  std::array<SlowVector<P, S>, kDirections> along_;      // P u when the leg began, u the directions of x
  SlowVector<P, S> point_;                               // before the step under way
  FastVector<P, S> fast_;
};

template <class P, int W>
LegReading Tuning<P, W>::reading(const State<P, W>& state, int lane) const {
  LegReading out = gauge_.reading(lane);
  for (int i = 0; i < shape_.slow; ++i) out.end_point.push_back(point(state)[i].lane(lane));
  out.fast_numbers = shape_.fast;
  out.contraction = survey_.contraction(lane, shape_.fast);
  out.derivative_square = survey_.derivative_square(lane);
  const double learned = steps_.preconditioner.lane(lane) * static_cast<double>(legs_[leg_].length);
  for (int i = 0; learns_ && i < kDirections; ++i) {
    const auto now_along = state.preconditioner * gauge_.fast_direction(i),
               raw = surveyed_slow_.rows() > 0 ? surveyed_slow_ * gauge_.fast_direction(i) : now_along;
    double leak = 0, all = 0;
    for (int j = 0; j < now_along.size(); ++j) {
      const double part = (now_along[j].lane(lane) - along_[i][j].lane(lane)) / learned;
      leak += part * part, all += raw[j].lane(lane) * raw[j].lane(lane);
    }
    out.fast[i].leak = std::sqrt(leak), out.fast[i].raw = std::sqrt(all);
  }
  const auto& now = state.preconditioner.entries();
  double size = 0, change = 0;
  for (int i = 0; i < now.size(); ++i) {
    const double entry = now[i].lane(lane), by = entry - surveyed_.entries()[i].lane(lane);
    size += entry * entry, change += by * by;
  }
  out.leakage = std::sqrt(size);
  out.moved = size > 0 ? std::sqrt(change / size) : 0;
  return out;
}

template <class P, int W>
void Tuning<P, W>::finish_leg(const Samples<P, W>& samples, State<P, W>& state, int lanes) {
  if (learns_ && legs_[leg_].kind == Leg::Kind::survey) {
    survey_.settle(state);
    surveyed_slow_ = survey_.slow();
    samples.project_preconditioner(state.preconditioner);
    surveyed_ = state.preconditioner, surveyed_basis_ = state.basis;
  }
  std::array<std::vector<double>, W> fast_points;
  for (int lane = 0; lane < lanes; ++lane) {
    const Tuner::Decision decision = tuners_[lane].finish(reading(state, lane));
    if (decision.restore) restore(state, lane);
    fast_points[lane] = decision.fast;
    for (std::size_t i = 0; i < decision.point.size(); ++i) {
      state.memory[static_cast<int>(i)].set_lane(lane, decision.point[i]);
      state.slow[static_cast<int>(i)].set_lane(lane, decision.point[i]);
    }
  }
  samples.project_slow(state.slow);
  for (int lane = 0; lane < lanes; ++lane)
    for (std::size_t i = 0; i < fast_points[lane].size(); ++i) {
      state.fast[static_cast<int>(i)].set_lane(lane, fast_points[lane][i]);
      state.free_fast[static_cast<int>(i)].set_lane(lane, fast_points[lane][i]);
    }
  samples.project_fast(state.fast);
  if (leg_ + 1 < legs_.size()) ++leg_, begin_leg(state);
}

template <class P, int W>
bool Tuning<P, W>::rescue(State<P, W>& state, int lane) {
  const bool again = tuners_[lane].cut();
  restore(state, lane);
  set_steps(lane);
  const auto forget = [&](S& sum) { sum.set_lane(lane, 0.0); };
  Gauge<P, W>::for_each_number(gauge_, forget);
  Survey<P, W>::for_each_number(survey_, forget);
  return again;
}

template <class P, int W>
void Tuning<P, W>::load(const State<P, W>& state, std::uint64_t iteration, int lane,
                        const std::vector<double>& numbers) {
  if (lane == 0) {
    leg_ = 0;
    while (leg_ + 1 < legs_.size() && iteration >= legs_[leg_].end()) ++leg_;
    surveyed_ = state.preconditioner, surveyed_basis_ = state.basis, surveyed_slow_ = survey_.slow();
    begin_leg(state);
  }
  if (numbers.empty()) return;  // a run's first iteration
  std::span<const double> rest = tuners_[lane].load(numbers);
  for_each_number(*this, [&](S& pack) {
    if (rest.empty()) detail::refuse_tuning();
    pack.set_lane(lane, rest.front());
    rest = rest.subspan(1);
  });
  if (!rest.empty()) detail::refuse_tuning();
  gauge_.set_count(iteration - legs_[leg_].start);
  survey_.set_count(surveys() ? gauge_.count() : 0);
  set_steps(lane), set_directions(lane);
}

template <class P, int W>
std::vector<double> Tuning<P, W>::numbers(int lane) const {
  std::vector<double> out = tuners_[lane].numbers();
  for_each_number(*this, [&](const S& pack) { out.push_back(pack.lane(lane)); });
  return out;
}

}  // namespace twoscale
