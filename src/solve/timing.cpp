#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace twoscale {

namespace {

constexpr double kTrial = 0.03;        // of the seconds: enough to tell a price, and little of the whole
constexpr double kLeastTrial = 0.005;  // seconds: below it a start of threads would show,
constexpr double kMostTrial = 1;       // and beyond it nothing is told better; nobody sees a trial's progress
constexpr double kMostSamples = 1e15;  // as for --budget

/// The shortest run that the method's schedule accepts, and not so short that its first iterations are all there is.
Plan shortest_trial(const Method& method) {
  constexpr std::uint64_t kFirst = 16, kLongest = std::uint64_t{1} << 40;
  for (std::uint64_t iterations = kFirst;; iterations *= 2) {
    try {
      return Plan::for_iterations(method, iterations);
    } catch (const Error&) {
      if (iterations >= kLongest) throw;
    }
  }
}

/// Three digits: a number to type, and nothing beyond them was measured.
std::uint64_t rounded_down(double samples) {
  double unit = 1;
  while (samples >= 1000 * unit) unit *= 10;
  return static_cast<std::uint64_t>(std::floor(samples / unit) * unit);
}

double seconds_of(const AnyProblem& problem, const Plan& plan, const RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  problem.run(plan, options);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TimedBudget samples_in(double seconds, const AnyProblem& problem, Method method, const RunOptions& options,
                       std::uint32_t replicas, const Manner& manner) {
  const std::uint64_t pilot = std::exchange(method.batches.pilot, 0);  // it takes no time of the run
  // Enough for every thread to have full packs; more take as much longer as they are more.
  const auto tried = std::min<std::uint32_t>(replicas, 64 * static_cast<std::uint32_t>(manner.thread_count()));
  const double share = static_cast<double>(replicas) / static_cast<double>(tried);
  RunOptions trial = options;
  trial.replicas = tried;
  trial.threads = manner.thread_count();
  trial.force = true;  // it was judged before
  double spent = 0;
  for (Plan plan = shortest_trial(method);;) {
    const double took = seconds_of(problem, plan, trial), samples = static_cast<double>(plan.samples());
    spent += took;
    const double sample = share * took / std::max(1.0, samples);
    const double enough = std::clamp(kTrial * seconds / share, kLeastTrial, kMostTrial);
    if (took >= enough || samples >= kMostSamples / 4) {
      const double affordable = std::max(0.0, seconds - spent) / std::max(sample, 1e-300);
      return {rounded_down(static_cast<double>(pilot) + std::clamp(affordable, samples, kMostSamples)), sample};
    }
    const double longer = std::clamp(1.2 * enough / std::max(took, 1e-9), 2.0, 16.0);
    plan = Plan::for_budget(method, static_cast<std::uint64_t>(longer * std::max(1.0, samples)));
  }
}

}  // namespace twoscale
