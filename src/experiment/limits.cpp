#include <twoscale/experiment/limits.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include "cell_lines.hpp"

namespace twoscale {

namespace {

bool takes_limit(const Study& study, const RowResult& row) {
  const SpecRow& asked = row.row;
  if (asked.quantity != "residual" || asked.power != 1) return false;
  if (asked.against != "samples" && asked.against != "iterations") return false;
  if (along(study.spec(), asked.against).kind != Along::horizons) return false;
  // Told h(y), a method needs no samples of it: KM may well be below.
  const Method& method = study.cell(row.method, row.point, 0, 0).plan.method();
  return !is_told(method);
}

/// The points of a row, as fit_rows found them: horizons that every member has reached.
struct RowPoint {
  Members members;
  FitPoint values;
};
std::vector<RowPoint> points_of(const Study& study, const std::vector<CellResult>& results, const RowResult& row) {
  std::vector<RowPoint> out;
  for (std::size_t h = 0; h < study.spec().horizons.size(); ++h) {
    RowPoint point;
    for (std::size_t f = 0; f < study.members().size(); ++f)
      point.members.push_back(&study.cell(row.method, row.point, h, f));
    point.values = gather(study, results, point.members, row.row.quantity, row.row.power);
    if (!point.values.values.empty()) out.push_back(std::move(point));
  }
  return out;
}

/// The limit of every problem of a study, measured once for the same parameters.
class Limits {
 public:
  explicit Limits(const Study& study) : study_(study) {
    for (const Cell& cell : study.cells()) known_.emplace(cell.parameters, std::nullopt);
    // Many problems share what a few would have: a trace good to 3 % is enough for a ratio.
    constexpr std::uint64_t kFull = 32, kLeast = 1024;
    if (known_.size() > kFull) options_.samples = std::max(kLeast, options_.samples * kFull / known_.size());
  }

  /// Null where there is none.
  const StatisticalLimit* of(const Cell& cell) {
    auto& entry = known_.at(cell.parameters);
    if (!entry) entry = statistical_limit(study_.problem_at(cell).evaluator(), options_);
    return *entry ? &**entry : nullptr;
  }

 private:
  const Study& study_;
  LimitOptions options_;
  std::map<std::vector<NamedValue>, std::optional<std::optional<StatisticalLimit>>> known_;  // none: not measured yet
};

/// The error of the limit, as a share of it, beside that of the value.
Estimate widened(Estimate ratio, double share) {
  constexpr double kTwoSided = 1.96;
  const double half = kTwoSided * share * ratio.value;
  ratio.lower = std::max(0.0, ratio.value - std::hypot(ratio.value - ratio.lower, half));
  ratio.upper = ratio.value + std::hypot(ratio.upper - ratio.value, half);
  ratio.standard_error = std::hypot(ratio.standard_error, share * ratio.value);
  return ratio;
}

/// Of the members of a family, as a row takes them.
class OverFamily {
 public:
  void add(double limit) { largest_ = std::max(largest_, limit), sum_ += limit, ++count_; }
  double value(Over over) const { return over == Over::worst ? largest_ : sum_ / count_; }

 private:
  double largest_ = 0, sum_ = 0;
  int count_ = 0;
};

class RowLimits {
 public:
  RowLimits(Limits& limits, RowResult& row) : limits_(limits), row_(row) {}

  /// False where a member has no limit; the row is left as it was.
  bool fill(const std::vector<RowPoint>& points) {
    std::vector<double> limits, equal, samples;
    for (const RowPoint& point : points) {
      const auto T = static_cast<double>(point.members[0]->plan.samples());
      OverFamily best, even;
      for (const Cell* cell : point.members) {
        const StatisticalLimit* limit = limits_.of(*cell);
        if (!limit || !(limit->trace > 0) || !(T > 0)) return false;
        best.add(limit->at_best_split(T)), even.add(limit->at(T));
      }
      limits.push_back(best.value(row_.row.over)), equal.push_back(even.value(row_.row.over));
      samples.push_back(T);
    }
    row_.limits = std::move(limits), row_.equal_limits = std::move(equal), row_.limit_samples = std::move(samples);
    row_.over_limit = ratio(points.back(), &StatisticalLimit::at_best_split);
    row_.over_equal_limit = ratio(points.back(), &StatisticalLimit::at);
    return true;
  }

 private:
  Estimate ratio(const RowPoint& point, double (StatisticalLimit::*limit_at)(double) const) {
    FitPoint ratios = point.values;
    double share = 0;
    for (std::size_t f = 0; f < point.members.size(); ++f) {
      const StatisticalLimit& limit = *limits_.of(*point.members[f]);
      const double allowed = (limit.*limit_at)(static_cast<double>(point.members[f]->plan.samples()));
      for (double& value : ratios.values[f]) value /= allowed;
      share = std::max(share, limit.standard_error / limit.trace);
    }
    return widened(estimate(ratios, {.over = row_.row.over}), share);
  }

  Limits& limits_;
  RowResult& row_;
};

bool close(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kApart = 0.02;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double u, double v) { return std::abs(u - v) <= kApart * std::max(u, v); });
}

std::string why_not(const Study& study, bool asked) {
  if (!asked) return "no row is of the residual against samples or iterations, by a method that has to estimate h(y)";
  const Evaluator& problem = study.problem_at(study.cells()[0]).evaluator();
  if (!problem.abilities().reduced && !problem.abilities().means)
    return "the problem gives neither h(y) nor its means, so nothing says where its solution is";
  return "some problem of the family has no noise in its estimates of h(y), or none that is finite";
}

}  // namespace

StudyLimit add_limits(const Study& study, const std::vector<CellResult>& results, std::vector<RowResult>& rows) {
  Limits limits(study);
  StudyLimit out;
  bool asked = false;
  for (RowResult& row : rows) {
    if (!takes_limit(study, row) || row.endings[Ending::diverged] > 0) continue;
    asked = true;
    const std::vector<RowPoint> points = points_of(study, results, row);
    // Fewer values than points: they were not known, or not finite, and there is nothing to hold against a limit.
    if (points.empty() || points.size() != row.values.size() || !RowLimits(limits, row).fill(points)) continue;
    if (!out.how.empty()) continue;
    out.how = limits.of(*points.back().members[0])->how;
    if (study.members().size() > 1) out.how += " (the family's first member)";
  }
  if (out.how.empty()) out.why = why_not(study, asked);
  return out;
}

std::vector<SharedLimit> shared_limits(const std::vector<const RowResult*>& rows) {
  std::vector<SharedLimit> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i]->limits.empty()) continue;
    const auto like = std::find_if(out.begin(), out.end(), [&](const SharedLimit& shared) {
      return close(shared.limits, rows[i]->limits) && close(shared.equal_limits, rows[i]->equal_limits) &&
             close(shared.samples, rows[i]->limit_samples);
    });
    if (like != out.end()) like->rows.push_back(i);
    else out.push_back({{i}, rows[i]->limit_samples, rows[i]->limits, rows[i]->equal_limits});
  }
  return out;
}

}  // namespace twoscale
