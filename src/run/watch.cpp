#include <twoscale/run/watch.hpp>

#include <algorithm>

namespace twoscale {

GroupWatch::GroupWatch(const RunOptions& options, std::uint64_t iterations, std::span<const Snapshot> starts)
    : options_(options),
      replica_(starts[0].replica),
      iterations_(iterations),
      iteration_(starts[0].iteration),
      until_(iterations),
      observed_(starts.size()) {
  if (options.progress != nullptr) checkpoints_ = options.progress->checkpoints;
  if (options.place) options.place(replica_, starts.size(), iteration_, iterations_);
  look_ahead();
}

void GroupWatch::look_ahead() {
  if (options_.observer == nullptr) return;
  const std::vector<std::uint64_t>& at = options_.observer->at;
  const auto next = std::upper_bound(at.begin(), at.end(), iteration_);
  until_ = next == at.end() ? iterations_ : std::min(*next, iterations_);
}

void GroupWatch::after_chunk(std::uint64_t iteration, const Lanes& lanes) {
  const std::uint64_t done = iteration - iteration_;
  iteration_ = iteration;
  if (options_.place) options_.place(replica_, observed_.size(), iteration, iterations_);
  if (options_.observer != nullptr && iteration == until_) observe(lanes);
  if (options_.progress == nullptr) return;
  options_.progress->iterations += done * observed_.size();
  stopped_ = options_.progress->stop && iteration < iterations_;
  if (options_.checkpoint && !stopped_ && checkpoints_ != options_.progress->checkpoints) hand_over(lanes);
}

void GroupWatch::observe(const Lanes& lanes) {
  const Observer& observer = *options_.observer;
  const bool wanted = std::binary_search(observer.at.begin(), observer.at.end(), iteration_);
  for (std::size_t lane = 0; wanted && lane < observed_.size(); ++lane) {
    const ReplicaResult now = lanes(static_cast<int>(lane));
    if (now.status.finished())
      observed_[lane].push_back({iteration_, now.last.counts.total(), observer.measure(now.last)});
  }
  look_ahead();
}

void GroupWatch::hand_over(const Lanes& lanes) {
  checkpoints_ = options_.progress->checkpoints;
  std::vector<ReplicaResult> states;
  for (std::size_t lane = 0; lane < observed_.size(); ++lane) states.push_back(result(static_cast<int>(lane), lanes));
  options_.checkpoint(states);
}

ReplicaResult GroupWatch::result(int lane, const Lanes& lanes) const {
  ReplicaResult out = lanes(lane);
  out.observations = observed_[static_cast<std::size_t>(lane)];
  if (stopped_ && out.status.finished())
    out.status = {Ending::interrupted,
                  "interrupted at iteration " + std::to_string(iteration_) + " of " + std::to_string(iterations_)};
  return out;
}

}  // namespace twoscale
