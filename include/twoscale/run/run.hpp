#pragma once
// run: all replicas of a plan, whole packs to threads. A replica's bits depend on the seed and its number
// alone, not on how replicas are grouped or which thread takes them.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <twoscale/problem/numbers.hpp>
#include <twoscale/run/batch.hpp>
#include <twoscale/run/options.hpp>

namespace twoscale {

struct RunResult {
  std::vector<ReplicaResult> replicas;  // in replica order; none where a sink took them
  std::optional<Pilot> pilot;           // what was measured before the run, where the method asks for it

  /// Samples over all replicas; a pilot's are its own.
  Counts counts() const;
};

/// Runs a few neighbouring replicas side by side: the one part of a run that is compiled for each problem.
using Kernel = std::function<void(std::span<const Snapshot> starts, std::span<ReplicaResult> results)>;
struct Kernels {
  Kernel alone, pack;
  int width;  // of a pack
};

/// Every replica from the start (or from options.resume), groups of neighbours to threads. Once the run is told to
/// stop, no group is started but the first, and replicas that were not started have no result.
RunResult run_replicas(const RunOptions& options, const Snapshot& start, const Kernels& kernels);

namespace detail {

using Project = std::function<void(std::vector<double>&)>;
/// The given point, or the point of the set nearest zero. Throws when the point has the wrong size, is not finite, or
/// lies outside the set.
std::vector<double> checked_start(const char* name, std::vector<double> point, int size, const Project& project);

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
  const Project onto_fast = [&](auto& v) { project_numbers<FastVector<P>>(fast_set_of(problem), v); };
  const Project onto_slow = [&](auto& v) { project_numbers<SlowVector<P>>(slow_set_of(problem), v); };
  Snapshot start;
  start.fast = checked_start("x0", fast, shape.fast, onto_fast);
  start.slow = checked_start("y0", slow, shape.slow, onto_slow);
  start.anchor = options.anchor.empty() ? start.slow : checked_start("anchor", options.anchor, shape.slow, onto_slow);
  return start;  // P starts at zero
}

/// A batch to its end, or to where it is told to stop.
void run_batch(Batch batch, const Plan& plan, const RunOptions& options, std::span<const Snapshot> starts,
               std::span<ReplicaResult> results);

/// With the kernel that is special to the method, where there is one.
template <class P, int W, class Choices = EveryChoice>
void run_group(const P& problem, const Plan& plan, const RunOptions& options, std::span<const Snapshot> starts,
               std::span<ReplicaResult> results) {
  const auto run_with = [&]<class Compiled>() {
    run_batch(batch_of<P, W, Compiled>(problem, plan, options.seed, starts), plan, options, starts, results);
  };
  if (visit_special<Choices>(plan.method(), run_with)) return;
  if constexpr (requires { Choices::only_special; }) refuse_choice(plan.method().name.c_str());
  else run_with.template operator()<Choices>();
}

/// What a preconditioner wants measured before it is used; throws when that rules it out.
template <class P, class Choices>
std::optional<Pilot> run_pilot(const P& problem, const Plan& plan, std::uint64_t seed, const Snapshot& start) {
  return visit_choice<Choices, std::optional<Pilot>>(
      [&](const auto& choice) -> std::optional<Pilot> {
        if constexpr (requires { choice.wants_pilot; })
          return choice.pilot(problem, seed, to_vector<FastVector<P>>(start.fast),
                              to_vector<SlowVector<P>>(start.slow));
        else return std::nullopt;
      },
      plan.method().preconditioner);
}

}  // namespace detail

/// Lanes of a pack: two registers of doubles hide the latency of one.
inline constexpr int kPackWidth = 2 * kRegisterBytes / 8;
/// How many replicas a problem runs side by side: fewer where P is large, so that it stays in the first cache.
template <class P>
inline constexpr int kWidthOf = wants_one_lane<P>() ? 1
                                : kFewEntries<P>    ? kPackWidth
                                                    : 8;

/// Runs every replica to the end of the plan, with kernels that may have been compiled elsewhere.
template <class P, class Choices = EveryChoice>
RunResult run_with(const P& problem, const Plan& plan, const RunOptions& options, const Kernels& kernels) {
  static_assert(check_problem<P>());
  require(plan.method(), abilities_of<P>(), options.force);
  const Snapshot start = detail::initial_snapshot(problem, options);
  const std::optional<Pilot> pilot = detail::run_pilot<P, Choices>(problem, plan, options.seed, start);
  RunResult result = run_replicas(options, start, kernels);
  result.pilot = pilot;
  return result;
}

/// The same with both kernels compiled here, for these choices alone. W is the pack width; any width gives the same
/// bits.
template <class P, int W = kWidthOf<P>, class Choices = EveryChoice>
RunResult run(const P& problem, const Plan& plan, const RunOptions& options = {}) {
  const auto group = [&]<int Width>(std::integral_constant<int, Width>) -> Kernel {
    return [&](auto starts, auto results) {
      require_compiled<Choices>(plan.method());
      detail::run_group<P, Width, Choices>(problem, plan, options, starts, results);
    };
  };
  return run_with<P, Choices>(problem, plan, options,
                              {group(std::integral_constant<int, 1>()), group(std::integral_constant<int, W>()), W});
}

}  // namespace twoscale
