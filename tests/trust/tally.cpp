#include "tally.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "format.hpp"

namespace twoscale::trust {

namespace {

// Percents of the problems. Who says "settled" is to be believed, at every budget; with a million samples there is,
// besides, little excuse for not knowing, except where h expands and nothing can be found.
constexpr int kWrongSettledOfAll = 1, kWrongSettledOfFamily = 3, kRightUnsettled = 10, kWrongSaid = 25;
constexpr double kManySamples = 1e6;

/// At least one problem: a short run is not failed by a single miss.
Bar bar(const char* what, int count, int problems, int percent) {
  return {.what = what, .count = count, .problems = problems, .most = std::max(1, percent * problems / 100)};
}

Row sum(const std::string& name, const std::vector<Row>& rows) {
  Row out{.name = name};
  for (const Row& row : rows) {
    out.right_settled += row.right_settled, out.wrong_said += row.wrong_said;
    out.wrong_settled += row.wrong_settled, out.right_unsettled += row.right_unsettled;
    out.over_limit.insert(out.over_limit.end(), row.over_limit.begin(), row.over_limit.end());
  }
  return out;
}

std::string to_text(const Row& row) {
  const auto median = row.median_over_limit();
  return formatted("%-15s %10d %10d %14d %14d %16s\n", row.name.c_str(), row.right_settled, row.wrong_said,
                   row.wrong_settled, row.right_unsettled, median ? formatted("%.3g", *median).c_str() : "no limit");
}

std::string to_text(const Bar& bar) {
  return formatted("%s %d of %d (at most %d)", bar.what.c_str(), bar.count, bar.problems, bar.most);
}

}  // namespace

void Row::add(const Outcome& outcome) {
  if (outcome.is_right) ++(outcome.is_settled() ? right_settled : right_unsettled);
  else ++(outcome.is_settled() ? wrong_settled : wrong_said);
  if (const auto ratio = outcome.over_limit()) over_limit.push_back(*ratio);
}

std::optional<double> Row::median_over_limit() const {
  if (over_limit.empty()) return std::nullopt;
  std::vector<double> sorted = over_limit;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t last = sorted.size() - 1;
  return (sorted[last / 2] + sorted[last - last / 2]) / 2;
}

Tally::Tally(double samples, const std::vector<Outcome>& outcomes) : samples_(samples) {
  for (int i = 0; i < kFamilies; ++i) {
    Row row{.name = name_of(static_cast<Family>(i))};
    for (const Outcome& outcome : outcomes)
      if (outcome.family == static_cast<Family>(i)) row.add(outcome);
    if (row.problems() > 0) families_.push_back(row);
  }
}

std::vector<Row> Tally::rows() const {
  std::vector<Row> out = families_;
  if (out.size() > 1) out.push_back(sum("all", families_));
  return out;
}

std::vector<Bar> Tally::bars() const {
  std::vector<Bar> out;
  const Row all = sum("all", families_);
  const Row worst = *std::max_element(families_.begin(), families_.end(),
                                      [](const Row& a, const Row& b) { return a.wrong_settled < b.wrong_settled; });
  if (families_.size() > 1)
    out.push_back(bar("wrong and said settled", all.wrong_settled, all.problems(), kWrongSettledOfAll));
  out.push_back(
      bar("wrong and said settled in any one family", worst.wrong_settled, worst.problems(), kWrongSettledOfFamily));
  if (samples_ < kManySamples) return out;
  out.push_back(bar("right and called unsettled", all.right_unsettled, all.problems(), kRightUnsettled));
  std::vector<Row> solvable = families_;
  std::erase_if(solvable, [](const Row& row) { return row.name == name_of(Family::expanding); });
  const Row rest = sum("the rest", solvable);
  out.push_back(bar("wrong and said so where h does not expand", rest.wrong_said, rest.problems(), kWrongSaid));
  return out;
}

bool Tally::holds() const {
  const std::vector<Bar> all = bars();
  return std::all_of(all.begin(), all.end(), [](const Bar& bar) { return bar.holds(); });
}

std::string Tally::text() const {
  std::string out = grouped(samples_) + " samples a problem\n";
  out += formatted("%-15s %10s %10s %14s %14s %16s\n", "", "right and", "wrong and", "WRONG AND", "right, called",
                   "median residual");
  out += formatted("%-15s %10s %10s %14s %14s %16s\n", "", "settled", "said so", "SAID SETTLED", "unsettled",
                   "over limit");
  for (const Row& row : rows()) out += to_text(row);
  std::string held, broken;
  for (const Bar& bar : bars()) {
    std::string& list = bar.holds() ? held : broken;
    list += (list.empty() ? "" : "; ") + to_text(bar);
  }
  return out + (broken.empty() ? "the bars hold: " + held : "A BAR DOES NOT HOLD: " + broken) + "\n";
}

std::string to_json(const std::vector<Tally>& tallies) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const Tally& tally : tallies) {
    nlohmann::ordered_json rows, bars;
    for (const Row& row : tally.rows()) {
      const auto median = row.median_over_limit();
      rows.push_back({{"name", row.name},
                      {"problems", row.problems()},
                      {"right_settled", row.right_settled},
                      {"wrong_said", row.wrong_said},
                      {"wrong_settled", row.wrong_settled},
                      {"right_unsettled", row.right_unsettled},
                      {"median_over_limit", median ? nlohmann::ordered_json(*median) : nlohmann::ordered_json()}});
    }
    for (const Bar& bar : tally.bars())
      bars.push_back({{"what", bar.what},
                      {"count", bar.count},
                      {"problems", bar.problems},
                      {"most", bar.most},
                      {"holds", bar.holds()}});
    out.push_back({{"samples", tally.samples()}, {"holds", tally.holds()}, {"rows", rows}, {"bars", bars}});
  }
  return out.dump(1) + "\n";
}

}  // namespace twoscale::trust
