#include "explain.hpp"

#include "terminal.hpp"

namespace twoscale::cli {

namespace {

/// The first epoch's place, and how many there are: the last one's rest is not one of its own.
struct Epochs {
  std::uint64_t start = 0, count = 0;
};
Epochs epochs_of(const Plan& plan) {
  Epochs out;
  for (const Leg& leg : std::get<Tuned>(plan.method().schedule).legs(plan.iterations()))
    if (leg.kind == Leg::Kind::epoch && out.count++ == 0) out.start = leg.start;
  return out;
}

std::string leakage_text(double gain) {
  return brief(gain) + (gain < 0.3 ? " (weak)" : gain < 3 ? " (moderate)" : " (strong)");
}

std::string cuts_text(const Tuner& tuner) {
  if (tuner.cuts() == 0) return "no step had to be cut";
  const std::string times = tuner.cuts() == 1 ? "once" : grouped(static_cast<std::uint64_t>(tuner.cuts())) + " times";
  return "steps were cut to a quarter " + times +
         ": the residual grew, the noise of H blew up, or something left the finite numbers; y went back to where "
         "all had last been seen to be well";
}

/// Where the last epoch has anything to say of it.
const LegRecord* last_epoch(const Tuner& tuner) {
  for (auto record = tuner.records().rbegin(); record != tuner.records().rend(); ++record)
    if (record->lost == 0) return &*record;
  return nullptr;
}

void print_epochs(const Tuner& tuner) {
  std::vector<std::vector<std::string>> rows = {
      {"iterations", "beta", "alpha", "gamma", "travel", "drift", "slowest", "of x", "noise", "at rest"}};
  for (const LegRecord& r : tuner.records())
    rows.push_back({grouped(static_cast<std::uint64_t>(r.length)), brief(r.slow), brief(r.fast),
                    brief(r.preconditioner), brief(r.slow * r.length), r.lost > 0 ? "lost" : brief(r.drift),
                    brief(r.slow_drift), brief(r.fast_drift), r.lost > 0 ? "" : brief(r.noise),
                    r.rest_length > 0 ? brief(r.rest_noise) : ""});
  print(table(rows));
}

}  // namespace

std::optional<Tuner> tuner_of(const SolveReport& report) {
  const auto* schedule = std::get_if<Tuned>(&report.plan.method().schedule);
  if (schedule == nullptr || !report.first.state || report.first.state->controller.empty()) return std::nullopt;
  Tuner tuner(*schedule, schedule->legs(report.plan.iterations()));
  tuner.load(report.first.state->controller);
  return tuner;
}

void print_survey(const SolveReport& report, const Tuner& tuner) {
  const Method& method = report.plan.method();
  const bool corrected = has_preconditioner(method);
  const Epochs epochs = epochs_of(report.plan);
  std::string found = "survey, " + grouped(report.plan.samples_before(epochs.start)) + " samples: contraction " +
                      brief(1 - tuner.contraction());
  if (corrected && tuner.leakage() > 0) found += ", leakage gain " + leakage_text(tuner.leakage());
  print(found);
  print(std::string("  -> ") + name_of_choice(method.oracle) + " oracle" +
        (corrected ? std::string(" with ") + name_of_choice(method.preconditioner) + " P" : "") +
        ", one fast step per slow step, " + name_of_choice(method.outer) + " in " + std::to_string(epochs.count) +
        " epochs, " + name_of_choice(method.output) + "   (--explain for why)");
  if (tuner.cuts() > 0) print("  " + cuts_text(tuner));
}

void print_explanation(const AnyProblem& problem, const SolveReport& report, const Tuner& tuner) {
  const Method& method = report.plan.method();
  const bool corrected = has_preconditioner(method);
  print("what was found");
  print("  rho = " + brief(tuner.contraction()) + (tuner.contraction() <= Tuner::kLeastContraction ? " or less" : "") +
        ", the mean eigenvalue of I - df/dx: f contracts by about " + brief(1 - tuner.contraction()) +
        (corrected ? ", from samples of the derivatives (" + problem.derivatives() + ")"
                   : ", from how successive moves of x correlate"));
  if (corrected && tuner.leakage() == 0 && !is_large(report)) print("  |C A^-1| = 0: x does not reach y");
  if (corrected && tuner.leakage() == 0 && is_large(report))
    print("  |C A^-1| was not surveyed: x is too large for matrices of its size, and P is learned on the way");
  if (corrected && tuner.leakage() > 0)
    print("  |C A^-1| = " + leakage_text(tuner.leakage()) +
          ": so much of an error in f reaches y if it is not corrected");
  if (const LegRecord* last = last_epoch(tuner)) {
    print("  one estimate of h(y) has noise E|H - E H|^2 = " + brief(last->noise) + ": averages over all " +
          grouped(report.plan.iterations()) + " iterations cannot do better than " +
          brief(last->noise / static_cast<double>(report.plan.iterations())));
    if (corrected)
      print("  P has moved by " + brief(100 * last->moved) + " % of itself since the survey: noise, and curvature");
    print("  squared drift of y in the last epoch: " + brief(last->drift) +
          " times what noise gives; about 1 or less where y has settled");
  }
  print("what was chosen");
  print(corrected ? "  corrected oracle: the problem has derivatives in x, and G + P (F - w) then costs no further "
                    "samples; w is x before it is projected"
                  : "  raw oracle: the problem says that it has no derivatives in x where they would be needed");
  print("  one fast step per slow step: an inner solve would spend samples that averages use better");
  print(std::string("  ") + name_of(method.sampling) + " samples" +
        (method.sampling == Sampling::shared ? ": one draw of F and one of G serve an iteration" : ""));
  print("  epochs; beta = travel / iterations, and more travel where y was seen drifting (drift above " +
        brief(std::get<Tuned>(method.schedule).drift_threshold) + "):");
  print_epochs(tuner);
  print("  " + cuts_text(tuner));
}

}  // namespace twoscale::cli
