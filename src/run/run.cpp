#include <twoscale/run/run.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

#include <twoscale/run/watch.hpp>

#include "pipeline.hpp"

namespace twoscale {

Counts RunResult::counts() const {
  Counts sum;
  for (const ReplicaResult& r : replicas) sum += r.last.counts;
  return sum;
}

namespace {

constexpr std::size_t kAheadPerThread = 4;  // groups: enough that threads do not wait for one slow group

void work_on(Pipeline& pipeline, const Kernels& kernels) {
  try {
    Pipeline::Group group;
    while (pipeline.take(group)) {
      std::vector<ReplicaResult> results(group.starts.size());
      (results.size() == 1 ? kernels.alone : kernels.pack)(group.starts, results);
      pipeline.deliver(group.number, std::move(results));
    }
  } catch (...) {
    pipeline.fail(std::current_exception());
  }
}

}  // namespace

RunResult run_replicas(const RunOptions& options, const Snapshot& start, const Kernels& kernels) {
  RunResult result;
  Pipeline::Sink sink = options.sink;
  const Worklist work(options, start, kernels.width);
  if (!sink) {
    result.replicas.reserve(work.replicas());
    sink = [&result](ReplicaResult&& replica) { result.replicas.push_back(std::move(replica)); };
  }
  const std::uint64_t threads = std::min<std::uint64_t>(options.threads, work.replicas());
  Pipeline pipeline(work, kAheadPerThread * threads, options.progress, sink);
  std::vector<std::jthread> helpers;
  for (std::uint64_t t = 1; t < threads; ++t) helpers.emplace_back([&] { work_on(pipeline, kernels); });
  work_on(pipeline, kernels);
  helpers.clear();
  pipeline.rethrow();
  return result;
}

namespace detail {

void run_batch(Batch batch, const Plan& plan, const RunOptions& options, std::span<const Snapshot> starts,
               std::span<ReplicaResult> results) {
  const GroupWatch::Lanes lanes = [&batch](int lane) { return batch.result(lane); };
  GroupWatch watch(options, plan.iterations(), starts);
  while (batch.iteration() < plan.iterations() && !batch.all_diverged() && !watch.stopped()) {
    batch.advance(watch.until());
    watch.after_chunk(batch.iteration(), lanes);
  }
  for (std::size_t i = 0; i < starts.size(); ++i) results[i] = watch.result(static_cast<int>(i), lanes);
}

std::vector<double> checked_start(const char* name, std::vector<double> point, int size, const Project& project) {
  const bool given = !point.empty();
  if (!given) point.assign(size, 0.0);
  if (static_cast<int>(point.size()) != size)
    throw Error::field(name, to_text(point.data(), static_cast<int>(point.size())), std::to_string(size) + " numbers");
  for (const double value : point)
    if (!std::isfinite(value)) throw Error::field(name, to_text(point.data(), size), "finite");
  std::vector<double> nearest = point;
  project(nearest);
  double distance = 0, scale = 1;
  for (int i = 0; i < size; ++i) {
    distance = std::max(distance, std::abs(nearest[i] - point[i]));
    scale = std::max(scale, std::abs(point[i]));
  }
  // A hair of rounding is forgiven; a point outside is not moved in silence.
  if (given && distance > 1e-12 * scale)
    throw Error::field(name, to_text(point.data(), size),
                       "in its set; the nearest point there is " + to_text(nearest.data(), size));
  return nearest;
}

}  // namespace detail

}  // namespace twoscale
