#include <twoscale/experiment/estimate.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>

#include <twoscale/core/version.hpp>
#include <twoscale/experiment/carry_out.hpp>
#include <twoscale/experiment/run_studies.hpp>
#include <twoscale/solve/observed.hpp>

#include "scratch.hpp"

namespace twoscale {

namespace {

constexpr double kTrialWork = 4e6;      // samples, of a small study at most,
constexpr double kPriceWork = 1e7;      // and of a run that tells a method's price
constexpr double kLong = 0.1;           // seconds of a cell that make all beside its samples look small
constexpr std::size_t kFewCells = 400;  // of a small study

class Clock {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// A run of so many replicas: on the wall, the best of a few where it is short.
double seconds_of(const Study& study, const Cell& cell, const Plan& plan, std::uint32_t replicas,
                  const Manner& manner) {
  constexpr double kLeast = 0.02;  // seconds
  constexpr int kMostRuns = 50;
  RunOptions options = options_of({plan, cell.job, {}}, manner);
  options.replicas = replicas;
  const AnyProblem& problem = study.problem_at(cell);
  const Observer observer = make_observer(problem, plan, cell.job.seed, cell.job.observed, cell.job.observations);
  options.observer = &observer;
  double best = std::numeric_limits<double>::infinity();
  const Clock all;
  for (int runs = 0; runs < kMostRuns && (runs == 0 || all.seconds() < kLeast); ++runs) {
    const Clock clock;
    problem.run(plan, options);
    best = std::min(best, clock.seconds());
  }
  return best;
}

/// What a run takes: so much for itself, and so much for each sample of its replicas.
struct Price {
  double run = 0, sample = 0;
  double of(double work) const { return run + sample * work; }
};

/// The price of each method with each set of options, at the longest horizon that can be tried.
class Prices {
 public:
  Prices(const Study& study, const Manner& manner) : study_(study), manner_(manner) {}

  double of(const Cell& cell) {
    constexpr std::size_t kMostPoints = 25;
    const std::size_t point = study_.points().size() <= kMostPoints ? cell.point : 0;
    const auto [known, is_new] = known_.try_emplace({cell.method, point});
    if (is_new) known->second = tried(cell.method, point);
    return known->second.of(cell.work(study_.spec().replicas));
  }

 private:
  /// From two runs, the shorter an eighth of the longer or less.
  Price tried(std::size_t method, std::size_t point) const {
    const std::size_t member = study_.members().size() / 2;
    const auto work = [&](std::size_t horizon, std::uint32_t replicas) {
      return study_.cell(method, point, horizon, member).work(replicas);
    };
    std::size_t horizon = study_.spec().horizons.size() - 1, shorter = 0;
    // Enough for every thread to have full packs, and few enough to be tried.
    const auto replicas =
        std::min<std::uint32_t>(study_.spec().replicas, 64 * static_cast<std::uint32_t>(manner_.thread_count()));
    while (horizon > 0 && work(horizon, replicas) > kPriceWork) --horizon;
    while (shorter + 1 < horizon && work(shorter + 1, replicas) * 8 <= work(horizon, replicas)) ++shorter;
    const std::uint32_t fewer = shorter < horizon ? replicas : std::max<std::uint32_t>(1, replicas / 8);
    const double most = work(horizon, replicas), least = work(shorter, fewer);
    const Cell &long_cell = study_.cell(method, point, horizon, member),
               &short_cell = study_.cell(method, point, shorter, member);
    if (most > 2 * kPriceWork) return cut_short(long_cell, replicas);
    const double long_run = seconds_of(study_, long_cell, long_cell.plan, replicas, manner_);
    if (most < 2 * least) return {0, long_run / most};
    const double short_run = seconds_of(study_, short_cell, short_cell.plan, fewer, manner_);
    const double sample = std::max(0.2 * long_run / most, (long_run - short_run) / (most - least));
    return {std::max(0.0, long_run - sample * most), sample};
  }

  /// Of a cell that is too long to be tried: its first iterations, with as many replicas as fill the machine.
  Price cut_short(const Cell& cell, std::uint32_t replicas) const {
    const double share = kPriceWork / cell.work(replicas);
    const auto iterations = static_cast<std::uint64_t>(share * static_cast<double>(cell.plan.iterations()));
    constexpr std::uint64_t kLeast = 1000;  // enough for every schedule
    const Plan plan =
        Plan::for_iterations(cell.plan.method(), std::min(cell.plan.iterations(), std::max(kLeast, iterations)));
    const double work = static_cast<double>(std::max(plan.samples(), plan.iterations())) * replicas;
    return {0, seconds_of(study_, cell, plan, replicas, manner_) / work};
  }

