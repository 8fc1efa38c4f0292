#include <twoscale/experiment/bars.hpp>

#include <cmath>

#include <twoscale/measure/numbers.hpp>

#include "cell_lines.hpp"

namespace twoscale {

namespace {

Verdict against(const Estimate& ratio, double bar, const std::string& unit, const std::string& where) {
  const std::string value =
      detail::brief(ratio.value) + " +- " + detail::brief(ratio.standard_error) + " times " + unit + where;
  if (ratio.upper <= bar) return {Verdict::Kind::meets, value + ": within " + detail::brief(bar)};
  if (ratio.lower > bar) return {Verdict::Kind::misses, value + ": not within " + detail::brief(bar)};
  return {Verdict::Kind::unresolved,
          value + ": not resolved against " + detail::brief(bar) + ", more replicas would tell"};
}

/// The residual of one cell, a mean over its replicas; nothing where there are too few, or one diverged.
std::optional<Estimate> mean_of(const Study& study, const std::vector<CellResult>& results, const Cell& cell,
                                const std::string& quantity) {
  const CellResult& result = results[static_cast<std::size_t>(&cell - study.cells().data())];
  const FitPoint point = gather(study, results, {&cell}, quantity, 1);
  if (result.endings[Ending::diverged] > 0 || point.values.empty() || point.values[0].size() < 2) return std::nullopt;
  const Estimate out = estimate(point);
  return std::isfinite(out.value) && out.value > 0 ? std::optional(out) : std::nullopt;
}

Estimate quotient(const Estimate& a, const Estimate& b) {
  constexpr double kTwoSided = 1.96;
  Estimate out;
  out.value = a.value / b.value;
  out.standard_error = out.value * std::hypot(a.standard_error / a.value, b.standard_error / b.value);
  out.lower = std::max(0.0, out.value - kTwoSided * out.standard_error);
  out.upper = out.value + kTwoSided * out.standard_error;
  return out;
}

/// The smallest of the other methods' means, and whose it is.
struct Best {
  Estimate mean;
  std::size_t method;
};
std::optional<Best> best_rival(const Study& study, const std::vector<CellResult>& results, const RowResult& row,
                               std::size_t horizon, std::size_t member) {
  std::optional<Best> out;
  for (std::size_t m = 0; m < study.spec().methods.size(); ++m) {
    if (m == row.method) continue;
    for (std::size_t p = 0; p < study.points().size(); ++p) {
      const auto mean = mean_of(study, results, study.cell(m, p, horizon, member), row.row.quantity);
      if (mean && (!out || mean->value < out->mean.value)) out = Best{*mean, m};
    }
  }
  return out;
}

void judge_best(const Study& study, const std::vector<CellResult>& results, RowResult& row) {
  std::optional<Estimate> worst;
  std::string where;
  for (std::size_t h = 0; h < study.spec().horizons.size(); ++h)
    for (std::size_t f = 0; f < study.members().size(); ++f) {
      const auto mine = mean_of(study, results, study.cell(row.method, row.point, h, f), row.row.quantity);
      const auto best = best_rival(study, results, row, h, f);
      if (!mine || !best) continue;
      const Estimate ratio = quotient(*mine, best->mean);
      if (worst && ratio.value <= worst->value) continue;
      worst = ratio;
      where = ", " + study.spec().methods[best->method].label + ", at " +
              detail::brief(static_cast<double>(study.spec().horizons[h])) + (study.members().size() > 1 ? ", " : "") +
              study.name_of_member(f);
    }
  if (!worst) row.verdict = {Verdict::Kind::unresolved, "not yet run, or nothing to compare with"};
  else row.verdict = against(*worst, *row.row.within_best, "the best of the others", where);
  row.over_best = worst;
}

}  // namespace

void judge_bars(const Study& study, const std::vector<CellResult>& results, std::vector<RowResult>& rows) {
  for (RowResult& row : rows) {
    if (row.endings[Ending::diverged] > 0) continue;  // says so already
    if (row.row.within_best) judge_best(study, results, row);
    if (!row.row.within_limit) continue;
    if (row.over_equal_limit)
      row.verdict = against(*row.over_equal_limit, *row.row.within_limit, "the limit at an equal split", "");
    else row.verdict = {Verdict::Kind::unresolved, "the limit is not known here"};
  }
}

}  // namespace twoscale
