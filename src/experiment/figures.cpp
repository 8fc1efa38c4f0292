#include <twoscale/experiment/figures.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <twoscale/measure/scales.hpp>
#include <twoscale/solve/observed.hpp>

namespace twoscale {

namespace {

/// More series than this in one plot cannot be told apart; a map shows them better.
constexpr std::size_t kMostSeries = 8;

std::string format(const char* how, double value) {
  std::array<char, 64> out;
  std::snprintf(out.data(), out.size(), how, value);
  return out.data();
}

bool same_axes(const SpecRow& a, const SpecRow& b) {
  return a.quantity == b.quantity && a.power == b.power && a.against == b.against && a.bound == b.bound;
}

report::Series series_of(const RowResult& row) {
  std::string name = row.label;
  if (row.fit) name += ": " + exponent_text(row);
  if (row.promise) name += ", promised " + promise_text(row);
  report::Series out{.name = name, .x = row.scales, .y = {}, .low = {}, .high = {}};
  for (const Estimate& value : row.values) {
    out.y.push_back(value.value);
    out.low.push_back(value.lower);
    out.high.push_back(value.upper);
  }
  return out;
}

/// A power law through both ends of what was measured.
report::Guide line(const RowResult& row, report::Guide::Kind kind, int series, double exponent, double at,
                   double value) {
  report::Guide out{.name = "", .kind = kind, .series = series, .x = {row.scales.front(), row.scales.back()}, .y = {}};
  for (const double x : out.x) out.y.push_back(value * std::pow(x / at, exponent));
  return out;
}

void add_guides(const RowResult& row, int series, report::Plot& plot) {
  using Kind = report::Guide::Kind;
  if (!row.bounds.empty()) plot.guides.push_back({row.row.bound, Kind::bound, series, row.scales, row.bounds});
  if (!row.fit) return;
  const double first = row.scales.front();
  plot.guides.push_back(line(row, Kind::fit, series, row.fit->exponent.value, 1, row.fit->prefactor));
  plot.guides.back().name = "fit";
  if (!row.promise) return;
  plot.guides.push_back(line(row, Kind::promise, series, *row.promise, first,
                             row.fit->prefactor * std::pow(first, row.fit->exponent.value)));
  plot.guides.back().name = "promised slope";
}

/// One line where all rows share it, in no one's colour; else that of the row whose it is.
void add_limits(const std::vector<const RowResult*>& rows, report::Plot& plot) {
  const std::vector<SharedLimit> all = shared_limits(rows);
  for (const SharedLimit& shared : all) {
    const auto before = rows.begin() + static_cast<std::ptrdiff_t>(shared.rows[0]);
    const auto drawn = [](const RowResult* row) { return !row->values.empty(); };
    const int series = static_cast<int>(std::count_if(rows.begin(), before, drawn));
    const bool alone = all.size() > 1 && shared.rows.size() == 1;
    plot.guides.push_back(
        {kLimitName, report::Guide::Kind::limit, alone ? series : -1, (*before)->scales, shared.limits});
    plot.alt += " The " + std::string(kLimitName) + ": from " + format("%.3g", shared.limits.front()) + " to " +
                format("%.3g", shared.limits.back()) + ".";
  }
}

std::string alternative(const std::vector<const RowResult*>& rows) {
  std::string out;
  for (const RowResult* row : rows) {
    if (!out.empty()) out += " ";
    out += row->label + ": ";
    if (row->values.empty()) out += "nothing was run yet.";
    else
      out += "from " + format("%.3g", row->values.front().value) + " to " + format("%.3g", row->values.back().value) +
             (row->fit ? ", exponent " + exponent_text(*row) : "") + ".";
  }
  return out;
}

report::Plot plot_of(const std::vector<const RowResult*>& rows) {
  const SpecRow& first = rows.front()->row;
  report::Plot plot;
  plot.title = value_text(first) + " against " + symbol_of_scale(first.against);
  plot.alt = alternative(rows);
  plot.x_label = symbol_of_scale(first.against);
  plot.y_label = value_text(first);
  for (const RowResult* row : rows) {
    if (row->values.empty()) continue;
    add_guides(*row, static_cast<int>(plot.series.size()), plot);
    plot.series.push_back(series_of(*row));
  }
  add_limits(rows, plot);
  return plot;
}

/// What the limit is, and how far the rows are from it; or why nothing is said of it.
std::string limit_paragraph(const std::vector<RowResult>& rows, const StudyLimit& limit) {
  if (limit.how.empty()) return "The statistical limit is not shown: " + limit.why + ".";
  std::string out =
      "The statistical limit is about the least mean-square residual that T samples allow, drawn of F and G in the "
      "best "
      "ratio; as many of each leave 2 tr(Sigma)/T, Sigma being the covariance of one estimate of h(y) at the solution, "
      "from " +
      limit.how + ". At the longest horizon the residual is, in times the limit, ";
  const char* separator = "";
  for (const RowResult& row : rows)
    if (row.over_limit) out += separator + over_limit_text(row) + " (" + row.label + ")", separator = ", ";
  return out + ".";
}

}  // namespace

const std::vector<std::string> kRowHeader = {"what", "promised", "measured", "95 % interval", "settled", "verdict"};

std::string exponent_text(const RowResult& row) {
  if (!row.fit) return "";
  const Estimate& e = row.fit->exponent;
  return format("%.3f", e.value) + (e.standard_error > 0 ? " +- " + format("%.3f", e.standard_error) : "");
}

std::string interval_text(const RowResult& row) {
  if (!row.fit || row.fit->how == PowerFit::How::exact) return "";
  return format("%.3f", row.fit->exponent.lower) + " to " + format("%.3f", row.fit->exponent.upper);
}

std::string settled_text(const RowResult& row) {
  const double all = static_cast<double>(row.endings.all()),
               settled = static_cast<double>(row.endings[Ending::settled]);
  if (all == 0) return "";
  if (settled == all) return "all";
  return settled == 0 ? "none" : format("%.0f", std::clamp(std::floor(100 * settled / all), 1.0, 99.0)) + " %";
}

std::string promise_text(const RowResult& row) {
  const Claim claim = row.row.claim;
  if (!row.row.bound.empty()) return (claim == Claim::at_least ? ">= " : "<= ") + row.row.bound;
  if (!row.promise) return "";
  // Of a scale that vanishes a value below a power has the larger exponent.
  const bool below = (claim == Claim::at_most) == (limit_of(row.row.against) == Limit::infinity);
  return (claim == Claim::exactly ? "= " : below ? "<= " : ">= ") + format("%.4g", *row.promise);
}

std::string over_limit_text(const RowResult& row) {
  if (!row.over_limit) return "";
  const Estimate& ratio = *row.over_limit;
  const bool large = ratio.value >= 100;  // 21239, not 2.12e+04
  return format(large ? "%.0f" : "%.3g", ratio.value) +
         (ratio.standard_error > 0 ? " +- " + format(large ? "%.0f" : "%.2g", ratio.standard_error) : "");
}

std::string value_text(const SpecRow& row) {
  const std::string symbol = symbol_of(row.quantity);
  const std::string powered = row.power == 1 ? symbol : symbol + "^" + format("%.3g", row.power);
  return "E " + powered;
}

std::string verdict_text(const RowResult& row) {
  const std::string name = name_of(row.verdict.kind), &sentence = row.verdict.sentence;
  const bool judged = row.promise || !row.row.bound.empty();
  if (!judged || sentence.starts_with(name)) return sentence;
  const std::string unresolved = "not yet resolved: ";
  return name + ": " + (sentence.starts_with(unresolved) ? sentence.substr(unresolved.size()) : sentence);
}

std::vector<std::string> row_cells(const RowResult& row) {
  return {row.label, promise_text(row), exponent_text(row), interval_text(row), settled_text(row), verdict_text(row)};
}

report::Section section_of(const Study& study, const std::vector<RowResult>& rows, const std::string& command,
                           const StudyLimit& limit) {
  const Spec& spec = study.spec();
  report::Section out;
  out.id = spec.name;
  out.title = spec.title.empty() ? spec.name : spec.title;
  if (!spec.statement.empty()) out.paragraphs.push_back(spec.statement);
  if (!limit.how.empty() || !limit.why.empty()) out.paragraphs.push_back(limit_paragraph(rows, limit));
  out.table.header = kRowHeader;
  out.table.verdict_column = static_cast<int>(kRowHeader.size()) - 1;
  for (const RowResult& row : rows) out.table.rows.push_back(row_cells(row));
  std::vector<bool> shown(rows.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (shown[i]) continue;
    std::vector<const RowResult*> group;
    for (std::size_t j = i; j < rows.size(); ++j)
      if (!shown[j] && same_axes(rows[i].row, rows[j].row)) shown[j] = true, group.push_back(&rows[j]);
    if (group.size() > kMostSeries) group.resize(kMostSeries);
    out.plots.push_back(plot_of(group));
  }
  out.command = command;
  out.spec = spec.text;
  return out;
}

}  // namespace twoscale
