#include <twoscale/run/run.hpp>

#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

namespace twoscale {

Counts RunResult::counts() const {
  Counts sum;
  for (const ReplicaResult& r : replicas) {
    for (int i = 0; i < kRoles; ++i) sum.drawn[i] += r.last.counts.drawn[i];
    sum.preconditioner += r.last.counts.preconditioner;
  }
  return sum;
}

namespace {

/// Calls work(i) for every i below count, on so many threads; the first exception is passed on.
void in_parallel(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
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

/// Where each group begins: up to `width` replicas in a row at the same point of the run.
std::vector<std::size_t> group(const std::vector<Snapshot>& starts, int width) {
  std::vector<std::size_t> firsts;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t first = firsts.empty() ? i : firsts.back();
    const bool fits = i > first && i - first < static_cast<std::size_t>(width) &&
                      starts[i].replica == starts[first].replica + (i - first) &&
                      starts[i].iteration == starts[first].iteration && starts[i].counts == starts[first].counts;
    if (!fits) firsts.push_back(i);
  }
  return firsts;
}

}  // namespace

RunResult run_replicas(const RunOptions& options, const Snapshot& start, const Kernels& kernels) {
  std::vector<Snapshot> starts = options.resume;
  if (starts.empty()) {
    starts.assign(options.replicas, start);
    for (std::uint32_t i = 0; i < options.replicas; ++i) starts[i].replica = options.first_replica + i;
  }
  const std::vector<std::size_t> firsts = group(starts, kernels.width);
  RunResult result;
  result.replicas.resize(starts.size());
  in_parallel(firsts.size(), options.threads, [&](std::size_t g) {
    const std::size_t first = firsts[g], end = g + 1 < firsts.size() ? firsts[g + 1] : starts.size();
    const auto from = std::span<const Snapshot>(starts).subspan(first, end - first);
    const auto into = std::span(result.replicas).subspan(first, end - first);
    (from.size() == 1 ? kernels.alone : kernels.pack)(from, into);
  });
  return result;
}

namespace detail {

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

Status interrupted(std::uint64_t iteration, std::uint64_t iterations) {
  return {Ending::interrupted,
          "interrupted at iteration " + std::to_string(iteration) + " of " + std::to_string(iterations)};
}

}  // namespace detail

}  // namespace twoscale
