#include "target.hpp"

#include <chrono>

#include <twoscale/core/text.hpp>

#include "summary.hpp"

namespace twoscale {

namespace {

using text::written;

[[noreturn]] void refuse(const char* flag, const std::string& value, const char* why) {
  throw Error::field(flag, value, std::string("left out with --target: ") + why);
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ",") + word;
  return out;
}

/// How the whole ended, where the answer's own run does not say so.
Status status_of(const TargetResult& result) {
  const Status last = result.attempts.back().solved.status;
  const std::string number = std::to_string(result.attempts.size());
  if (result.ending == TargetEnding::diverged)
    return {Ending::diverged, "attempt " + number + " diverged, which ended the search: " + last.message};
  if (result.ending != TargetEnding::interrupted) return {};
  const bool certified = result.answer().certificate.has_value();
  return {Ending::interrupted,
          "interrupted in attempt " + number + ", after " + text::grouped(result.samples) + " samples; " +
              (certified ? "the answer is that of attempt " + std::to_string(result.best + 1) : "y is not certified") +
              ", and --y0 starts from it"};
}

SolveReport report_of(const AnyProblem& problem, const Task& task, const TargetResult& result, double seconds) {
  const Attempt& answer = result.answer();
  Summary summary(problem, answer.plan, task.job, {});
  const bool tuned = is_tuned(answer.plan.method());  // what it found is in its state
  summary.add(measured(problem, answer.plan.method(), answer.solved, tuned));
  SolveReport out = summary.report(1, answer.pilot, seconds);
  out.counts = {};
  for (const Attempt& attempt : result.attempts) out.counts += attempt.solved.last.counts;
  if (const Status status = status_of(result); !status.finished()) out.status = status;
  out.first_replica = 0;  // that it was the stream of an attempt's number says nothing here
  out.certificate = answer.certificate;
  return out;
}

/// The attempts, with their progress.
TargetResult attempts(const AnyProblem& problem, const Task& task, TargetOptions options, const SolveWatch& watch) {
  Pulse pulse(static_cast<double>(options.budget), watch);
  options.run.progress = &pulse.progress();
  options.begun = [&](int number, const Plan& plan) {
    // A certificate takes two thirds of an attempt, and moves the progress with the iterations.
    constexpr double kWhole = 3;
    const double samples = kWhole * static_cast<double>(plan.samples());
    pulse.begin("attempt " + std::to_string(number) + " of about " + text::brief(samples) + " samples",
                samples / static_cast<double>(plan.iterations()));
  };
  options.done = [&](int number, const Attempt& attempt) { watch.say(event::Attempted{number, attempt}); };
  return solve_to(
      problem.evaluator(), [&](std::uint64_t budget) { return Plan::for_budget(task.plan.method(), budget); },
      [&](const Plan& plan, const RunOptions& run) { return problem.run(plan, run); }, options);
}

}  // namespace

void require_target(const std::vector<std::string>& methods, const SolveOptions& options) {
  require_in_range("target", *options.target, Range::above(0));
  if (methods.size() != 1 || methods[0] == "all")
    throw Error::field("method", joined(methods), "one alone with --target");
  if (options.replicas != 1)
    throw Error::field("replicas", written(options.replicas), "1 with --target: it is one answer that is certified");
  if (options.first_replica != 0)
    refuse("first-replica", written(options.first_replica),
           "attempts are replicas 0, 1, ...; another --seed gives others");
  if (options.iterations)
    refuse("iterations", written(*options.iterations), "attempts share a budget of samples (--budget)");
  if (!options.store.empty())
    refuse("store", options.store, "an attempt starts where the one before ended, and is no replica to be kept");
  if (options.certify) refuse("certify", written(*options.certify), "every attempt is certified anyway");
  if (!options.observe.empty())
    refuse("observe", joined(options.observe), "each attempt is a run of its own; observe one with --budget alone");
  for (const auto& [name, value] : options.parameters)
    if (value == "km-barrier" || value == "anchor" || value == "lag")
      throw Error::field(name, value, "a number with --target, or the problem would change from attempt to attempt");
}

SolveReport solve_to_target(const AnyProblem& problem, const Task& task, double target, std::uint64_t budget,
                            const Manner& manner) {
  TargetOptions options;
  options.target = target;
  options.budget = budget;
  options.run = options_of(task, manner);
  options.run.threads = 1;  // one replica at a time
  const auto start = std::chrono::steady_clock::now();
  TargetResult result = attempts(problem, task, options, manner.watch);
  if (manner.watch.place) manner.watch.place(0, 0, 0, 0);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  SolveReport out = report_of(problem, task, result, seconds.count());
  // The lowest of several intervals was picked: it holds with the confidence that all of them do.
  if (out.certificate) out.certificate->confidence = options.confidence;
  out.target = TargetOutcome{target, budget, std::move(result)};
  return out;
}

}  // namespace twoscale
