#include "progress_line.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "format.hpp"

namespace twoscale::trust {

namespace {

constexpr std::chrono::milliseconds kBetweenPaints{200};

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds);
  if (whole < 60) return formatted("%ld s", whole);
  if (whole < 3600) return formatted("%ld min %ld s", whole / 60, whole % 60);
  return formatted("%ld h %ld min", whole / 3600, whole / 60 % 60);
}

}  // namespace

ProgressLine::ProgressLine(std::size_t problems, double samples, bool is_quiet)
    : problems_(problems), samples_(samples), is_shown_(!is_quiet && isatty(STDERR_FILENO) != 0) {}

void ProgressLine::add(double samples) {
  const std::lock_guard lock(mutex_);
  ++problems_done_, samples_done_ += samples;
  const Clock::time_point now = Clock::now();
  if (!is_shown_ || now - painted_ < kBetweenPaints) return;
  painted_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string left = duration(seconds * (samples_ / samples_done_ - 1));
  std::fprintf(stderr, "\r %zu/%zu solved, %s left\033[K", problems_done_, problems_, left.c_str());
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (is_shown_) std::fputs("\r\033[K", stderr);
}

}  // namespace twoscale::trust
