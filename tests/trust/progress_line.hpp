#pragma once
// ProgressLine: a line on the terminal, rewritten in place, while problems are solved.

#include <chrono>
#include <cstddef>
#include <mutex>

namespace twoscale::trust {

class ProgressLine {
 public:
  /// `samples` of all of them together: the time left goes with those.
  ProgressLine(std::size_t problems, double samples, bool is_quiet);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// A problem is done, with so many samples. From any thread.
  void add(double samples);
  /// Before something else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  const std::size_t problems_;
  const double samples_;
  const bool is_shown_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // of the rest
  Clock::time_point painted_ = start_;
  std::size_t problems_done_ = 0;
  double samples_done_ = 0;
};

}  // namespace twoscale::trust
