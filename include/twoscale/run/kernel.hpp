#pragma once
// KernelOf: the steps of a method on a problem, for W replicas at once. All that is compiled for each problem, width
// and set of choices is here.

#include <array>
#include <optional>
#include <tuple>

#include <twoscale/method/plan.hpp>
#include <twoscale/run/choices.hpp>
#include <twoscale/run/empty_state.hpp>
#include <twoscale/run/lockstep.hpp>

namespace twoscale {

/// P has few entries: a problem whose steps are short.
template <class P>
inline constexpr bool kFewEntries = kFast<P> != kDynamic&& kSlow<P> != kDynamic&& kFast<P>* kSlow<P> <= 16;

/// What a tuned run measures in every step.
template <class P, int W>
class Measuring {
 public:
  using S = Pack<double, W>;

  Measuring(const Method& method, const Shape& shape)
      : lazy_(is_lazy(method.outer)),
        lazy_fast_(is_lazy(method.tracker)),
        learn_every_(static_cast<std::uint64_t>(std::get<Tuned>(method.schedule).learn_every)),
        gauge(shape),
        survey(shape, lazy_fast_) {}

  /// P stands still but in one iteration of so many; where a sample of its drift costs little it never does.
  TWOSCALE_INLINE LaneSteps<W> steps_of(std::uint64_t iteration) const {
    LaneSteps<W> out = steps;
    if constexpr (kFast<P> == kDynamic || kFast < P >> 16)
      if ((iteration + 1) % learn_every_ != 0) out.preconditioner = S(0.0);
    return out;
  }

  TWOSCALE_INLINE void before_step(const State<P, W>& state) { point_ = point(state), fast_ = fast(state); }
  TWOSCALE_INLINE void after_step(const State<P, W>& state, const SlowVector<P, S>& estimate) {
    gauge.add(point_, estimate, fast_, fast(state));
  }
  TunedView view() { return {steps.fast, steps.preconditioner, steps.slow, surveys, gauge.view(), survey.view()}; }

 private:
  const SlowVector<P, S>& point(const State<P, W>& state) const { return lazy_ ? state.free_slow : state.slow; }
  const FastVector<P, S>& fast(const State<P, W>& state) const { return lazy_fast_ ? state.free_fast : state.fast; }

  bool lazy_, lazy_fast_;
  std::uint64_t learn_every_;
  SlowVector<P, S> point_;  // before the step under way
  FastVector<P, S> fast_;

 public:
  LaneSteps<W> steps;
  bool surveys = false;
  Gauge<P, W> gauge;
  Survey<P, W> survey;
};

/// What does not depend on the choices that are compiled, but for whether an iteration may take one look.
template <class P, int W, bool kLooks>
class KernelBase : public Lockstep {
 public:
  KernelBase(const P& problem, const Plan& plan, std::uint64_t seed, std::uint32_t first_replica)
      : plan_(plan),
        samples_(problem, seed, first_replica, plan.method().sampling, plan.method().batches),
        state_(empty_state<P, W>(samples_.shape(), plan.method().preconditioner)) {}

  int width() const override { return W; }
  std::vector<Carried> carried() override {
    std::vector<Carried> out;
    for_each_part([&](const StatePart& part, const auto& numbers) { detail::carry(out, part, numbers(state_)); });
    list_kept(out);
    return out;
  }
  Counts counts() const override { return samples_.counts(); }
  void set_counts(const Counts& counts) override { samples_.set_counts(counts); }

  void project_state() override { samples_.project_slow(state_.slow), samples_.project_fast(state_.fast); }
  void project_preconditioner() override { samples_.project_preconditioner(state_.preconditioner); }
  std::vector<double> projected_slow(const std::vector<double>& point) const override {
    SlowVector<P, Pack<double, W>> y(samples_.shape().slow);
    for (int i = 0; i < y.size(); ++i) y[i] = Pack<double, W>(point[i]);
    samples_.project_slow(y);
    return LaneNumbers(y).lane(0);
  }

