#pragma once
// Batch: W replicas of one method on one problem, in lockstep. The only loop over iterations.

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include <twoscale/core/status.hpp>
#include <twoscale/method/plan.hpp>
#include <twoscale/run/choices.hpp>
#include <twoscale/run/finding.hpp>
#include <twoscale/run/lanes.hpp>
#include <twoscale/run/observer.hpp>
#include <twoscale/run/trail.hpp>
#include <twoscale/run/tuning.hpp>

namespace twoscale {

/// How one replica ended: its state (the last finite one, if it diverged) and why.
struct ReplicaResult {
  Snapshot last;
  Status status;
  std::vector<Observation> observations = {};  // none without an observer
};

/// P has few entries: a problem whose steps are short.
template <class P>
inline constexpr bool kFewEntries = kFast<P> != kDynamic&& kSlow<P> != kDynamic&& kFast<P>* kSlow<P> <= 16;

template <class P, int W, class Choices = EveryChoice>
class Batch {
 public:
  using S = Pack<double, W>;

  /// Lane i starts from starts[i]; all of them at the same iteration, with the same counts.
  Batch(const P& problem, const Plan& plan, std::uint64_t seed, std::span<const Snapshot> starts)
      : plan_(plan),
        samples_(problem, seed, starts[0].replica, plan.method().sampling),
        state_(empty_state<P, W>(samples_.shape(), plan.method().preconditioner)),
        trail_(plan.iterations(), samples_.shape()),
        iteration_(starts[0].iteration),
        replica_(starts[0].replica),
        lanes_(static_cast<int>(starts.size())) {
    require_compiled<Choices>(plan.method());
    samples_.set_counts(starts[0].counts);
    for (int lane = 0; lane < W; ++lane) load_lane(state_, lane, starts[std::min(lane, lanes_ - 1)]);
    if (iteration_ == 0 && samples_.counts()[Role::probe] == 0)  // not when a run resumes at its first iteration
      visit([&](const auto& p) { p.start(samples_, state_); }, plan.method().preconditioner);
    start_tuning(starts);
    if (!is_tuned()) start_trail(starts);
  }

  std::uint64_t iteration() const { return iteration_; }
  Counts counts() const { return samples_.counts(); }
  const State<P, W>& state() const { return state_; }
  /// All lanes have left the finite numbers: nothing is left to do.
  bool all_diverged() const {
    return std::all_of(diverged_.begin(), diverged_.begin() + lanes_, [](const auto& d) { return d.has_value(); });
  }

  /// Runs up to kChunk iterations towards `until`.
  void advance(std::uint64_t until) {
    if (is_tuned()) return advance_tuned(until);
    const std::uint64_t count = std::min({until, iteration_ + kChunk, trail_.next(iteration_)}) - iteration_;
    const State<P, W> before = state_;
    const Counts counts_before = samples_.counts();
    plan_.fill_steps(iteration_, std::span(steps_).first(count));
    run_steps(0, count);
    if (new_divergence()) [[unlikely]] {
      // Once more, step by step, to find the iteration and keep the last finite state. Same streams,
      // same bits.
      state_ = before;
      samples_.set_counts(counts_before);
      epoch_end_ = 0;  // the chunk may have run into the next epoch
      for (std::uint64_t i = 0; i < count; ++i) {
        const State<P, W> last = state_;
        const Counts last_counts = samples_.counts();
        run_steps(i, i + 1);
        record_divergence(last, last_counts, iteration_ + i);
      }
    }
    iteration_ += count;
    trail_.look(iteration_, state_.slow);
  }

  /// Where the run stands; at its end with how it ended.
  ReplicaResult result(int lane) const {
    if (diverged_[lane]) return *diverged_[lane];
    ReplicaResult out{unload(state_, samples_.counts(), iteration_, lane), {}};
    if (iteration_ == plan_.iterations()) out.status = status_of(plan_, finding(lane));
    return out;
  }

 private:
  using Slow = SlowVector<P, S>;
  static constexpr bool kTuned = Choices::template has<Tuned>;

  /// Where a step takes nanoseconds, what is done once a chunk would show in a short one; where it takes longer, a
  /// request to stop would wait for a long one.
  static constexpr std::uint64_t kChunk = kFewEntries<P> && !Choices::template has<Nested> ? 256 : 64;

