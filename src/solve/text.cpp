#include <twoscale/solve/text.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/text.hpp>
#include <twoscale/method/presets.hpp>
#include <twoscale/solve/observed_names.hpp>

namespace twoscale {

namespace {

using text::brief;
using text::duration;
using text::grouped;
using text::point;
using text::table;

/// A parameter that follows the horizon is shown as the range it took.
std::string sets_and_parameters(const std::vector<SolveReport>& reports) {
  const Shape& shape = reports[0].shape;
  std::string out = reports[0].problem + ": " +
                    (shape.fast > 0 ? "x in R^" + std::to_string(shape.fast) + ", " : std::string("one time scale, ")) +
                    "y in R^" + std::to_string(shape.slow);
  const char* separator = "; ";
  for (std::size_t i = 0; i < reports[0].parameters.size(); ++i) {
    const SettingInfo &first = reports[0].parameters[i], &last = reports.back().parameters[i];
    double low = first.value, high = low;
    for (const SolveReport& report : reports) {
      low = std::min(low, report.parameters[i].value);
      high = std::max(high, report.parameters[i].value);
    }
    out += separator + first.name + " " + (low < high ? brief(low) + " to " + brief(high) : brief(last));
    separator = ", ";
  }
  return out;
}

std::string residual_text(const SolveReport& report) {
  if (report.endings[Ending::diverged] > 0) return "diverged";
  if (!report.residual) return "unknown: the problem gives neither h(y) nor its means";
  const Residual& r = *report.residual;
  std::string out = brief(r.mean_square);
  if (r.standard_error) out += " +- " + brief(*r.standard_error);
  return out;
}

std::string mean_text(const Mean& mean) {
  if (!std::isfinite(mean.value())) return "unknown";
  return brief(mean.value()) + (mean.count() > 1 ? " +- " + brief(mean.standard_error()) : "");
}

std::string observations_text(const SolveReport& report) {
  std::vector<std::vector<std::string>> rows = {{"iteration", "samples"}};
  for (const std::string& quantity : report.observed) rows[0].push_back(symbol_of(quantity));
  for (const ObservedRow& row : report.observations) {
    rows.push_back({grouped(row.iteration), grouped(row.samples)});
    for (const Mean& mean : row.means) rows.back().push_back(mean_text(mean));
  }
  return table(rows);
}

/// "   (still-moving)"
std::string ending_mark(const SolveReport& report) {
  return report.first_status.ok() ? "" : std::string("   (") + name_of(report.first_status.ending) + ")";
}

/// "3 of 64 replicas did not settle, 1 is running-away, the first of these: "; empty for one replica.
std::string how_many(const SolveReport& report) {
  if (report.replicas < 2 || report.status.ending == Ending::interrupted) return "";
  const Ending worst = report.endings.worst();
  return grouped(report.endings.unsettled()) + " of " + grouped(report.replicas) + " replicas did not settle, " +
         grouped(report.endings[worst]) + " ended as " + name_of(worst) + "; of the first of these: ";
}

void add_ending(const SolveReport& report, ReportText& out) {
  if (report.at_start) out.push_back({"the answer equals the start: y has not moved", true});
  if (const std::string uncovered = uncovered_text(report); !uncovered.empty())
    out.push_back({"note: " + uncovered, true});
  if (!report.status.ok())
    out.push_back({std::string(name_of(report.status.ending)) + ": " + how_many(report) + report.status.message, true});
}

/// "certified by 100,000 fresh samples: between 1.2e-3 and 2.0e-3 with 95 % confidence; at most ..."
std::string certificate_text(const Certificate& certificate) {
  const std::string how = "by " + grouped(certificate.samples) + " fresh samples: ";
  if (!certificate.refused.empty()) return "not certified " + how + certificate.refused;
  const std::string percent = brief(100 * certificate.confidence) + " % confidence";
  return "certified " + how + "between " + brief(certificate.lower) + " and " + brief(certificate.upper) + " with " +
         percent + (certificate.corrected ? "" : "; raw oracle, widened for its bias") +
         (certificate.noiseless ? "; no noise was seen: events rarer than that are not in it" : "");
}

std::string target_text(const TargetOutcome& target, const std::optional<Certificate>& certificate) {
  const TargetResult& result = target.result;
  if (target.reached())
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

/// "; the limit for this budget is 1.5e-5 (2.3e-5 at an equal split)"; empty where there is none, or no noise.
std::string limit_text(const SolveReport& report) {
  if (!report.limit || !(report.limit->trace > 0)) return "";
  const LimitOfRun& limit = *report.limit;
  std::string out =
      std::string("; the limit for this budget is ") + (limit.whole ? "" : "at least ") + brief(limit.value);
  // Where one of the maps has no noise there is nothing to split.
  if (limit.fast_trace > 0 && limit.slow_trace > 0) out += " (" + brief(limit.at_equal_split) + " at an equal split)";
  return out;
}

std::string method_text(const Method& method) {
  return method.name + ": " + name_of_choice(method.tracker) + " tracker, " + name_of_choice(method.oracle) +
         " oracle, " + name_of_choice(method.preconditioner) + " P, " + name_of_choice(method.outer) + ", " +
         name_of_choice(method.schedule) + (averages(method) ? std::string(", ") + name_of_choice(method.output) : "") +
         (method.sampling == Sampling::shared ? ", shared samples" : "") + (method.anytime ? ", anytime" : "");
}

std::string cost_text(const SolveReport& report) {
  const Counts& counts = report.first_counts;
  const std::uint64_t done = report.first_iterations;
  std::string out = " " + grouped(done) + (done < report.iterations ? " of " + grouped(report.iterations) : "") +
                    " iterations, " + grouped(counts.total()) + " samples (" + grouped(counts.fast()) + " fast, " +
                    grouped(counts.slow()) + " slow, " + grouped(counts.derivative()) + " derivative)";
  if (counts.noiseless > 0) out += " and " + grouped(counts.noiseless) + " evaluations without noise";
  if (counts.preconditioner > 0) out += " and " + grouped(counts.preconditioner) + " structured calls";
  if (report.replicas > 1) out += " x " + grouped(report.replicas) + " replicas";
  return out + ", " + duration(report.wall_seconds);
}

/// What was found out before the run, and at what cost.
std::string batches_text(const Batches& batches) {
  const std::string cost = " pilot, " + grouped(batches.pilot) + " samples of the budget: ";
  if (batches.single()) return cost + "one draw of F and one of G an iteration";
  const bool fast = batches.fast > batches.slow;
  return cost + (fast ? "F" : "G") + " is the noisier, so that an iteration averages " +
         grouped(std::max(batches.fast, batches.slow)) + " draws of it and one of " + (fast ? "G" : "F");
}

/// How far from the truth the answer is, as far as that is known.
std::string truth_text(const SolveReport& report) {
  std::string out = "|h(y) - y|^2 = " + residual_text(report);
  if (report.certificate && !report.residual) out = "|h(y) - y|^2 " + certificate_text(*report.certificate);
  if (report.endings[Ending::diverged] > 0)
    out = "|h(y) - y|^2 is not measured: y is the last finite state of a run that diverged";
  if (report.residual && report.residual->upper)
    out += ", between " + brief(*report.residual->lower) + " and " + brief(*report.residual->upper) +
           " with 95 % confidence";
  return out + limit_text(report);
}

/// "loss = 0.213 +- 0.0012, on the rows held out"
std::string metric_text(const MeasuredMetric& metric, std::uint64_t replicas) {
  std::string out = metric.info.name + " = " + mean_text(metric.mean);
  if (!metric.info.help.empty()) out += ", " + metric.info.help;
  return out + (metric.mean.count() < replicas ? "   (" + grouped(metric.mean.count()) + " replicas)" : "");
}

std::string product_condition_text(const ProductCondition& c) {
  return "estimated P: E|(P - P*)(f - x)|^2 = " + brief(c.residual_constant()) +
         " delta^2 with delta = E|x - x*|^2 = " + brief(c.fast_error.value()) +
         "; E|(P - P*)(F - f)|^2 = " + brief(c.noise_product.value());
}

void append(ReportText& out, ReportText lines) {
  for (ReportLine& line : lines) out.push_back(std::move(line));
}

/// What was solved, and at what cost.
ReportText heading(const SolveReport& report, bool explain) {
  ReportText out = {{sets_and_parameters({report})}, {method_text(report.method)}, {cost_text(report)}};
  if (!report.derivatives.empty()) out.push_back({" derivatives: " + report.derivatives});
  if (report.pilot)
    out.push_back({" pilot: dF/dx contracts by " + brief(report.pilot->contraction) + ", from " +
                   grouped(report.pilot->samples) + " samples"});
  if (report.method.batches.pilot > 0) out.push_back({batches_text(report.method.batches)});
  if (report.tuning && !explain) append(out, survey_text(report));
  if (report.burn_in) out.push_back({" burn-in " + grouped(*report.burn_in) + " iterations"});
  return out;
}

const char* promise_of(const Method& method) {
  for (const Preset& preset : presets())
    if (method.name == preset.name) return preset.promise;
  return "";
}

}  // namespace

std::string uncovered_text(const SolveReport& report) {
  if (!report.active_sets.any()) return "";
  const std::string name = report.method.name;
  if (report.active_sets.fast)
    return "fast_set holds x: f(x, y) points out of it. The theorem of " + name +
           " assumes that f maps fast_set into itself, and does not cover this; a correction by F - x is biased there. "
           "auto projects lazily, which takes that bias away";
  return "slow_set holds y: h(y) lies outside of it. The theorem of " + name +
         " assumes that h maps slow_set into itself, and does not cover this";
}

ReportText report_text(const SolveReport& report, bool explain) {
  ReportText out = heading(report, explain);
  const std::string which = "   (replica " + std::to_string(report.first_replica) + ")";
  out.push_back({"y = " + point(report.y) + (report.replicas > 1 || report.first_replica > 0 ? which : "") +
                 ending_mark(report)});
  out.push_back({truth_text(report)});
  for (const MeasuredMetric& metric : report.metrics)
    if (metric.mean.count() > 0) out.push_back({metric_text(metric, report.replicas)});
  if (report.product_condition) out.push_back({product_condition_text(*report.product_condition)});
  if (!report.observations.empty()) out.push_back({observations_text(report)});
  add_ending(report, out);
  if (report.certificate_stopped) out.push_back({"not certified: stopped before its samples were drawn"});
  if (report.certificate && report.residual) out.push_back({certificate_text(*report.certificate)});
  if (report.tuning && explain) append(out, explanation(report));
  if (!report.tuning && explain)
    out.push_back({report.method.name + " takes the steps of its theorem: there is nothing that it chose by itself"});
  if (report.target) out.push_back({target_text(*report.target, report.certificate)});
  return out;
}

ReportText table_text(const std::vector<SolveReport>& reports) {
  ReportText out = {{sets_and_parameters(reports)}};
  std::vector<std::vector<std::string>> rows = {
      {"method", "iterations", "samples", "|h(y)-y|^2", "|x-x*|", "ending", "promise", "time"}};
  for (const SolveReport& report : reports)
    rows.push_back({report.method.name, grouped(report.iterations), grouped(report.first_counts.total()),
                    residual_text(report), report.tracking_error ? brief(*report.tracking_error) : "-",
                    name_of(report.status.ending), promise_of(report.method), duration(report.wall_seconds)});
  out.push_back({table(rows)});
  const std::uint64_t replicas = reports[0].replicas;
  if (replicas > 1) out.push_back({"  means over " + grouped(replicas) + " replicas +- their standard error"});
  for (const SolveReport& report : reports) {
    if (report.observations.empty()) continue;
    out.push_back({report.method.name + ":"});
    out.push_back({observations_text(report)});
  }
  for (const SolveReport& report : reports)
    if (const std::string uncovered = uncovered_text(report); !uncovered.empty())
      out.push_back({"  note, " + report.method.name + ": " + uncovered, true});
  for (const SolveReport& report : reports)
    if (!report.status.ok())
      out.push_back({"  " + report.method.name + ": " + how_many(report) + report.status.message, true});
  return out;
}

ReportText group_text(const ReportGroup& group, bool explain) {
  if (group.reports.empty()) return {};
  return group.asked == 1 ? report_text(group.reports[0], explain) : table_text(group.reports);
}

std::string kept_text(const Kept& kept) {
  if (!kept.failure.empty()) return "no checkpoint: " + kept.failure;
  std::string out = "stored in " + kept.path + ": " + grouped(kept.ended) +
                    (kept.asked_for ? " of " + grouped(kept.asked) : "") + " replicas that ended, " +
                    grouped(kept.underway) + " under way";
  if (kept.lost > 0)
    out += "; " + grouped(kept.lost) +
           " more that ended were not kept in memory and will be computed again (--store keeps all)";
  return out + "\n" + text::quoted_command("twoscale resume " + text::shell_word(kept.path)) + " goes on from there";
}

}  // namespace twoscale
