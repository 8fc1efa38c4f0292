// How many draws of F and of G an iteration averages: what a pilot's answer says of their noise decides.
#include <algorithm>
#include <array>

#include <twoscale/measure/noise_parts.hpp>
#include <twoscale/solve/plan.hpp>
#include <twoscale/solve/pulse.hpp>

#include "expected.hpp"

namespace twoscale {

namespace {

constexpr std::uint32_t kPilotReplica = 0xffffffff;  // no run's own noise is touched
constexpr std::uint64_t kPilotShare = 32;            // of the budget
constexpr std::uint64_t kShortestPilot = 2000;       // samples: auto needs some to survey anything
constexpr std::uint64_t kLongestPilot = 100'000;     // more would not tell the ratio of the noises any better
constexpr std::uint64_t kLooks = 2048;               // evaluations for the noise at most, and a quarter of the pilot's
constexpr double kWorthIt = 1.1;                     // gain below which an iteration stays one draw of each
constexpr double kNear = 1.02;                       // fewer draws an iteration that are as good as the best

bool asks_for_batches(std::span<const NamedText> options) {
  return std::ranges::any_of(
      options, [](const auto& o) { return o.first == "fast_batch" || o.first == "slow_batch" || o.first == "pilot"; });
}

bool may_split(const Plan& plan, std::span<const NamedText> options) {
  const Method& method = plan.method();
  return is_tuned(method) && method.sampling == Sampling::shared && !is_told(method) &&
         method.noiseless == Noiseless{} && method.batches == Batches{} && !asks_for_batches(options) &&
         plan.samples() / kPilotShare >= kShortestPilot;
}

/// What is expected of a run that draws so many of each: the less the better.
class Worth {
 public:
  Worth(const Plan& plan, const NoiseParts& noise)
      : noise_(noise),
        correction_(correction_of(plan.method())),
        schedule_(std::get<Tuned>(plan.method().schedule)),
        samples_(static_cast<double>(plan.samples())) {}

  double operator()(const Batches& batches) const {
    const auto fast = static_cast<double>(batches.fast), slow = static_cast<double>(batches.slow);
    const double one = noise_.fast / fast + noise_.slow / slow;
    Tuned schedule = schedule_;
    schedule.bend /= fast;  // it is the noise of F that moves x
    const double last = std::max(1.0, schedule.last_epoch(samples_ / (fast + slow)));
    return one / last * expected_excess(schedule, correction_, one, last);
  }

 private:
  NoiseParts noise_;
  Correction correction_;
  Tuned schedule_;
  double samples_;
};

/// Few draws more of the noisier map come near the best ratio, and leave many iterations to move by.
Batches best_batches(const Worth& worth, bool fast_is_noisier) {
  constexpr std::array<std::uint64_t, 7> kDraws = {1, 2, 3, 4, 5, 6, 8};
  const auto with = [&](std::uint64_t draws) { return fast_is_noisier ? Batches{draws, 1} : Batches{1, draws}; };
  double best = worth({});
  for (const std::uint64_t draws : kDraws) best = std::min(best, worth(with(draws)));
  if (!(worth({}) > kWorthIt * best)) return {};
  for (const std::uint64_t draws : kDraws)
    if (worth(with(draws)) <= kNear * best) return with(draws);
  return {};
}

}  // namespace

Plan with_best_split(const Plan& plan, const AnyProblem& problem, std::span<const NamedText> method_options,
                     const RunOptions& run, const SolveWatch& watch) {
  if (!may_split(plan, method_options)) return plan;
  const std::uint64_t budget = plan.samples();
  const Plan pilot = Plan::for_budget(plan.method(), std::min(budget / kPilotShare, kLongestPilot));
  Pulse pulse(static_cast<double>(pilot.iterations()), watch);
  pulse.begin("pilot of " + plan.method().name);
  RunOptions alone = run;
  alone.progress = &pulse.progress();
  alone.first_replica = kPilotReplica;
  alone.replicas = 1;
  const ReplicaResult found = problem.run(pilot, alone).replicas[0];
  Method method = plan.method();
  method.batches.pilot = pilot.samples();
  if (found.status.ok() || found.status.ending == Ending::still_moving) {  // or else y may be where it does not stay
    const Snapshot& at = found.last;
    const auto noise = noise_parts(problem.evaluator(), at.fast, at.free_fast.empty() ? at.fast : at.free_fast,
                                   at.answer(), at.preconditioner, std::min(kLooks, pilot.samples() / 4));
    if (noise) {
      const Batches best = best_batches(Worth(plan, *noise), noise->fast > noise->slow);
      method.batches = {best.fast, best.slow, method.batches.pilot + noise->samples};
      Tuned& schedule = std::get<Tuned>(method.schedule);
      schedule.fast_noise /= static_cast<double>(best.fast), schedule.slow_noise /= static_cast<double>(best.slow);
      schedule.bend /= static_cast<double>(best.fast);  // it is the noise of F that moves x
    }
  }
  return Plan::for_budget(method, budget);
}

}  // namespace twoscale