 protected:
  virtual void list_kept(std::vector<Carried>& out) = 0;

  const Plan& plan_;
  Samples<P, W, kLooks> samples_;
  State<P, W> state_;
};

template <class P, int W, class Choices = EveryChoice>
class KernelOf final : public KernelBase<P, W, takes_batches<Choices>> {
  using Base = KernelBase<P, W, takes_batches<Choices>>;
  using Base::plan_, Base::samples_, Base::state_;

 public:
  using S = Pack<double, W>;

  KernelOf(const P& problem, const Plan& plan, std::uint64_t seed, std::uint32_t first_replica)
      : Base(problem, plan, seed, first_replica) {
    require_compiled<Choices>(plan.method());
    // Where the oracle asks for F, too, and at the same point.
    if (std::visit([](const auto& oracle) { return oracle.looks().fast > 0 && !oracle.moves_x; }, plan.method().oracle))
      samples_.look_once();
  }

  /// Where a step takes nanoseconds, what is done once a chunk would show in a short one; where it takes longer, a
  /// request to stop would wait for a long one.
  std::uint64_t chunk() const override { return kFewEntries<P> && !Choices::template has<Nested> ? 256 : 64; }

  /// The state is a local variable that nothing else points to, so that the compiler may keep it in registers. Not
  /// inlined: a second copy of every update would only take time to compile.
  [[gnu::flatten, gnu::noinline]] void run(std::uint64_t first, std::span<const Steps> steps) override {
    State<P, W> state = std::move(state_);
    Kept kept = std::move(kept_);
    std::uint64_t epoch_end = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (first + i >= epoch_end) [[unlikely]]
        epoch_end = enter_epoch(first + i);
      // Asked in one place, and until it is so: the compiler sees that nothing is left to fill in any draw of a step
      // that takes one of each role, and saves no registers there.
      while (!samples_.has_ready()) [[unlikely]] samples_.prepare();
      if constexpr (takes_batches<Choices>)
        if (samples_.looks()) samples_.look(state.fast, state.slow);
      if constexpr (kTuned) measured_step(first + i, steps[i], state, kept);
      else step(in_every_lane<W>(steps[i]), state, kept);
    }
    state_ = std::move(state);
    kept_ = std::move(kept);
  }

  void start_preconditioner() override {
    visit([&](const auto& p) { p.start(samples_, state_); }, plan_.method().preconditioner);
  }
  void start_outer() override {
    visit([&](const auto& outer) { kept_by(outer, kept_).start(state_); }, plan_.method().outer);
  }

  void measure() override {
    if constexpr (kTuned) measuring_.emplace(plan_.method(), samples_.shape());
    else detail::refuse_choice(Tuned::name);
  }
  TunedView tuned() override {
    if constexpr (kTuned) return measuring_->view();
    else detail::refuse_choice(Tuned::name);
  }

 private:
  using Slow = SlowVector<P, S>;
  using Kept = typename detail::KeptByRules<Choices, Outer, P, W>::Type;
  static constexpr bool kTuned = Choices::template has<Tuned>;

  template <class Rule>
  TWOSCALE_INLINE static auto& kept_by(const Rule&, Kept& kept) {
    return std::get<detail::KeptBy<Rule, P, W>>(kept).numbers;
  }
  void list_kept(std::vector<Carried>& out) override {
    visit(
        [&](const auto& outer) {
          auto& kept = kept_by(outer, kept_);
          kept.for_each(kept, [&](const char* name, auto& numbers) {
            detail::carry(out, StatePart{name, nullptr, "y", nullptr}, numbers);
          });
        },
        plan_.method().outer);
  }

