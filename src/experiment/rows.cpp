#include <algorithm>
#include <cmath>

#include <twoscale/experiment/results.hpp>
#include <twoscale/measure/exponent.hpp>
#include <twoscale/measure/scales.hpp>

#include "cell_lines.hpp"

namespace twoscale {

namespace {

class RowFitter {
 public:
  RowFitter(const Study& study, const std::vector<CellResult>& results, const SpecRow& row)
      : study_(study), results_(results), row_(row), along_(along(study.spec(), row.against)) {}

  void fit_method(std::size_t method, std::vector<RowResult>& out) const {
    for (const CellLine& line : lines_of(study_, along_, method)) out.push_back(fit_line(line));
  }

 private:
  double scale(const Cell& cell) const {
    if (along_.kind == Along::option && row_.against == study_.spec().sweep[along_.axis].name)
      return parse_number(row_.against, study_.points()[cell.point][along_.axis]);
    if (along_.kind == Along::parameter)
      for (const auto& [name, value] : cell.parameters)
        if (name == row_.against) return parse_number(name, value);
    return scale_of(row_.against, cell.plan).value();
  }

  FitPoint point_of(const Members& members, RowResult& out) const {
    for (const Cell* cell : members)
      out.endings.add(results_[static_cast<std::size_t>(cell - study_.cells().data())].endings);
    FitPoint point = gather(study_, results_, members, row_.quantity, row_.power);
    point.scale = scale(*members[0]);
    return point;
  }

  RowResult fit_line(const CellLine& line) const {
    RowResult out;
    out.method = line.method, out.point = line.point, out.row = row_;
    out.label = row_.label.empty() ? study_.spec().methods[line.method].label : row_.label;
    if (!row_.label.empty() && study_.spec().methods.size() > 1 && row_.methods.size() != 1)
      out.label += ", " + study_.spec().methods[line.method].label;
    if (!line.name.empty()) out.label += ", " + line.name;
    std::vector<std::pair<FitPoint, const Members*>> points;
    for (const Members& members : line.points) {
      FitPoint point = point_of(members, out);
      if (!point.values.empty()) points.emplace_back(std::move(point), &members);
    }
    std::stable_sort(points.begin(), points.end(),
                     [](const auto& a, const auto& b) { return a.first.scale < b.first.scale; });
    std::vector<FitPoint> values;
    out.replicas = points.empty() ? 0 : study_.spec().replicas;
    for (const auto& [point, members] : points) {
      out.scales.push_back(point.scale);
      out.replicas = std::min<std::uint64_t>(out.replicas, point.values[0].size());
      if (!row_.bound.empty()) out.bounds.push_back(bound(*(*members)[0]));
      values.push_back(point);
    }
    judge_values(line, values, out);
    name_worst(points, out);
    return out;
  }

  double bound(const Cell& cell) const {
    return bound_of(row_.bound, cell.plan, study_.problem_at(cell).slow_diameter()).value();
  }

  void name_worst(const std::vector<std::pair<FitPoint, const Members*>>& points, RowResult& out) const {
    if (study_.members().size() < 2 || !out.fit) return;
    for (std::size_t i = 0; i < points.size(); ++i)
      out.worst.push_back(
          study_.name_of_member((*points[i].second)[static_cast<std::size_t>(out.fit->worst[i])]->member));
  }

  std::optional<double> promise(const CellLine& line) const {
    if (row_.measure_only || row_.within_limit || row_.within_best) return std::nullopt;
    if (row_.promise) return row_.promise;
    const Method& method = study_.cell(line.method, line.point, 0, 0).plan.method();
    if (const auto* powers = std::get_if<Polynomial>(&method.schedule); powers && row_.quantity == "lag_scale")
      return -exponent::lag(powers->fast_exponent, powers->slow_exponent);
    if (row_.quantity != "residual" || row_.power != 1) return std::nullopt;
    const bool per_iteration = row_.against == "iterations" && !is_nested(method);
    return row_.against == "samples" || per_iteration ? promised_exponent(method) : std::nullopt;
  }

  void judge_values(const CellLine& line, const std::vector<FitPoint>& values, RowResult& out) const {
    out.promise = row_.bound.empty() ? promise(line) : std::nullopt;
    const auto unresolved = [&](const std::string& why) { out.verdict = {Verdict::Kind::unresolved, why}; };
    for (const FitPoint& point : values) {
      for (const auto& member : point.values)
        if (!std::all_of(member.begin(), member.end(), [](double v) { return std::isfinite(v); }))
          return unresolved("not known of this problem or method: " + row_.quantity);
      out.values.push_back(estimate(point, {.over = row_.over}));
      out.means.push_back(row_.over == Over::mean ? out.values.back() : estimate(point, {.over = Over::mean}));
    }
    if (const auto diverged = out.endings[Ending::diverged]; diverged > 0) {
      out.verdict = {Verdict::Kind::misses, "diverged in " + std::to_string(diverged) + " runs"};
      return;
    }
    if (!row_.bound.empty()) return judge_bound(out);
    if (values.size() < 2) return unresolved("not yet resolved: fewer than two points have been run");
    try {
      out.fit = fit_power(values, {.over = row_.over});
    } catch (const Error& error) {
      return unresolved(std::string("no power law to fit: ") + error.what());
    }
    if (out.promise) out.verdict = judge(*out.fit, *out.promise, row_.claim, out.replicas, limit_of(row_.against));
    else out.verdict = {Verdict::Kind::unresolved, "measured; nothing is promised"};
  }

  /// Every value on its side of the bound, as far as its interval tells.
  void judge_bound(RowResult& out) const {
    if (out.values.empty()) return void(out.verdict = {Verdict::Kind::unresolved, "not yet run"});
    double closest = INFINITY;
    for (std::size_t i = 0; i < out.values.size(); ++i) {
      const bool lower = row_.claim == Claim::at_least;
      const double ratio = lower ? out.values[i].upper / out.bounds[i] : out.bounds[i] / out.values[i].lower;
      closest = std::min(closest, ratio);
    }
    const std::string where = " at all " + std::to_string(out.values.size()) + " points; closest by a factor of ";
    if (closest >= 1 - 1e-12)
      out.verdict = {Verdict::Kind::meets, "holds" + where + to_text(std::round(closest * 100) / 100)};
    else out.verdict = {Verdict::Kind::misses, "violated by a factor of " + to_text(std::round(100 / closest) / 100)};
  }

  const Study& study_;
  const std::vector<CellResult>& results_;
  const SpecRow& row_;
  Along along_;
};

bool takes(const SpecRow& row, const std::string& label) {
  return row.methods.empty() || std::find(row.methods.begin(), row.methods.end(), label) != row.methods.end();
}

}  // namespace

std::vector<RowResult> fit_rows(const Study& study, const std::vector<CellResult>& results) {
  std::vector<SpecRow> rows = study.spec().rows;
  if (rows.empty())
    rows.push_back({.label = "", .methods = {}, .promise = {}, .bound = "", .within_limit = {}, .within_best = {}});
  std::vector<RowResult> out;
  for (const SpecRow& row : rows) {
    const RowFitter fitter(study, results, row);
    for (std::size_t m = 0; m < study.spec().methods.size(); ++m)
      if (takes(row, study.spec().methods[m].label)) fitter.fit_method(m, out);
  }
  return out;
}

}  // namespace twoscale