  /// Steps from, ..., to - 1 of the chunk. The state is a local variable that nothing else points to, so that the
  /// compiler may keep it in registers. Not inlined: a second copy of every update would only take time to compile.
  [[gnu::flatten, gnu::noinline]] void run_steps(std::uint64_t from, std::uint64_t to) {
    State<P, W> state = std::move(state_);
    for (; from < to; ++from) {
      if (iteration_ + from >= epoch_end_) [[unlikely]]
        enter_epoch(iteration_ + from);
      // Asked in one place, and until it is so: the compiler sees that nothing is left to fill in any draw of a step
      // that takes one of each role, and saves no registers there.
      while (!samples_.has_ready()) [[unlikely]] samples_.prepare();
      if constexpr (kTuned) measured_step(from, state);
      else step(in_every_lane<W>(steps_[from]), state);
    }
    state_ = std::move(state);
  }

  /// A step that may be of a tuned run: with the replicas' own steps, and measured.
  TWOSCALE_INLINE void measured_step(std::uint64_t at, State<P, W>& state) {
    if (tuning_) tuning_->before_step(state);
    LaneSteps<W> steps = tuning_ ? tuning_->steps() : in_every_lane<W>(steps_[at]);
    steps.average = S(steps_[at].average);
    const Slow estimate = step(steps, state);
    if (tuning_) tuning_->after_step(state, estimate);
  }

  /// Runs up to kChunk iterations of a leg. A replica that has left the finite numbers is put back, at places that do
  /// not depend on who stops on the way.
  void advance_tuned(std::uint64_t until) {
    if constexpr (kTuned) {
      const std::uint64_t end = tuning_->next_look(iteration_);
      const std::uint64_t count = std::min({until, end, iteration_ + kChunk}) - iteration_;
      if (averages(plan_.method())) plan_.fill_steps(iteration_, std::span(steps_).first(count));
      run_steps(0, count);
      iteration_ += count;
      if (iteration_ < end) return;
      rescue_lost();
      if (iteration_ == tuning_->leg_end()) tuning_->finish_leg(samples_, state_, lanes_);
    }
  }
  void rescue_lost() {
    const S probe = finite_probe(state_);
    for (int lane = 0; lane < lanes_; ++lane) {
      if (!is_new(probe, lane)) continue;
      const char* variable = culprit(lane);
      if (tuning_->rescue(state_, lane)) continue;
      diverged_[lane] = ReplicaResult{unload(state_, samples_.counts(), iteration_, lane),
                                      {Ending::diverged, divergence_message(plan_, iteration_, variable)}};
    }
  }

  /// One iteration: every line sees (X_k, Y_k, P_k), then the slow variable moves.
  TWOSCALE_INLINE Slow step(const LaneSteps<W>& steps, State<P, W>& state) {
    const Method& method = plan_.method();
    visit([&](const auto& tracker) TWOSCALE_INLINE_LAMBDA { tracker.prepare(samples_, state, inner_length_); },
          method.tracker);
    visit([&](const auto& p) TWOSCALE_INLINE_LAMBDA { p.prepare(samples_, state, inner_length_); },
          method.preconditioner);
    const auto precondition = [&](const auto& residual) TWOSCALE_INLINE_LAMBDA {
      return visit<Slow>([&](const auto& p) TWOSCALE_INLINE_LAMBDA { return p.apply(samples_, state, residual); },
                         method.preconditioner);
    };
    const Slow estimate = visit<Slow>(
        [&](const auto& oracle) TWOSCALE_INLINE_LAMBDA { return oracle.query(samples_, state, precondition); },
        method.oracle);
    if (!surveys(state))
      visit([&](const auto& p) TWOSCALE_INLINE_LAMBDA { p.learn(samples_, state, steps); }, method.preconditioner);
    visit([&](const auto& tracker) TWOSCALE_INLINE_LAMBDA { tracker.advance(samples_, state, steps); }, method.tracker);
    visit([&](const auto& outer) TWOSCALE_INLINE_LAMBDA { outer.move(samples_, state, estimate, steps); },
          method.outer);
    visit(
        [&](const auto& output) TWOSCALE_INLINE_LAMBDA {
          if constexpr (std::remove_cvref_t<decltype(output)>::averages)
            state.average = state.average + steps.average * (state.slow - state.average);
        },
        method.output);
    return estimate;
  }
  template <class Result = void, class Visitor, class Choice>
  TWOSCALE_INLINE static Result visit(const Visitor& visitor, const Choice& choice) {
    return visit_choice<Choices, Result>(visitor, choice);
  }

  [[gnu::noinline]] void enter_epoch(std::uint64_t iteration) {
    const Epoch epoch = plan_.epoch(iteration);
    epoch_end_ = epoch.start + epoch.length;
    inner_length_ = plan_.inner_length(iteration);
  }

