// A thousand problems nobody chose: what the default says of each, against the truth.
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>
#include <atomic>

#include <twoscale/method/presets.hpp>
#include <twoscale/run/run.hpp>
#include <twoscale/schedule/tuner.hpp>

#include "draw.hpp"

using namespace twoscale;
using namespace twoscale::trust;

namespace {
struct Outcome {
  double ratio = 0, gain = 0;  // residual over the limit, over the starting residual
  bool right = false, settled = false;
  std::string message;
};

Outcome solve(const Drawn& drawn, std::uint64_t budget, bool verbose) {
  const Plan plan = Plan::for_budget(make_method("auto"), budget);
  RunOptions options;
  options.seed = 1 + static_cast<std::uint64_t>(drawn.number);
  const RandomProblem& p = drawn.problem;
  const Kernel kernel = [&](auto starts, auto results) {
    detail::run_group<RandomProblem, 1, TunedChoices>(p, plan, options, starts, results);
  };
  const RunResult result = run_with<RandomProblem, TunedChoices>(p, plan, options, {kernel, kernel, 1});
  const ReplicaResult& r = result.replicas.at(0);
  Outcome out;
  const double residual = drawn.squared_residual(r.last.answer());
  out.ratio = residual / drawn.limit(static_cast<double>(budget));
  out.gain = residual / drawn.start_residual;
  out.right = drawn.right(residual, static_cast<double>(budget));
  out.settled = r.status.ok();
  out.message = r.status.message;
  if (verbose) {
    Tuner tuner;
    tuner.load(r.last.tuning);
    std::printf("contraction %g leakage %g cuts %d\n", tuner.contraction(), tuner.leakage(), tuner.cuts());
    for (const LegRecord& rec : tuner.records())
      std::printf("  L %8g beta %9.3g alpha %9.3g B %9.3g drift %9.3g slow %9.3g fast %9.3g noise %9.3g | rest %9.3g %9.3g moved %9.3g lost %g\n",
                  rec.length, rec.slow, rec.fast, rec.slow * rec.length, rec.drift, rec.slow_drift, rec.fast_drift, rec.noise,
                  rec.rest_pull, rec.rest_noise, rec.moved, rec.lost);
  }
  return out;
}
}  // namespace

int main(int argc, char** argv) {
  int count = 72, only_family = -1, only_number = -1;
  double budget = 1e4;
  bool list = false;
  for (int i = 1; i < argc; ++i) {
    const auto value = [&] { return std::atof(argv[++i]); };
    if (!std::strcmp(argv[i], "--count")) count = static_cast<int>(value());
    else if (!std::strcmp(argv[i], "--budget")) budget = value();
    else if (!std::strcmp(argv[i], "--family")) only_family = static_cast<int>(value());
    else if (!std::strcmp(argv[i], "--number")) only_number = static_cast<int>(value());
    else if (!std::strcmp(argv[i], "--list")) list = true;
  }
  struct Tally { int right_settled = 0, wrong_said = 0, wrong_settled = 0, right_unsettled = 0; };
  std::vector<Tally> tallies(kFamilies);
  std::atomic<int> next{0};
  std::mutex mutex;
  std::vector<std::string> lines(static_cast<std::size_t>(kFamilies) * count);
  const auto work = [&] {
    for (;;) {
      const int i = next++;
      if (i >= kFamilies * count) return;
      const int f = i % kFamilies, number = i / kFamilies;
      if ((only_family >= 0 && f != only_family) || (only_number >= 0 && number != only_number)) continue;
      const Drawn drawn = draw(static_cast<Family>(f), number);
      const Outcome o = solve(drawn, static_cast<std::uint64_t>(budget), only_number >= 0);
      const std::lock_guard lock(mutex);
      Tally& t = tallies[f];
      ++(o.right ? (o.settled ? t.right_settled : t.right_unsettled) : (o.settled ? t.wrong_settled : t.wrong_said));
      char text[512];
      std::snprintf(text, sizeof text, "%-18s %3d nx %2d ny %2d cond %8.3g leak %8.3g %-8s limit ratio %9.3g gain %9.3g start/limit %9.3g %s %s | %s",
                    name_of(drawn.family), number, drawn.problem.nx, drawn.problem.ny, drawn.condition, drawn.leak, drawn.set.c_str(),
                    o.ratio, o.gain, drawn.start_residual / drawn.limit(budget), o.right ? "right" : "WRONG", o.settled ? "settled" : "unsettled", o.message.c_str());
      lines[i] = text;
    }
  };
  std::vector<std::jthread> threads;
  for (int t = 0; t < 2; ++t) threads.emplace_back(work);
  threads.clear();
  if (list || only_number >= 0)
    for (int f = 0; f < kFamilies; ++f)
      for (int n = 0; n < count; ++n)
        if (const std::string& line = lines[static_cast<std::size_t>(n) * kFamilies + f]; !line.empty())
          std::puts(line.c_str());
  std::printf("%-20s %8s %8s %8s %8s\n", "", "right+s", "wrong+u", "WRONG+S", "right+u");
  Tally all;
  for (int f = 0; f < kFamilies; ++f) {
    const Tally& t = tallies[f];
    std::printf("%-20s %8d %8d %8d %8d\n", name_of(static_cast<Family>(f)), t.right_settled, t.wrong_said, t.wrong_settled, t.right_unsettled);
    all.right_settled += t.right_settled, all.wrong_said += t.wrong_said, all.wrong_settled += t.wrong_settled, all.right_unsettled += t.right_unsettled;
  }
  std::printf("%-20s %8d %8d %8d %8d\n", "all", all.right_settled, all.wrong_said, all.wrong_settled, all.right_unsettled);
}