  const Study& study_;
  const Manner& manner_;
  std::map<std::pair<std::size_t, std::size_t>, Price> known_;
};

/// Some of the values, evenly spaced.
void thin_out(std::vector<Axis>& axes, std::size_t count) {
  for (Axis& axis : axes) {
    const std::size_t kept = std::clamp<std::size_t>(count, 1, axis.values.size());
    std::vector<std::string> values;
    for (std::size_t i = 0; i < kept; ++i) values.push_back(axis.values[i * axis.values.size() / kept]);
    axis.values = std::move(values);
    count = std::max<std::size_t>(1, count / kept);
  }
}

/// The same study with so many cells, or as many as can be tried, and short horizons.
Spec smaller(const Study& study, std::size_t most_cells) {
  Spec spec = study.spec();
  spec.horizons.resize(std::min<std::size_t>(2, spec.horizons.size()));
  spec.places.clear();
  spec.maps.clear();  // their axes may be gone
  double each = 0;
  for (const Cell& cell : study.cells()) each = std::max(each, cell.horizon < 2 ? cell.work(1) : 0);
  const std::size_t least = spec.methods.size() * spec.horizons.size();
  spec.replicas = static_cast<std::uint32_t>(
      std::clamp(kTrialWork / (each * static_cast<double>(least)), 1.0, static_cast<double>(spec.replicas)));
  const double work = kTrialWork * static_cast<double>(most_cells) / kFewCells;
  const double cells = std::clamp(work / (each * spec.replicas), static_cast<double>(least),
                                  static_cast<double>(std::max(least, most_cells)));
  const auto kept = static_cast<std::size_t>(cells) / least;
  thin_out(spec.family, kept);
  thin_out(spec.sweep, kept / combinations(spec.family).size());
  return spec;
}

/// A trial of the whole way: jobs, rows, reading them again, fits and limits; without what its samples take.
struct Trial {
  double cells = 0, replicas = 0, seconds = 0;
};

Trial try_out(const Study& small, const Manner& manner, bool limits) {
  const Scratch scratch;
  Prices prices(small, manner);
  double samples = 0;
  for (const Cell& cell : small.cells()) samples += prices.of(cell);
  Manner quiet = manner;
  quiet.watch.progress = {}, quiet.watch.said = {};
  const Clock clock;
  {
    Store store = Store::open(scratch.file("trial.db"));
    const std::vector<StudyRun> runs = run_studies({&small}, store, quiet);
    measure(small, store, runs[0].jobs, limits);
  }
  return {static_cast<double>(small.cells().size()), static_cast<double>(small.spec().replicas),
          std::max(0.0, clock.seconds() - samples)};
}

/// What is spent once, for a cell, and for a row of a replica, told apart by three trials of different sizes.
double seconds_beside(const Study& study, const Trial& one, const Trial& more_cells, const Trial& fewer_replicas) {
  double row = 0, cell = 0;
  if (one.replicas > fewer_replicas.replicas)
    row = std::max(0.0, one.seconds - fewer_replicas.seconds) / (one.cells * (one.replicas - fewer_replicas.replicas));
  if (more_cells.cells > one.cells)
    cell = std::max(0.0, (more_cells.seconds - one.seconds) / (more_cells.cells - one.cells) - row * one.replicas);
  const double once = std::max(0.0, one.seconds - one.cells * (cell + one.replicas * row));
  const auto cells = static_cast<double>(study.cells().size()), replicas = static_cast<double>(study.spec().replicas);
  return once + cells * (cell + replicas * row);
}

}  // namespace

double estimated_seconds(const Study& study, const Study::Open& open, const Manner& manner, bool limits) {
  Prices prices(study, manner);
  double total = 0;
  for (const Cell& cell : study.cells()) total += prices.of(cell);
  const bool few_rows = study.spec().replicas < 10'000;
  if (few_rows && total > kLong * static_cast<double>(study.cells().size())) return total;
  const auto trial = [&](std::size_t cells, std::uint32_t share) {
    Spec spec = smaller(study, cells);
    spec.replicas = std::max<std::uint32_t>(1, spec.replicas / share);
    return try_out(Study(spec, version(), open), manner, limits);
  };
  trial(kFewCells, 8);  // the first touches memory that the next ones find warm
  const Trial fewer_replicas = trial(kFewCells, 8), one = trial(kFewCells, 1), more_cells = trial(4 * kFewCells, 1);
  return total + seconds_beside(study, one, more_cells, fewer_replicas);
}

}  // namespace twoscale
