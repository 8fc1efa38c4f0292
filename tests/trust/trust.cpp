// A thousand problems nobody chose: what `auto` says of its answer to each, against the truth. What they are and what
// comes of them is in docs/experiments/trust.md, how to ask in --help.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <future>
#include <numeric>
#include <stdexcept>

#include <twoscale/core/error.hpp>
#include <twoscale/method/presets.hpp>

#include "format.hpp"
#include "options.hpp"
#include "outcome.hpp"
#include "progress_line.hpp"
#include "tally.hpp"

namespace {

using namespace twoscale;
using namespace twoscale::trust;

enum ExitCode { kDone = 0, kFailed = 1, kBadRequest = 2, kBarBroken = 3 };

struct Choice {
  Family family;
  int number;
};

/// Families in turn, so that the time left can be told: some are quicker than others.
std::vector<Choice> chosen(const Options& options) {
  std::vector<Choice> out;
  for (int number = 0; number < options.each; ++number)
    for (int i = 0; i < kFamilies; ++i)
      if (const auto family = static_cast<Family>(i); !options.family || family == *options.family)
        out.push_back({family, number});
  return out;
}

Plan plan_for(double budget) { return Plan::for_budget(make_method("auto"), static_cast<std::uint64_t>(budget)); }

Outcome outcome_of(const Choice& choice, const Plan& plan, double budget) {
  try {
    const Drawn drawn = draw(choice.family, choice.number);
    return judge(drawn, solve(drawn, plan), budget);
  } catch (const std::exception& error) {
    throw std::runtime_error(name_of(choice.family) + (" " + std::to_string(choice.number)) + ": " + error.what());
  }
}

/// Family by family. Threads take whole problems, each with a seed of its own, and write where nobody else does: so
/// nothing depends on how many there are.
std::vector<Outcome> solve_all(const std::vector<Choice>& choices, double budget, int threads, ProgressLine& progress) {
  const Plan plan = plan_for(budget);
  std::vector<Outcome> outcomes(choices.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < choices.size();) {
      try {
        outcomes[i] = outcome_of(choices[i], plan, budget);
      } catch (...) {
        next = choices.size();  // the others need not go on
        throw;
      }
      progress.add(budget);
    }
  };
  std::vector<std::future<void>> team;
  for (int t = 0; t < threads; ++t) team.push_back(std::async(std::launch::async, work));
  for (std::future<void>& member : team) member.get();
  std::stable_sort(outcomes.begin(), outcomes.end(),
                   [](const Outcome& a, const Outcome& b) { return a.family < b.family; });
  return outcomes;
}

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

void print_list(const std::vector<Outcome>& outcomes) {
  for (const Outcome& outcome : outcomes)
    if (!outcome.is_right || !outcome.is_settled()) print(to_text(outcome) + "\n");
}

ExitCode print_one(const Options& options) {
  const Drawn drawn = draw(*options.family, *options.number);
  for (const double budget : options.budgets) {
    const ReplicaResult result = solve(drawn, plan_for(budget));
    print(grouped(budget) + " samples\n" + to_text(judge(drawn, result, budget)) + "\n");
    if (!result.status.ok()) print("  " + result.status.message + "\n");
    print(epochs_of(result));
  }
  return kDone;
}

ExitCode print_tables(const Options& options) {
  std::ofstream json;
  if (!options.json.empty()) json.open(options.json);  // before the work: it may be that nobody can write there
  if (!json) throw Error("--json: cannot write " + options.json);
  const std::vector<Choice> choices = chosen(options);
  const auto count = static_cast<double>(choices.size());
  ProgressLine progress(choices.size() * options.budgets.size(),
                        count * std::accumulate(options.budgets.begin(), options.budgets.end(), 0.0), options.quiet);
  std::vector<Tally> tallies;
  for (const double budget : options.budgets) {
    const std::vector<Outcome> outcomes = solve_all(choices, budget, options.threads, progress);
    progress.clear();
    if (options.list) print_list(outcomes);
    tallies.emplace_back(budget, outcomes);
    if (tallies.size() > 1) print("\n");
    print(tallies.back().text());
  }
  if (json.is_open() && !(json << to_json(tallies)).flush()) throw std::runtime_error("cannot write " + options.json);
  const bool all_hold = std::all_of(tallies.begin(), tallies.end(), [](const Tally& tally) { return tally.holds(); });
  return all_hold ? kDone : kBarBroken;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const Options options = parse({arguments + 1, arguments + count});
    if (options.help) return print(help_text()), kDone;
    return options.number ? print_one(options) : print_tables(options);
  } catch (const Error& error) {
    std::fprintf(stderr, "trust: %s\n", error.what());
    return kBadRequest;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "trust: %s\n", error.what());
    return kFailed;
  }
}