  /// v - v is zero for finite v and NaN otherwise.
  template <class Values>
  static S finite_probe(const Values& values) {
    S probe(0.0);
    for (int i = 0; i < values.size(); ++i) probe = probe + (values[i] - values[i]);
    return probe;
  }
  static S finite_probe(const State<P, W>& state) {
    return finite_probe(state.fast) + slow_probe(state) + finite_probe(state.preconditioner.entries()) +
           finite_probe(state.basis.entries());
  }
  /// y with what is kept of it: a mean may overflow before y sees it.
  static S slow_probe(const State<P, W>& state) {
    return finite_probe(state.slow) + finite_probe(state.memory) + finite_probe(state.average);
  }
  /// What went first: y comes from x and P.
  const char* culprit(int lane) const {
    if (!(finite_probe(state_.fast).lane(lane) == 0.0)) return "x";
    return slow_probe(state_).lane(lane) == 0.0 ? "P" : "y";
  }
  bool is_new(const S& probe, int lane) const { return !(probe.lane(lane) == 0.0) && !diverged_[lane]; }
  bool new_divergence() const {
    const S probe = finite_probe(state_);
    for (int lane = 0; lane < lanes_; ++lane)
      if (is_new(probe, lane)) return true;
    return false;
  }
  void record_divergence(const State<P, W>& last, const Counts& counts, std::uint64_t iteration) {
    const S probe = finite_probe(state_);
    for (int lane = 0; lane < lanes_; ++lane)
      if (is_new(probe, lane))
        diverged_[lane] = ReplicaResult{unload(last, counts, iteration, lane),
                                        {Ending::diverged, divergence_message(plan_, iteration, culprit(lane))}};
  }

  Snapshot unload(const State<P, W>& state, const Counts& counts, std::uint64_t iteration, int lane) const {
    Snapshot out = unload_lane(state, lane, replica_ + static_cast<std::uint32_t>(lane), iteration, counts,
                               averages(plan_.method()));
    if constexpr (kTuned)
      if (tuning_) {
        out.tuning = tuning_->numbers(lane);
        if (std::holds_alternative<EpochAverage>(plan_.method().output)) out.average = tuning_->answer(samples_, lane);
        return out;
      }
    Trail<P, W>::for_each_number(trail_, [&](const S& pack) { out.trail.push_back(pack.lane(lane)); });
    return out;
  }

  Finding finding(int lane) const {
    if constexpr (kTuned)
      if (tuning_) return tuning_->finding(lane);
    return trail_.judge(state_.slow, lane);
  }
  void start_trail(std::span<const Snapshot> starts) {
    if (iteration_ == 0) return trail_.look(0, state_.slow);
    for (int lane = 0; lane < W; ++lane) {
      const std::vector<double>& numbers = starts[std::min(lane, lanes_ - 1)].trail;
      std::size_t next = 0;
      Trail<P, W>::for_each_number(trail_, [&](S& pack) {
        if (next == numbers.size()) detail::refuse_trail();
        pack.set_lane(lane, numbers[next++]);
      });
      if (next != numbers.size()) detail::refuse_trail();
    }
  }

  bool is_tuned() const {
    if constexpr (kTuned) return tuning_.has_value();
    else return false;
  }
  /// P is measured in this iteration, not learned: then it has been done.
  TWOSCALE_INLINE bool surveys(const State<P, W>& state) {
    if constexpr (kTuned) return tuning_ && tuning_->survey(samples_, state);
    else return false;
  }
  void start_tuning(std::span<const Snapshot> starts) {
    if constexpr (kTuned) {
      const auto* schedule = std::get_if<Tuned>(&plan_.method().schedule);
      if (schedule == nullptr || plan_.iterations() == 0) return;
      tuning_.emplace(plan_, *schedule, samples_.shape());
      for (int lane = 0; lane < W; ++lane)
        tuning_->load(state_, iteration_, lane, starts[std::min(lane, lanes_ - 1)].tuning);
    }
  }

  const Plan& plan_;
  Samples<P, W> samples_;
  State<P, W> state_;
  Trail<P, W> trail_;
  std::uint64_t iteration_;
  std::uint32_t replica_;
  int lanes_;
  std::uint64_t epoch_end_ = 0, inner_length_ = 1;
  std::array<Steps, kChunk> steps_;
  std::array<std::optional<ReplicaResult>, W> diverged_;
  struct Nothing {};
  std::conditional_t<kTuned, std::optional<Tuning<P, W>>, Nothing> tuning_;
};

}  // namespace twoscale
