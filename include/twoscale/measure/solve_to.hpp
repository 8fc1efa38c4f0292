#pragma once
// solve_to: solve until a certificate says |h(y) - y|^2 <= target, or the budget ends.
//
// Attempts j = 1, 2, ... at least double in size. Each starts where the one before ended, runs the method tuned to its
// own share of the budget, and certifies its y by fresh samples. Chances of a wrong certificate add up to 1 -
// confidence over all attempts and looks: with that confidence every bound holds at once, whenever and why ever one
// stops. So the best of the answers may be taken, and is.
//
//   first attempt      16,384 samples; it shows the noise
//   later attempts     twice the one before, or what a certificate of the target needs by the noise seen last
//   errors             a quarter, a half, an eighth, a sixteenth ... of 1 - confidence
//   certificate        one-sided, two thirds of an attempt, at least 4,096 samples, in three looks. One that is surely
//                      above the target, or that its noise will keep there, stops early, unless the budget ends with
//                      it; what that saves is for later attempts
//   last attempt       one that would leave less than its own size takes all there is; none is smaller than half of
//                      the one before
//
// Nothing is drawn twice: attempt j is replica j - 1 of the run, and of the certificate. (A pilot, where a method has
// one, sees the same noise in every attempt; it is counted each time.)

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <twoscale/measure/certificate.hpp>
#include <twoscale/method/plan.hpp>
#include <twoscale/run/options.hpp>
#include <twoscale/run/run.hpp>

namespace twoscale {

/// One attempt: its solve, and what was certified of the y it gave.
struct Attempt {
  std::uint64_t budget = 0;   // of the solve and the certificate together
  std::uint64_t samples = 0;  // drawn: the solve, its pilot, the certificate
  Plan plan;
  ReplicaResult solved;
  std::optional<Pilot> pilot;
  std::optional<Certificate> certificate;  // none where the solve did not come to its end

  /// The y that is certified, and where the next attempt starts.
  const std::vector<double>& answer() const { return solved.last.answer(); }
};

enum class TargetEnding { reached, budget, diverged, interrupted };

struct TargetOptions {
  double target = 1e-3;  // of |h(y) - y|^2
  double confidence = 0.95;
  std::uint64_t budget = 1000000;  // primitive samples of everything together, at most
  /// Seed, threads, starts, anchor, progress and the like. Which replicas are run, and who is told, is decided here.
  RunOptions run = {};
  std::function<void(int attempt, const Plan&)> begun = {};    // may be empty
  std::function<void(int attempt, const Attempt&)> done = {};  // after its certificate; may be empty
};

struct TargetResult {
  TargetEnding ending = TargetEnding::budget;
  std::vector<Attempt> attempts;  // never empty
  std::uint64_t samples = 0;      // of all of them, and of a look at the pilot before the first
  std::size_t best = 0;           // the attempt whose certificate is lowest, or the last where there is none
  /// Where the budget ended: one that might do, by the power at which the upper ends fell. None beyond 10^15.
  std::optional<std::uint64_t> suggested_budget;

  const Attempt& answer() const { return attempts[best]; }
};

/// A method tuned to so many samples, and a run of it: for an AnyProblem, problem.run(plan, options).
using PlanFor = std::function<Plan(std::uint64_t budget)>;
using RunPlan = std::function<RunResult(const Plan&, const RunOptions&)>;

/// The least that can be asked for: a certificate of 4,096 samples and as many for the solve.
inline constexpr std::uint64_t kLeastTargetBudget = 8192;

/// Throws Error on options out of range, before anything is drawn. The same options give the same bits.
TargetResult solve_to(const Evaluator& problem, const PlanFor& plan_for, const RunPlan& run,
                      const TargetOptions& options);

}  // namespace twoscale
