// What twoscale solve and resume print for a person.
#include <algorithm>
#include <cmath>

#include <twoscale/experiment/observed.hpp>
#include "explain.hpp"
#include "limit.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

/// A parameter that follows the horizon is shown as the range it took.
std::string sets_and_parameters(const AnyProblem& problem, const std::vector<SolveReport>& reports) {
  std::string out = problem.name() + ": x in R^" + std::to_string(problem.shape().fast) + ", y in R^" +
                    std::to_string(problem.shape().slow);
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

void print_observations(const SolveReport& report) {
  if (report.observations.empty()) return;
  std::vector<std::vector<std::string>> rows = {{"iteration", "samples"}};
  for (const std::string& quantity : report.observed) rows[0].push_back(symbol_of(quantity));
  for (const ObservedRow& row : report.observations) {
    rows.push_back({grouped(row.iteration), grouped(row.samples)});
    for (const Mean& mean : row.means) rows.back().push_back(mean_text(mean));
  }
  print(table(rows));
}

/// "   (still-moving)"
std::string ending_mark(const SolveReport& report) {
  return report.first.status.ok() ? "" : std::string("   (") + name_of(report.first.status.ending) + ")";
}

/// "3 of 64 replicas did not settle, 1 is running-away, the first of these: "; empty for one replica.
std::string how_many(const SolveReport& report) {
  if (report.replicas < 2 || report.status.ending == Ending::interrupted) return "";
  const Ending worst = report.endings.worst();
  return grouped(report.endings.unsettled()) + " of " + grouped(report.replicas) + " replicas did not settle, " +
         grouped(report.endings[worst]) + " ended as " + name_of(worst) + "; of the first of these: ";
}

void print_ending(const SolveReport& report) {
  if (report.at_start) print_error("the answer equals the start: y has not moved");
  if (const std::string uncovered = uncovered_text(report); !uncovered.empty()) print_error("note: " + uncovered);
  if (!report.status.ok())
    print_error(std::string(name_of(report.status.ending)) + ": " + how_many(report) + report.status.message);
}

}  // namespace

std::string uncovered_text(const SolveReport& report) {
  if (!report.active_sets.any()) return "";
  const std::string name = report.plan.method().name;
  if (report.active_sets.fast)
    return "fast_set holds x: f(x, y) points out of it. The theorem of " + name +
           " assumes that f maps fast_set into itself, and does not cover this; a correction by F - x is biased there. "
           "auto projects lazily, which takes that bias away";
  return "slow_set holds y: h(y) lies outside of it. The theorem of " + name +
         " assumes that h maps slow_set into itself, and does not cover this";
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

void print_report(const AnyProblem& problem, const SolveReport& report, bool explain) {
  const Method& method = report.plan.method();
  print(sets_and_parameters(problem, {report}));
  std::string line =
      method.name + ": " + name_of_choice(method.tracker) + " tracker, " + name_of_choice(method.oracle) + " oracle, " +
      name_of_choice(method.preconditioner) + " P, " + name_of_choice(method.outer) + ", " +
      name_of_choice(method.schedule) + (averages(method) ? std::string(", ") + name_of_choice(method.output) : "") +
      (method.sampling == Sampling::shared ? ", shared samples" : "") + (method.anytime ? ", anytime" : "");
  print(line);
  const Counts& counts = report.first.counts;
  const std::uint64_t done = report.first.iteration;
  line = " " + grouped(done) + (done < report.plan.iterations() ? " of " + grouped(report.plan.iterations()) : "") +
         " iterations, " + grouped(counts.total()) + " samples (" + grouped(counts.fast()) + " fast, " +
         grouped(counts.slow()) + " slow, " + grouped(counts.derivative()) + " derivative)";
  if (counts.preconditioner > 0) line += " and " + grouped(counts.preconditioner) + " structured calls";
  if (report.replicas > 1) line += " x " + grouped(report.replicas) + " replicas";
  print(line + ", " + duration(report.wall_seconds));
  if (!report.derivatives.empty()) print(" derivatives: " + report.derivatives);
  if (report.pilot)
    print(" pilot: dF/dx contracts by " + brief(report.pilot->contraction) + ", from " +
          grouped(report.pilot->samples) + " samples");
  const std::optional<Tuner> tuner = tuner_of(report);
  if (tuner && !explain) print_survey(report, *tuner);
  if (const auto burn_in = report.plan.burn_in()) print(" burn-in " + grouped(*burn_in) + " iterations");
  const std::string which = "   (replica " + std::to_string(report.first.replica) + ")";
  print("y = " + point(report.first.slow) + (report.replicas > 1 || report.first.replica > 0 ? which : "") +
        ending_mark(report));
  std::string truth = "|h(y) - y|^2 = " + residual_text(report);
  if (report.certificate && !report.residual) truth = "|h(y) - y|^2 " + certificate_text(*report.certificate);
  if (report.endings[Ending::diverged] > 0)
    truth = "|h(y) - y|^2 is not measured: y is the last finite state of a run that diverged";
  if (report.residual && report.residual->upper)
    truth += ", between " + brief(*report.residual->lower) + " and " + brief(*report.residual->upper) +
             " with 95 % confidence";
  print(truth + limit_text(report));
  if (report.product_condition) {
    const ProductCondition& c = *report.product_condition;
    print("estimated P: E|(P - P*)(f - x)|^2 = " + brief(c.residual_constant()) +
          " delta^2 with delta = E|x - x*|^2 = " + brief(c.fast_error.value()) +
          "; E|(P - P*)(F - f)|^2 = " + brief(c.noise_product.value()));
  }
  print_observations(report);
  print_ending(report);
  if (report.certificate_stopped) print("not certified: stopped before its samples were drawn");
  if (report.certificate && report.residual) print(certificate_text(*report.certificate));
  if (tuner && explain) print_explanation(problem, report, *tuner);
  if (!tuner && explain)
    print(method.name + " takes the steps of its theorem: there is nothing that it chose by itself");
  if (report.target) print(target_text(*report.target, report.certificate));
}

void print_table(const AnyProblem& problem, const std::vector<SolveReport>& reports) {
  print(sets_and_parameters(problem, reports));
  std::vector<std::vector<std::string>> rows = {
      {"method", "iterations", "samples", "|h(y)-y|^2", "|x-x*|", "ending", "promise", "time"}};
  for (const SolveReport& report : reports) {
    const Preset* preset = nullptr;
    for (const Preset& candidate : presets())
      if (report.plan.method().name == candidate.name) preset = &candidate;
    rows.push_back({report.plan.method().name, grouped(report.plan.iterations()), grouped(report.first.counts.total()),
                    residual_text(report), report.tracking_error ? brief(*report.tracking_error) : "-",
                    name_of(report.status.ending), preset->promise, duration(report.wall_seconds)});
  }
  print(table(rows));
  const std::uint64_t replicas = reports[0].replicas;
  if (replicas > 1) print("  means over " + grouped(replicas) + " replicas +- their standard error");
  for (const SolveReport& report : reports) {
    if (!report.observations.empty()) print(report.plan.method().name + ":");
    print_observations(report);
  }
  for (const SolveReport& report : reports) {
    const std::string name = report.plan.method().name, uncovered = uncovered_text(report);
    if (!uncovered.empty()) print_error("  note, " + name + ": " + uncovered);
  }
  for (const SolveReport& report : reports)
    if (!report.status.ok())
      print_error("  " + report.plan.method().name + ": " + how_many(report) + report.status.message);
}

}  // namespace twoscale::cli
