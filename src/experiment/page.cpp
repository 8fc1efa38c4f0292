#include <twoscale/experiment/page.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/text.hpp>
#include <twoscale/core/version.hpp>
#include <twoscale/solve/observed_names.hpp>
#include <twoscale/solve/text.hpp>

namespace twoscale {

namespace {

using text::brief;
using text::grouped;

constexpr double kInterval = 1.96;  // standard errors to each side of a mean: 95 %
constexpr std::size_t kAnswerRows = 100;

/// What a number reached says of the scale to draw it on: decades, where it went through some and is never zero.
bool wants_log(const report::Plot& plot) {
  double low = INFINITY, high = 0;
  for (const report::Series& series : plot.series)
    for (const double y : series.y) {
      if (!(y > 0)) return false;
      low = std::min(low, y), high = std::max(high, y);
    }
  return high > 10 * low;
}

/// One observed quantity over the samples of one run; points where it is not known are left out.
report::Series curve(const SolveReport& report, std::size_t quantity) {
  report::Series out{.name = report.method.name, .x = {}, .y = {}, .low = {}, .high = {}, .joined = true};
  for (const ObservedRow& row : report.observations) {
    const Mean& mean = row.means[quantity];
    if (!std::isfinite(mean.value())) continue;
    out.x.push_back(static_cast<double>(row.samples));
    out.y.push_back(mean.value());
    if (report.replicas < 2) continue;
    out.low.push_back(mean.value() - kInterval * mean.standard_error());
    out.high.push_back(mean.value() + kInterval * mean.standard_error());
  }
  return out;
}

/// Where an interval reaches beyond the numbers that a logarithmic scale has, it ends at a tenth of its mean.
void keep_positive(report::Series& series) {
  for (std::size_t i = 0; i < series.low.size(); ++i) series.low[i] = std::max(series.low[i], series.y[i] / 10);
}

/// The least residual so many samples allow, which falls as their inverse.
void add_limit(const SolveReport& report, report::Plot& plot) {
  if (!report.limit || !(report.limit->trace > 0) || report.observations.empty()) return;
  report::Guide guide{.name = "statistical limit", .kind = report::Guide::Kind::limit, .series = -1, .x = {}, .y = {}};
  const double at_one =
      report.limit->value * static_cast<double>(report.first_counts.total() + report.method.batches.pilot);
  for (const ObservedRow& row : report.observations) {
    guide.x.push_back(static_cast<double>(row.samples));
    guide.y.push_back(at_one / static_cast<double>(row.samples));
  }
  plot.guides.push_back(std::move(guide));
}

std::string alternative(const report::Plot& plot) {
  std::string out;
  for (const report::Series& series : plot.series)
    if (!series.y.empty())
      out += (out.empty() ? "" : " ") + series.name + ": from " + brief(series.y.front()) + " to " +
             brief(series.y.back()) + ".";
  return out;
}

report::Plot plot_of(const std::vector<SolveReport>& reports, std::size_t quantity) {
  const std::string& name = reports[0].observed[quantity];
  report::Plot out;
  out.title = symbol_of(name) + " against samples";
  out.x_label = "samples of a replica";
  out.y_label = symbol_of(name);
  for (const SolveReport& report : reports) out.series.push_back(curve(report, quantity));
  out.alt = alternative(out);
  out.log_y = wants_log(out);
  if (out.log_y)
    for (report::Series& series : out.series) keep_positive(series);
  if (name == "residual")
    for (const SolveReport& report : reports)
      if (out.guides.empty()) add_limit(report, out);  // the same line for all
  return out;
}

report::Section curves(const std::vector<SolveReport>& reports) {
  report::Section out;
  out.id = "curves";
  out.title = "How the run went on";
  out.paragraphs = {reports[0].replicas > 1
                        ? "Means over replicas with 95 % intervals, at iterations spread evenly over "
                          "decades."
                        : "At iterations spread evenly over decades."};
  for (std::size_t i = 0; i < reports[0].observed.size(); ++i) out.plots.push_back(plot_of(reports, i));
  return out;
}

/// Of a method that tunes itself: what it measured in each epoch, and the steps it took there.
report::Section epochs(const SolveReport& report) {
  report::Section out;
  out.id = report.method.name + "-epochs";
  out.title = report.method.name + ": steps and drift, epoch by epoch";
  out.paragraphs = {"Of the first replica. A drift of about one or less is what noise makes of it."};
  out.table.header = {"epoch",     "iterations", "slow step",  "fast step",
                      "step of P", "drift of y", "drift of x", "noise"};
  report::Plot steps{
      .title = "Steps", .alt = "", .x_label = "iterations", .y_label = "step", .series = {}, .guides = {}};
  report::Series slow{.name = "slow", .x = {}, .y = {}, .low = {}, .high = {}, .joined = true}, fast = slow;
  fast.name = "fast";
  double end = 0;
  for (const LegRecord& leg : report.tuning->epochs) {
    end += leg.length;
    out.table.rows.push_back({std::to_string(out.table.rows.size() + 1),
                              grouped(static_cast<std::uint64_t>(leg.length)), brief(leg.slow), brief(leg.fast),
                              brief(leg.preconditioner), brief(leg.drift), brief(leg.fast_drift), brief(leg.noise)});
    if (leg.slow > 0) slow.x.push_back(end), slow.y.push_back(leg.slow);
    if (leg.fast > 0) fast.x.push_back(end), fast.y.push_back(leg.fast);
  }
  steps.series = {slow, fast};
  steps.alt = alternative(steps);
  out.plots.push_back(std::move(steps));
  return out;
}

report::Section answer(const SolveReport& report, const std::string& command) {
  report::Section out;
  out.id = report.method.name + "-answer";
  out.title = report.method.name + ": the answer";
  for (const ReportLine& line : report_text(report, false))
    if (line.text.find('\n') == std::string::npos) out.paragraphs.push_back(line.text);
  out.table.header = {"i", "y"};
  for (std::size_t i = 0; i < report.y.size() && i < kAnswerRows; ++i)
    out.table.rows.push_back({std::to_string(i), to_text(report.y[i])});
  if (report.y.size() > kAnswerRows)
    out.paragraphs.push_back("The first " + grouped(kAnswerRows) + " of " + grouped(report.y.size()) +
                             " numbers; --json has all.");
  out.command = command;
  return out;
}

std::string residual_cell(const SolveReport& report) {
  if (report.residual) return brief(report.residual->mean_square);
  if (report.certificate && report.certificate->refused.empty())
    return brief(report.certificate->lower) + " to " + brief(report.certificate->upper);
  return "unknown";
}

}  // namespace

report::Document page_of(const ReportGroup& group, const std::string& command) {
  const std::vector<SolveReport>& reports = group.reports;
  report::Document out;
  out.title = reports[0].problem + ", solved";
  out.summary.header = {"method", "samples", "|h(y) - y|^2", "limit", "ending"};
  for (const SolveReport& report : reports) {
    out.summary.rows.push_back({report.method.name, grouped(report.first_counts.total()), residual_cell(report),
                                report.limit ? brief(report.limit->value) : "", name_of(report.status.ending)});
    out.summary.links.push_back(report.method.name + "-answer");
  }
  if (!reports[0].observed.empty()) out.sections.push_back(curves(reports));
  for (const SolveReport& report : reports) {
    if (report.tuning && !report.tuning->epochs.empty()) out.sections.push_back(epochs(report));
    out.sections.push_back(answer(report, command));
  }
  out.facts = {
      {"twoscale", version()}, {"seed", std::to_string(reports[0].seed)}, {"replicas", grouped(reports[0].replicas)}};
  return out;
}

}  // namespace twoscale
