#include <twoscale/solve/candidates.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/text.hpp>
#include <twoscale/measure/outlook.hpp>

#include "expected.hpp"
#include "prices.hpp"

namespace twoscale {

namespace {

constexpr std::uint64_t kShare = 32;        // the lag gain takes one evaluation for so many iterations,
constexpr std::uint64_t kEnough = 1 << 15;  // and no more than this; what else awaits the run takes as many
constexpr double kSafe = 3;                 // times the lag gain: from one on y may run away
constexpr double kMost = 65536;             // beyond it x would have to be faster than any step allows
constexpr double kAffordable = 64;          // prices of a raw iteration: P, which needs no separation, is worth them
constexpr double kAsNear = 1.5;             // times the least expected: as near as that, by what can be foreseen
constexpr double kFewTravels = 10;          // of a run whose steps are the largest that x can follow
// Measured on layers of tanh (experiments/large/curved.cpp): beyond this lag a correction that is right at one y is of
// no use at the next; a vector cannot follow what x is this slow to do.
constexpr double kCorrectable = 20, kFollowable = 4;
// Measured on linear maps with noise on the factor of A (experiments/large/linear.cpp): beyond this lag times that
// noise, a P that is learned carries y away now and then.
constexpr double kLearnable = 10;
constexpr double kStraight = 1e6;  // travel: so far that there is no curvature

bool asks_for(std::string_view name, std::span<const NamedText> options) {
  return std::ranges::any_of(options, [name](const auto& option) { return option.first == name; });
}

/// Two digits, so that the last bit of a measurement decides nothing.
double rounded(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

/// P's samples as they cost least.
Method with_cheapest_samples(Method method, const Prices& prices) {
  if (auto* learned = std::get_if<LazyLearnedPreconditioner>(&method.preconditioner)) {
    learned->jacobian = prices.colours_pay() ? 1 : 0;
    std::get<Tuned>(method.schedule).learn_every = prices.worth_learning_every();
  }
  return method;
}

class Weighing {
 public:
  Weighing(const Plan& plan, const AnyProblem& problem, const RunOptions& run)
      : plan_(plan),
        problem_(problem),
        prices_(problem, run),
        allowed_(std::min(plan.iterations() / kShare, kEnough)),
        lag_(lag_gain(problem.evaluator(), allowed_, run.fast_start, run.slow_start)),
        ahead_(outlook(problem.evaluator(), allowed_, run.fast_start, run.slow_start)) {}

  /// alpha / beta without a correction, and gamma / beta of a vector that follows, at least: a tuner takes more where y
  /// travels far.
  double separation() const {
    const double least = lag_ && lag_->solved ? Tuned{}.separation : Tuned::kRawSeparation;
    return lag_ ? std::clamp(rounded(kSafe * lag_->gain), least, kMost) : least;
  }
  Method method(Correction correction) const {
    Method out = with_correction(plan_.method(), correction);
    if (correction == Correction::instant) return with_cheapest_samples(std::move(out), prices_);
    Tuned& schedule = std::get<Tuned>(out.schedule);
    schedule.separation = separation();
    schedule.lag = lag_ ? rounded(lag_->gain) : 0;
    if (ahead_) {
      schedule.fast_noise = rounded(ahead_->fast_noise), schedule.slow_noise = rounded(ahead_->slow_noise);
      schedule.widest_noise = std::clamp(rounded(ahead_->widest), 1e-9, 1.0);
      schedule.bend = rounded(ahead_->bend);
    }
    return out;
  }

  Candidates candidates(const std::optional<Timing>& timing) {
    Candidates out;
    out.timed = timing.has_value();
    out.evaluations = (lag_ ? lag_->evaluations : 0) + (ahead_ ? ahead_->evaluations : 0);
    for (const auto& [correction, price] : {std::pair(Correction::none, prices_.raw()),
                                            {Correction::followed, prices_.followed()},
                                            {Correction::instant, prices_.learned(prices_.worth_learning_every())}}) {
      const bool worth_timing = price <= kAffordable * prices_.raw();
      if (timing && !worth_timing && !is_small(problem_.shape()))
        continue;  // to time it might take longer than the run
      out.list.push_back(candidate(correction, price, timing));
    }
    std::ranges::stable_sort(out.list, {}, &Candidate::price);
    choose(out);
    return out;
  }

 private:
  Candidate candidate(Correction correction, double operations, const std::optional<Timing>& timing) const {
    const Method way = method(correction);
    Candidate out{.correction = correction,
                  .oracle = name_of_choice(way.oracle),
                  .preconditioner = name_of_choice(way.preconditioner),
                  .separation = std::get<Tuned>(way.schedule).separation,
                  .price = timing ? timing->of_iteration(way) : operations};
    const double iterations = timing ? timing->seconds / out.price : static_cast<double>(plan_.iterations());
    out.residual = expected(way, correction, iterations);
    return out;
  }
  /// The noise of an average over the last epoch, and what is left of the way to go where curvature holds y back. None
  /// where nothing can be expected: the lag is not known, or too large for the steps there are, or for a correction
  /// that was right at another y.
  std::optional<double> expected(const Method& way, Correction correction, double iterations) const {
    if (!ahead_ || !lag_) return std::nullopt;
    const auto& schedule = std::get<Tuned>(way.schedule);
    const double last = std::max(1.0, schedule.last_epoch(iterations)), one = ahead_->fast_noise + ahead_->slow_noise;
    Tuned bent;
    bent.bend = ahead_->bend;
    const double reach = bent.straight_step(one, last) * last;  // alpha L that curvature allows
    const bool learned_on_the_way = correction == Correction::instant && !is_surveyed();
    const bool may_bend = learned_on_the_way || (correction != Correction::none && reach < kStraight);
    if (may_bend && lag_->gain > kCorrectable) return std::nullopt;
    if (learned_on_the_way && !lag_->solved) return std::nullopt;
    if (correction == Correction::instant && lag_->gain * ahead_->shake > kLearnable) return std::nullopt;
    if (correction == Correction::followed && lag_->slowness > kFollowable) return std::nullopt;
    if (correction != Correction::instant &&
        (!lag_->solved || schedule.largest_fast_step / schedule.separation * iterations < kFewTravels))
      return std::nullopt;
    return one / last * expected_excess(schedule, correction, one, last);
  }
  /// P is found before y moves.
  bool is_surveyed() const { return problem_.shape().fast <= Tuned::kLargestDense; }
  /// The cheapest of those that are expected to come about as near as any. Where nothing can be expected P is the
  /// safest, if it can be paid for; a small x always has it.
  void choose(Candidates& of) const {
    const auto with_p = std::ranges::find(of.list, Correction::instant, &Candidate::correction);
    if (is_small(problem_.shape())) {
      with_p->chosen = true;
      of.why = "x is so small that P costs next to nothing";
      return;
    }
    const auto without = std::ranges::find(of.list, Correction::none, &Candidate::correction);
    const auto payable = [raw = without->price](const Candidate& c) { return c.price <= kAffordable * raw; };
    std::optional<double> best;
    for (const Candidate& c : of.list)
      if (c.residual && payable(c)) best = std::min(best.value_or(*c.residual), *c.residual);
    const auto good = [&](const Candidate& c) { return payable(c) && c.residual && *c.residual <= kAsNear * *best; };
    // A vector that follows is what is left where P cannot be paid for: nobody knows how curved A and C are to it.
    const bool corrects = with_p != of.list.end() && good(*with_p);
    const auto taken = [&](const Candidate& c) {
      return good(c) && !(corrects && c.correction == Correction::followed);
    };
    const auto cheapest = best ? std::ranges::find_if(of.list, taken) : of.list.end();
    if (cheapest != of.list.end()) {
      cheapest->chosen = true;
      of.why = of.timed ? "of those expected to come about as near as any in so many seconds it takes the fewest"
                        : "of those expected to come about as near as any it costs least";
      return;
    }
    const bool can_pay = with_p != of.list.end() && payable(*with_p), safe = can_pay && is_surveyed();
    (safe ? with_p : without)->chosen = true;
    of.why = safe      ? "what awaits the others cannot be foreseen, and P needs no separation"
             : can_pay ? "nothing can be foreseen, and a P of this size cannot be surveyed before y moves"
                       : "P would cost many times what the samples do";
  }

  const Plan& plan_;
  const AnyProblem& problem_;
  Prices prices_;
  std::uint64_t allowed_;
  std::optional<LagGain> lag_;
  std::optional<Outlook> ahead_;
};

Plan with_method(const Plan& plan, Method method) { return Plan::for_iterations(std::move(method), plan.iterations()); }

}  // namespace

Plan with_best_candidate(const Plan& plan, const AnyProblem& problem, std::span<const NamedText> method_options,
                         const RunOptions& run, Candidates* seen, const std::optional<Timing>& timing) {
  const Method& asked = plan.method();
  if (!is_tuned(asked) || !problem.abilities().smooth) return plan;
  const auto with_asked = [&](Method method) {
    if (method.preconditioner.index() == asked.preconditioner.index() && asks_for("jacobian", method_options))
      method.preconditioner = asked.preconditioner;
    Tuned& schedule = std::get<Tuned>(method.schedule);
    const Tuned& wanted = std::get<Tuned>(asked.schedule);
    if (asks_for("learn_every", method_options)) schedule.learn_every = wanted.learn_every;
    if (asks_for("separation", method_options)) schedule.separation = wanted.separation, schedule.lag = 0;
    return method;
  };
  if (asks_for_correction(method_options)) {
    const Correction correction = correction_of(asked);
    if (correction == Correction::instant)
      return with_method(plan, with_asked(with_cheapest_samples(asked, Prices(problem, run))));
    return with_method(plan, with_asked(Weighing(plan, problem, run).method(correction)));
  }
  if (is_small(problem.shape()) && seen == nullptr) return plan;
  Weighing weighing(plan, problem, run);
  Candidates all = weighing.candidates(timing);
  const auto chosen = std::ranges::find_if(all.list, &Candidate::chosen);
  const Correction correction = chosen->correction;
  if (seen) *seen = std::move(all);
  if (is_small(problem.shape())) return plan;
  return with_method(plan, with_asked(weighing.method(correction)));
}

}  // namespace twoscale
