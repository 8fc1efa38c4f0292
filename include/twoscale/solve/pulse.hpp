#pragma once
// Pulse: the clock beside runs, which have none. While it lives it passes a request to stop on to them, asks for
// checkpoints, and tells how far they have come.

#include <mutex>
#include <string>
#include <thread>

#include <twoscale/run/options.hpp>
#include <twoscale/solve/watch.hpp>

namespace twoscale {

class Pulse {
 public:
  /// A checkpoint is asked for every so many seconds; 0: never.
  Pulse(double total, const SolveWatch& watch, double checkpoint_seconds = 0);
  ~Pulse();
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;

  /// The run that comes now: each of its iterations is so much of the total.
  void begin(std::string label, double each = 1);
  /// What the last run gave.
  void note(std::string text);
  Progress& progress() { return progress_; }
  bool stopped() const { return progress_.stop; }

 private:
  void beat(const std::stop_token& stop, double checkpoint_seconds);
  SolveProgress now(double seconds);

  std::mutex mutex_;  // of the four below
  std::string label_, note_;
  double each_ = 1, before_ = 0;
  const double total_;
  const SolveWatch& watch_;
  Progress progress_;
  std::jthread clock_;
};

}  // namespace twoscale
