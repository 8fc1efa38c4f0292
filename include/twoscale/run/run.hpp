#pragma once
// run: all replicas of a plan, whole packs to threads. A replica's bits depend on the seed and its number
// alone, not on how replicas are grouped or which thread takes them.

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <twoscale/run/batch.hpp>

namespace twoscale {

/// Watched and set from outside while a run goes on.
struct Progress {
  std::atomic<std::uint64_t> iterations{0};  // summed over replicas
  std::atomic<bool> stop{false};             // set it to end every replica at its next chunk
};

struct RunOptions {
  std::uint64_t seed = 1;
  std::uint32_t first_replica = 0, replicas = 1;
  int threads = 1;
  bool force = false;                                                 // run even where the method's assumptions fail
  std::vector<double> fast_start = {}, slow_start = {}, anchor = {};  // empty: the problem's; anchor: slow_start
  std::vector<Snapshot> resume = {};                                  // go on from here instead
  Progress* progress = nullptr;
};

struct RunResult {
  std::vector<ReplicaResult> replicas;

  /// Samples over all replicas.
  Counts counts() const {
    Counts sum;
    for (const ReplicaResult& r : replicas) {
      for (int i = 0; i < kRoles; ++i) sum.drawn[i] += r.last.counts.drawn[i];
      sum.preconditioner += r.last.counts.preconditioner;
    }
    return sum;
  }
};

namespace detail {

/// The given point, or the problem's own start, or the point of the set nearest zero. Throws when the
/// point has the wrong size, is not finite, or lies outside the set.
template <class Set>
std::vector<double> checked_start(const char* name, std::vector<double> point, int size, const Set& set) {
  const bool given = !point.empty();
  if (!given) point.assign(size, 0.0);
  if (static_cast<int>(point.size()) != size)
    throw Error::field(name, to_text(point.data(), static_cast<int>(point.size())), std::to_string(size) + " numbers");
  Vector<Real> projected(size);
  for (int i = 0; i < size; ++i) {
    if (point[i] - point[i] != 0) throw Error::field(name, to_text(point.data(), size), "finite");
    projected[i] = point[i];
  }
  set.project(projected);
  double distance = 0, scale = 1;
  for (int i = 0; i < size; ++i) {
    distance = std::max(distance, std::abs(projected[i].lane(0) - point[i]));
    scale = std::max(scale, std::abs(point[i]));
  }
  // A hair of rounding is forgiven; a point outside is not moved in silence.
  if (given && distance > 1e-12 * scale) {
    std::vector<double> nearest(size);
    for (int i = 0; i < size; ++i) nearest[i] = projected[i].lane(0);
    throw Error::field(name, to_text(point.data(), size),
                       "in its set; the nearest point there is " + to_text(nearest.data(), size));
  }
  for (int i = 0; i < size; ++i) point[i] = projected[i].lane(0);
  return point;
}

template <class Range>
std::vector<double> to_doubles(const Range& range) {
  return {range.begin(), range.end()};
}

template <class P>
Snapshot initial_snapshot(const P& problem, const RunOptions& options) {
  const Shape shape = shape_of(problem);
  std::vector<double> fast = options.fast_start, slow = options.slow_start;
  if constexpr (requires { problem.fast_start; })
    if (fast.empty()) fast = to_doubles(problem.fast_start);
  if constexpr (requires { problem.slow_start; })
    if (slow.empty()) slow = to_doubles(problem.slow_start);
  Snapshot start;
  start.fast = checked_start("x0", fast, shape.fast, fast_set_of(problem));
  start.slow = checked_start("y0", slow, shape.slow, slow_set_of(problem));
  start.anchor =
      options.anchor.empty() ? start.slow : checked_start("anchor", options.anchor, shape.slow, slow_set_of(problem));
  start.inner_start = start.fast;
  start.preconditioner.assign(static_cast<std::size_t>(shape.slow) * shape.fast, 0.0);
  return start;
}

template <class P, int W>
void run_group(const P& problem, const Plan& plan, const RunOptions& options, std::span<const Snapshot> starts,
               std::span<ReplicaResult> results) {
  Batch<P, W> batch(problem, plan, options.seed, starts);
  bool stopped = false;
  while (batch.iteration() < plan.iterations() && !batch.all_diverged() && !stopped) {
    const std::uint64_t before = batch.iteration();
    batch.advance(plan.iterations());
    if (options.progress != nullptr) {
      options.progress->iterations += (batch.iteration() - before) * starts.size();
      stopped = options.progress->stop && batch.iteration() < plan.iterations();
    }
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    results[i] = batch.result(static_cast<int>(i));
    if (stopped && results[i].status.ok())
      results[i].status = {Ending::interrupted, "interrupted at iteration " + std::to_string(batch.iteration()) +
                                                    " of " + std::to_string(plan.iterations())};
  }
}

/// Calls work(i) for every i below count, on so many threads; the first exception is passed on.
template <class Work>
void in_parallel(std::size_t count, int threads, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  auto worker = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::jthread> helpers;
  for (int t = 1; t < threads && static_cast<std::size_t>(t) < count; ++t) helpers.emplace_back(worker);
  worker();
  helpers.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace detail

inline constexpr int kPackWidth = 8;

/// Runs every replica to the end of the plan. W is the pack width; any width gives the same bits.
template <class P, int W = kPackWidth>
RunResult run(const P& problem, const Plan& plan, const RunOptions& options = {}) {
  static_assert(check_problem<P>());
  require(plan.method(), abilities_of<P>(), options.force);
  std::vector<Snapshot> starts = options.resume;
  if (starts.empty()) {
    const Snapshot start = detail::initial_snapshot(problem, options);
    starts.assign(options.replicas, start);
    for (std::uint32_t i = 0; i < options.replicas; ++i) starts[i].replica = options.first_replica + i;
  }
  // A group is W replicas in a row at the same point of the run.
  std::vector<std::size_t> group_starts;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t first = group_starts.empty() ? i : group_starts.back();
    const bool fits = i > first && i - first < W && starts[i].replica == starts[first].replica + (i - first) &&
                      starts[i].iteration == starts[first].iteration && starts[i].counts == starts[first].counts;
    if (!fits) group_starts.push_back(i);
  }
  RunResult result;
  result.replicas.resize(starts.size());
  detail::in_parallel(group_starts.size(), options.threads, [&](std::size_t g) {
    const std::size_t first = group_starts[g];
    const std::size_t end = g + 1 < group_starts.size() ? group_starts[g + 1] : starts.size();
    const auto from = std::span(starts).subspan(first, end - first);
    const auto into = std::span(result.replicas).subspan(first, end - first);
    if (from.size() == 1) detail::run_group<P, 1>(problem, plan, options, from, into);
    else detail::run_group<P, W>(problem, plan, options, from, into);
  });
  return result;
}

}  // namespace twoscale
