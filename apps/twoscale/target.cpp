#include "target.hpp"

#include <chrono>

#include "interrupt.hpp"
#include "request.hpp"
#include "summary.hpp"

namespace twoscale::cli {

namespace {

double target_number(const SolveRequest& request) {
  const double target = parse_number("target", request.target);
  require_in_range("target", target, Range::above(0));
  return target;
}

void refuse(const char* flag, const std::string& value, const char* why) {
  if (!value.empty()) throw Error::field(flag, value, std::string("left out with --target: ") + why);
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ",") + word;
  return out;
}

/// "attempt 2: 31,248 samples, |h(y) - y|^2 between 0.0041 and 0.022"
std::string attempt_line(int number, const Attempt& attempt) {
  const Certificate& seen = *attempt.certificate;
  const std::string line = "attempt " + std::to_string(number) + ": " + grouped(attempt.samples) + " samples, ";
  if (!seen.refused.empty()) return line + "not certified: " + seen.refused;
  return line + "|h(y) - y|^2 between " + brief(seen.lower) + " and " + brief(seen.upper);
}

/// How the whole ended, where the answer's own run does not say so.
Status status_of(const TargetResult& result, const std::string& samples) {
  const Status last = result.attempts.back().solved.status;
  const std::string number = std::to_string(result.attempts.size());
  if (result.ending == TargetEnding::diverged)
    return {Ending::diverged, "attempt " + number + " diverged, which ended the search: " + last.message};
  if (result.ending != TargetEnding::interrupted) return {};
  const bool certified = result.answer().certificate.has_value();
  return {Ending::interrupted,
          "interrupted in attempt " + number + ", after " + samples + " samples; " +
              (certified ? "the answer is that of attempt " + std::to_string(result.best + 1) : "y is not certified") +
              ", and --y0 starts from it"};
}

SolveReport report_of(const AnyProblem& problem, const Task& task, const TargetResult& result, double seconds) {
  const Attempt& answer = result.answer();
  Summary summary(problem, answer.plan, task.job, {});
  const bool tuned = std::holds_alternative<Tuned>(answer.plan.method().schedule);  // what it found is in its state
  summary.add(measured(problem, answer.plan.method(), answer.solved, tuned));
  SolveReport out = summary.report(1, answer.pilot, seconds);
  out.counts = {};
  for (const Attempt& attempt : result.attempts) {
    const Counts& counts = attempt.solved.last.counts;
    for (int i = 0; i < kRoles; ++i) out.counts.drawn[i] += counts.drawn[i];
    out.counts.preconditioner += counts.preconditioner;
  }
  if (const Status status = status_of(result, grouped(result.samples)); !status.finished()) out.status = status;
  out.first.replica = 0;  // that it was the stream of an attempt's number says nothing here
  out.certificate = answer.certificate;
  return out;
}

}  // namespace

void require_target(const SolveRequest& request) {
  target_number(request);
  if (request.methods.size() > 1 || request.methods[0] == "all")
    throw Error::field("method", joined(request.methods), "one alone with --target");
  if (parse_number("replicas", request.replicas) != 1)
    throw Error::field("replicas", request.replicas, "1 with --target: it is one answer that is certified");
  if (parse_number("first-replica", request.first_replica) != 0)
    refuse("first-replica", request.first_replica, "attempts are replicas 0, 1, ...; another --seed gives others");
  refuse("iterations", request.iterations, "attempts share a budget of samples (--budget)");
  refuse("store", request.store, "an attempt starts where the one before ended, and is no replica to be kept");
  refuse("certify", request.certify, "every attempt is certified anyway");
  refuse("observe", joined(request.observe), "each attempt is a run of its own; observe one with --budget alone");
  for (const auto& [name, value] : names_and_values("--set", request.parameters))
    if (value == "km-barrier" || value == "anchor" || value == "lag")
      throw Error::field(name, value, "a number with --target, or the problem would change from attempt to attempt");
}

SolveReport solve_to_target(const SolveRequest& request, const AnyProblem& problem, const Task& task,
                            const Manner& manner) {
  TargetOptions options;
  options.target = target_number(request);
  options.budget = whole_number("budget", request.budget, 1, 1e15);
  options.run = options_of(task, manner);
  options.run.threads = 1;  // one replica at a time
  TargetResult result;
  const auto start = std::chrono::steady_clock::now();
  {
    const InterruptScope scope;
    ProgressBar bar(static_cast<double>(options.budget), manner.quiet);
    options.run.progress = &bar.progress();
    options.begun = [&](int number, const Plan& plan) {
      // A certificate takes two thirds of an attempt, and moves the bar with the iterations.
      constexpr double kWhole = 3;
      bar.begin("attempt " + std::to_string(number) + " of about " +
                    brief(kWhole * static_cast<double>(plan.samples())) + " samples",
                kWhole * static_cast<double>(plan.samples()) / static_cast<double>(plan.iterations()));
    };
    options.done = [&](int number, const Attempt& attempt) { bar.line(attempt_line(number, attempt)); };
    result = solve_to(
        problem.evaluator(), [&](std::uint64_t budget) { return Plan::for_budget(task.plan.method(), budget); },
        [&](const Plan& plan, const RunOptions& run) { return problem.run(plan, run); }, options);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  SolveReport out = report_of(problem, task, result, seconds.count());
  // The lowest of several intervals was picked: it holds with the confidence that all of them do.
  if (out.certificate) out.certificate->confidence = options.confidence;
  out.target = TargetOutcome{options.target, options.budget, std::move(result)};
  return out;
}

std::string target_text(const TargetOutcome& target, const std::optional<Certificate>& certificate) {
  const TargetResult& result = target.result;
  if (result.ending == TargetEnding::reached)
    return "target " + brief(target.target) + " reached after " + grouped(result.samples) + " of " +
           grouped(target.budget) + " samples (attempt " + std::to_string(result.attempts.size()) + ")";
  if (result.ending != TargetEnding::budget) return "target " + brief(target.target) + " not reached";
  std::string out = "target " + brief(target.target) + " not reached: the budget ended first, after " +
                    grouped(result.samples) + " samples";
  if (certificate && certificate->refused.empty())
    out += "; |h(y) - y|^2 is below " + brief(certificate->upper) + " with " + brief(100 * certificate->confidence) +
           " % confidence (attempt " + std::to_string(result.best + 1) + ")";
  return out + (result.suggested_budget ? "; try --budget " + brief(static_cast<double>(*result.suggested_budget))
                                        : "; no budget up to 1e15 is likely to do with this method");
}

}  // namespace twoscale::cli
