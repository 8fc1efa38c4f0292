#include <twoscale/experiment/text.hpp>

#include <algorithm>
#include <array>

#include <twoscale/core/text.hpp>
#include <twoscale/experiment/figures.hpp>

namespace twoscale {

namespace {

using text::brief;
using text::grouped;
using text::table;

std::vector<const RowResult*> pointers(const std::vector<RowResult>& rows) {
  std::vector<const RowResult*> out;
  for (const RowResult& row : rows) out.push_back(&row);
  return out;
}

std::string value_with_error(const Estimate& value) {
  return brief(value.value) + (value.standard_error > 0 ? " +- " + brief(value.standard_error) : "");
}

std::vector<std::string> values_line(const std::string& label, const std::vector<Estimate>& values,
                                     std::size_t columns) {
  std::vector<std::string> line = {label};
  for (std::size_t i = 0; i < columns; ++i) line.push_back(i < values.size() ? value_with_error(values[i]) : "");
  return line;
}

/// "raw, nested", where rows do not all have the same limits.
std::string labels_of(const SharedLimit& shared, const std::vector<RowResult>& rows) {
  std::string out;
  for (const std::size_t i : shared.rows) out += (out.empty() ? "" : ", ") + rows[i].label;
  return out;
}

constexpr const char* kOverLimit = "over limit";

std::array<std::pair<const char*, const std::vector<double>*>, 2> both_limits(const SharedLimit& shared) {
  return {{{kLimitName, &shared.limits}, {kEqualLimitName, &shared.equal_limits}}};
}

}  // namespace

std::string plan_text(const Study& study) {
  const Spec& spec = study.spec();
  const auto many = [](std::size_t count, const char* what) {
    return grouped(count) + " " + what + (count == 1 ? "" : "s");
  };
  std::string out = many(spec.methods.size(), "method");
  if (study.points().size() > 1) out += " x " + many(study.points().size(), "set") + " of options";
  out += " x " + many(spec.horizons.size(), "horizon");
  if (study.members().size() > 1) out += " x " + many(study.members().size(), "member") + " of the family";
  out += " x " + many(spec.replicas, "replica");
  return out + ": " + grouped(study.cells().size() * spec.replicas) + " runs, " + brief(samples_of(study)) + " samples";
}

std::string rows_table(const std::vector<RowResult>& rows) {
  std::vector<std::vector<std::string>> lines = {{"", "promised", "measured", "95 % interval", "settled", "verdict"}};
  for (const RowResult& row : rows)
    lines.push_back({row.label, promise_text(row), exponent_text(row), interval_text(row), settled_text(row),
                     row.verdict.sentence});
  const std::vector<SharedLimit> limits = shared_limits(pointers(rows));
  if (limits.empty()) return table(lines, true);
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines[i].insert(lines[i].end() - 1, i == 0 ? kOverLimit : over_limit_text(rows[i - 1]));
  std::string out = table(lines, true);
  for (const SharedLimit& shared : limits)
    for (const auto& [name, values] : both_limits(shared)) {
      out += std::string("\n  ") + name + (limits.size() > 1 ? " of " + labels_of(shared, rows) : "") + ": ";
      for (std::size_t i = 0; i < values->size(); ++i)
        out += (i ? ", " : "") + brief((*values)[i]) + " at T = " + brief(shared.samples[i]);
    }
  return out;
}

std::string values_table(const Measured& measured) {
  const Spec& spec = measured.study.spec();
  const bool family = measured.study.members().size() > 1;
  const std::vector<SharedLimit> limits = shared_limits(pointers(measured.rows));
  std::vector<std::vector<std::string>> lines(1);
  lines[0].push_back("");
  for (const std::uint64_t horizon : spec.horizons)
    lines[0].push_back((spec.budgets ? "T = " : "N = ") + brief(static_cast<double>(horizon)));
  if (!limits.empty()) lines[0].push_back(kOverLimit);
  lines[0].insert(lines[0].end(), {"exponent", "settled", "verdict"});
  for (const RowResult& row : measured.rows) {
    lines.push_back(values_line(row.label + (family ? ", worst" : ""), row.values, spec.horizons.size()));
    if (!limits.empty()) lines.back().push_back(over_limit_text(row));
    lines.back().insert(lines.back().end(), {exponent_text(row), settled_text(row), row.verdict.sentence});
    if (family) lines.push_back(values_line("  mean over the family", row.means, spec.horizons.size()));
  }
  for (const SharedLimit& shared : limits)
    for (const auto& [name, values] : both_limits(shared)) {
      lines.push_back({name + (limits.size() > 1 ? ", " + labels_of(shared, measured.rows) : std::string())});
      for (std::size_t i = 0; i < values->size(); ++i) {
        // A column says the budget, of which a method may leave a few samples.
        const double spent = spec.budgets ? shared.samples[i] / static_cast<double>(spec.horizons[i]) : 1;
        lines.back().push_back(brief((*values)[i] * spent));
      }
    }
  return table(lines, true);
}

std::string promises_text(const std::vector<Measured>& measured) {
  std::size_t all = 0, promised = 0, by_kind[4] = {};
  for (const Measured& each : measured)
    for (const RowResult& row : each.rows) {
      ++all;
      if (!row.promise && row.row.bound.empty()) continue;
      ++promised;
      ++by_kind[static_cast<int>(row.verdict.kind)];
    }
  using Kind = Verdict::Kind;
  const auto count = [&](Kind kind) { return std::to_string(by_kind[static_cast<int>(kind)]); };
  return std::to_string(promised) + " promises measured: " + count(Kind::meets) + " met, " + count(Kind::better) +
         " better than promised, " + count(Kind::misses) + " missed, " + count(Kind::unresolved) + " not yet resolved" +
         (all > promised ? "; " + std::to_string(all - promised) + " rows without a promise" : "");
}

}  // namespace twoscale