  /// A step that may be of a tuned run: with the replicas' own steps, and measured.
  TWOSCALE_INLINE void measured_step(std::uint64_t iteration, const Steps& at, State<P, W>& state, Kept& kept) {
    if (measuring_) measuring_->before_step(state);
    LaneSteps<W> steps = measuring_ ? measuring_->steps_of(iteration) : in_every_lane<W>(at);
    steps.average = S(at.average);
    const Slow estimate = step(steps, state, kept);
    if (measuring_) measuring_->after_step(state, estimate);
  }

  /// One iteration: every line sees (X_k, Y_k, P_k), then the slow variable moves.
  TWOSCALE_INLINE Slow step(const LaneSteps<W>& steps, State<P, W>& state, Kept& kept) {
    const Method& method = plan_.method();
    visit([&](const auto& tracker) TWOSCALE_INLINE_LAMBDA { tracker.prepare(samples_, state, inner_length_); },
          method.tracker);
    visit([&](const auto& p) TWOSCALE_INLINE_LAMBDA { p.prepare(samples_, state, inner_length_); },
          method.preconditioner);
    FastVector<P, S> seen;  // of a preconditioner that learns from the residual which the oracle saw
    const auto precondition = [&](const auto& residual) TWOSCALE_INLINE_LAMBDA {
      return visit<Slow>(
          [&](const auto& p) TWOSCALE_INLINE_LAMBDA -> Slow {
            if constexpr (std::remove_cvref_t<decltype(p)>::takes_residual) {
              seen = residual;
              if (surveys())
                return Slow(this->samples_.shape().slow);  // u is zero, and the survey draws the derivatives
            }
            return p.apply(samples_, state, residual);
          },
          method.preconditioner);
    };
    const Slow estimate = visit<Slow>(
        [&](const auto& oracle) TWOSCALE_INLINE_LAMBDA { return oracle.query(samples_, state, precondition); },
        method.oracle);
    if (!surveyed(state))
      visit([&](const auto& p) TWOSCALE_INLINE_LAMBDA { learn(p, state, steps, seen); }, method.preconditioner);
    visit([&](const auto& tracker) TWOSCALE_INLINE_LAMBDA { tracker.advance(samples_, state, steps); }, method.tracker);
    visit([&](const auto& outer)
              TWOSCALE_INLINE_LAMBDA { outer.move(samples_, state, kept_by(outer, kept), estimate, steps); },
          method.outer);
    visit(
        [&](const auto& output) TWOSCALE_INLINE_LAMBDA {
          if constexpr (std::remove_cvref_t<decltype(output)>::averages)
            move_towards(state.average, steps.average, state.slow);
        },
        method.output);
    return estimate;
  }
  template <class Choice>
  TWOSCALE_INLINE void learn(const Choice& p, State<P, W>& state, const LaneSteps<W>& steps,
                             const FastVector<P, S>& seen) {
    if constexpr (Choice::takes_residual) p.learn(samples_, state, steps, seen);
    else p.learn(samples_, state, steps);
  }
  template <class Result = void, class Visitor, class Choice>
  TWOSCALE_INLINE static Result visit(const Visitor& visitor, const Choice& choice) {
    return visit_choice<Choices, Result>(visitor, choice);
  }

  TWOSCALE_INLINE bool surveys() const {
    if constexpr (kTuned) return measuring_ && measuring_->surveys;
    else return false;
  }
  /// P is measured in this iteration, not learned: then it has been done.
  TWOSCALE_INLINE bool surveyed(const State<P, W>& state) {
    if (!surveys()) return false;
    if constexpr (kTuned) measuring_->survey.add(samples_, state);
    return true;
  }
  /// Gives the epoch's end.
  [[gnu::noinline]] std::uint64_t enter_epoch(std::uint64_t iteration) {
    const Epoch epoch = plan_.epoch(iteration);
    inner_length_ = plan_.inner_length(iteration);
    return epoch.start + epoch.length;
  }

  Kept kept_;
  std::uint64_t inner_length_ = 1;
  struct Nothing {};
  std::conditional_t<kTuned, std::optional<Measuring<P, W>>, Nothing> measuring_;
};

}  // namespace twoscale
