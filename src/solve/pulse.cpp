#include <twoscale/solve/pulse.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>

namespace twoscale {

namespace {

constexpr auto kBeat = std::chrono::milliseconds(100);

}  // namespace

Pulse::Pulse(double total, const SolveWatch& watch, double checkpoint_seconds) : total_(total), watch_(watch) {
  progress_.stop = watch.stopped();
  if (watch.stop == nullptr && !watch.progress && !(checkpoint_seconds > 0)) return;
  clock_ = std::jthread([this, checkpoint_seconds](const std::stop_token& stop) { beat(stop, checkpoint_seconds); });
}

Pulse::~Pulse() {
  if (!clock_.joinable()) return;
  clock_.request_stop();
  clock_.join();
  if (watch_.progress) watch_.progress({.fraction = 1, .over = true});
}

void Pulse::beat(const std::stop_token& stop, double checkpoint_seconds) {
  const auto start = std::chrono::steady_clock::now();
  double next_checkpoint = checkpoint_seconds;
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    wake.wait_for(lock, stop, kBeat, [] { return false; });
    if (watch_.stopped()) progress_.stop = true;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (checkpoint_seconds > 0 && seconds >= next_checkpoint) {
      ++progress_.checkpoints;
      next_checkpoint = seconds + checkpoint_seconds;
    }
    if (watch_.progress) watch_.progress(now(seconds));
  }
}

void Pulse::begin(std::string label, double each) {
  const std::lock_guard lock(mutex_);
  before_ += each_ * static_cast<double>(progress_.iterations.exchange(0));
  label_ = std::move(label);
  each_ = each;
}

void Pulse::note(std::string text) {
  const std::lock_guard lock(mutex_);
  note_ = std::move(text);
}

SolveProgress Pulse::now(double seconds) {
  const std::lock_guard lock(mutex_);
  const double done = before_ + each_ * static_cast<double>(progress_.iterations);
  return {label_, note_, total_ > 0 ? std::min(1.0, done / total_) : 1.0, seconds};
}

}  // namespace twoscale
