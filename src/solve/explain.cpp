// What a tuned run found and chose, in plain words.
#include <twoscale/core/text.hpp>
#include <twoscale/solve/text.hpp>

namespace twoscale {

namespace {

using text::brief;
using text::grouped;
using text::table;

std::string leakage_text(double gain) {
  return brief(gain) + (gain < 0.3 ? " (weak)" : gain < 3 ? " (moderate)" : " (strong)");
}

std::string cuts_text(const TuningReport& tuning) {
  if (tuning.cuts == 0) return "no step had to be cut";
  const std::string times = tuning.cuts == 1 ? "once" : grouped(static_cast<std::uint64_t>(tuning.cuts)) + " times";
  return "steps were cut to a quarter " + times +
         ": the residual grew, the noise of H blew up, or something left the finite numbers; y went back to where "
         "all had last been seen to be well";
}

/// 1,024, or 1.5
std::string times_text(double factor) {
  return factor >= 10 ? grouped(static_cast<std::uint64_t>(factor)) : brief(factor);
}

/// "one draw of F and one of G", "the mean of 4 draws of F and one of G"
std::string draws_text(const Batches& batches) {
  const auto of = [](std::uint64_t draws, const char* map) {
    return (draws == 1 ? std::string("one draw of ") : "the mean of " + grouped(draws) + " draws of ") + map;
  };
  return of(batches.fast, "F") + " and " + (batches.slow == 1 ? "one of G" : of(batches.slow, "G"));
}

/// The last epoch that has anything to say.
const LegRecord* last_epoch(const TuningReport& tuning) {
  const LegRecord* out = nullptr;
  for (const LegRecord& record : tuning.epochs)
    if (record.lost == 0) out = &record;
  return out;
}

/// What an iteration of each way would cost, and what was expected of it.
std::string candidates_text(const Candidates& candidates) {
  std::vector<std::vector<std::string>> rows = {
      {"oracle", "P", "separation", candidates.timed ? "seconds" : "operations", "expected", ""}};
  for (const Candidate& c : candidates.list)
    rows.push_back({c.oracle, c.preconditioner, times_text(c.separation), brief(c.price),
                    c.residual ? brief(*c.residual) : "not foreseen", c.chosen ? "taken" : ""});
  return table(rows);
}

std::string epochs_text(const TuningReport& tuning) {
  std::vector<std::vector<std::string>> rows = {
      {"iterations", "beta", "alpha", "gamma", "travel", "drift", "slowest", "of x", "noise", "at rest"}};
  for (const LegRecord& r : tuning.epochs)
    rows.push_back({grouped(static_cast<std::uint64_t>(r.length)), brief(r.slow), brief(r.fast),
                    brief(r.preconditioner), brief(r.slow * r.length), r.lost > 0 ? "lost" : brief(r.drift),
                    brief(r.slow_drift), brief(r.fast_drift), r.lost > 0 ? "" : brief(r.noise),
                    r.rest_length > 0 ? brief(r.rest_noise) : ""});
  return table(rows);
}

}  // namespace

ReportText survey_text(const SolveReport& report) {
  const Method& method = report.method;
  const TuningReport& tuning = *report.tuning;
  ReportText out;
  const bool corrected = has_preconditioner(method);
  std::string found = "survey, " + grouped(tuning.survey_samples) + " samples: mean eigenvalue of df/dx " +
                      brief(tuning.mean_eigenvalue());
  if (corrected && tuning.leakage > 0) found += ", leakage gain " + leakage_text(tuning.leakage);
  out.push_back({found});
  out.push_back({std::string("  -> ") + name_of_choice(method.oracle) + " oracle" +
                 (corrected ? std::string(" with ") + name_of_choice(method.preconditioner) + " P" : "") +
                 ", one fast step per slow step, " + name_of_choice(method.outer) + " in " +
                 std::to_string(tuning.planned_epochs) + " epochs, " + name_of_choice(method.output) +
                 "   (--explain for why)"});
  if (tuning.cuts > 0) out.push_back({"  " + cuts_text(tuning)});
  return out;
}

ReportText explanation(const SolveReport& report) {
  const Method& method = report.method;
  const TuningReport& tuning = *report.tuning;
  ReportText out;
  const auto print = [&out](std::string line) { out.push_back({std::move(line)}); };
  const bool corrected = has_preconditioner(method);
  print("what was found");
  print("  rho = " + brief(tuning.rho) + (tuning.rho_is_bound ? " or less" : "") +
        ", the mean eigenvalue of I - df/dx" +
        (corrected ? ", from samples of the derivatives (" + tuning.derivatives + ")"
                   : ", from how successive moves of x correlate"));
  const bool followed = correction_of(method) == Correction::followed;
  if (corrected && !followed && tuning.leakage == 0 && tuning.leakage_known)
    print("  |C A^-1| = 0: x does not reach y");
  if (corrected && !followed && tuning.leakage == 0 && !tuning.leakage_known)
    print("  |C A^-1| was not surveyed: x is too large for matrices of its size, and P is learned on the way");
  if (corrected && tuning.leakage > 0)
    print("  |C A^-1| = " + leakage_text(tuning.leakage) +
          ": so much of an error in f reaches y if it is not corrected");
  if (const LegRecord* last = last_epoch(tuning)) {
    print("  one estimate of h(y) has noise E|H - E H|^2 = " + brief(last->noise) + ": averages over all " +
          grouped(report.iterations) + " iterations cannot do better than " +
          brief(last->noise / static_cast<double>(report.iterations)));
    if (corrected && !followed)
      print("  P has moved by " + brief(100 * last->moved) + " % of itself since the survey: noise, and curvature");
    print("  squared drift of y in the last epoch: " + brief(last->drift) +
          " times what noise gives; about 1 or less where y has settled");
  }
  print("what was chosen");
  if (followed)
    print("  corrected oracle: G + C u with a vector u that follows A^-1 (F - w), by one product with each derivative");
  else
    print(corrected ? "  corrected oracle: the problem has derivatives in x, and G + P (F - w) then costs no further "
                      "samples; w is x before it is projected"
                    : "  raw oracle: " + tuning.why_raw);
  if (!corrected)
    print("  alpha is at least " + times_text(std::get<Tuned>(method.schedule).separation) +
          " beta, so that little of y's motion comes back through x, which lags behind it");
  if (!report.candidates.list.empty()) {
    print(std::string("  the ways there were; ") + (report.candidates.timed ? "seconds" : "operations") +
          " of an iteration, and the mean square expected at the end from noise and curvature at the start:");
    print(candidates_text(report.candidates));
    print("  taken: " + report.candidates.why + "; seen in at most " + grouped(report.candidates.evaluations) +
          " evaluations before the run");
  }
  print("  one fast step per slow step: an inner solve would spend samples that averages use better");
  print(std::string("  ") + name_of(method.sampling) + " samples" +
        (method.sampling == Sampling::shared ? ": " + draws_text(method.batches) + " serve an iteration" : ""));
  print("  epochs; beta = travel / iterations, and more travel where y was seen drifting (drift above " +
        brief(std::get<Tuned>(method.schedule).drift_threshold) + "):");
  print(epochs_text(tuning));
  print("  " + cuts_text(tuning));
  return out;
}

}  // namespace twoscale
