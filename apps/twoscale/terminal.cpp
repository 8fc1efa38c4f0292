#include "terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>

namespace twoscale::cli {

namespace {

constexpr int kCells = 24;              // of the bar
constexpr double kSecondsPerLine = 10;  // where there is no terminal
constexpr auto kPollTime = std::chrono::milliseconds(100);

// A signal handler can reach nothing but a global; this is the program's, not the library's.
volatile std::sig_atomic_t interrupted = 0;
extern "C" void on_interrupt(int) { interrupted = 1; }

}  // namespace

void print(const std::string& text) { fmt::print(stdout, "{}\n", text); }
void print_error(const std::string& text) {
  std::fflush(stdout);  // in the order in which they were printed, also where both go to one file
  fmt::print(stderr, "{}\n", text);
}

std::string grouped(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string brief(double value) {
  const bool far = value != 0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e5);
  std::string text = far ? fmt::format("{:.1e}", value) : fmt::format("{:.3g}", value);
  const std::size_t exponent = text.find('e');
  if (exponent == std::string::npos) return text;
  const int power = std::stoi(text.substr(exponent + 1));  // 1e4, not 1e+04
  text.erase(exponent);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + "e" + std::to_string(power);
}

std::string brief(const SettingInfo& setting) {
  if (setting.is_table && setting.text.empty()) return "(not given)";
  if (!setting.text.empty()) return setting.text;
  const bool whole = setting.value == std::floor(setting.value) && std::abs(setting.value) < 1e9;
  return whole ? fmt::format("{:.0f}", setting.value) : brief(setting.value);
}

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.2f} s", seconds);
  const auto whole = static_cast<long>(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string point(const std::vector<double>& values) {
  constexpr std::size_t kShown = 8;
  std::string out = "(";
  for (std::size_t i = 0; i < values.size() && i < kShown; ++i)
    out += fmt::format("{}{:.5g}", i ? ", " : "", values[i]);
  if (values.size() > kShown) out += fmt::format(", ... {} in all", values.size());
  return out + ")";
}

std::string table(const std::vector<std::vector<std::string>>& rows, bool words_last) {
  std::vector<std::size_t> width;
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c == width.size()) width.push_back(0);
      width[c] = std::max(width[c], row[c].size());
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += c == 0 || (words_last && c + 1 == width.size()) ? fmt::format("  {:<{}}", row[c], width[c])
                                                              : fmt::format("  {:>{}}", row[c], width[c]);
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += (out.empty() ? "" : "\n") + line;
  }
  return out;
}

InterruptScope::InterruptScope() { std::signal(SIGINT, on_interrupt); }
InterruptScope::~InterruptScope() { std::signal(SIGINT, SIG_DFL); }

ProgressBar::ProgressBar(double total, bool quiet, double checkpoint_seconds)
    : total_(total), shown_(!quiet), terminal_(isatty(STDERR_FILENO) != 0) {
  progress_.stop = interrupted != 0;
  painter_ = std::jthread([this, checkpoint_seconds](const std::stop_token& stop) {
    const auto start = std::chrono::steady_clock::now();
    double next_line = kSecondsPerLine, next_checkpoint = checkpoint_seconds;
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      wake.wait_for(lock, stop, kPollTime, [] { return false; });
      if (interrupted != 0) progress_.stop = true;
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (checkpoint_seconds > 0 && seconds >= next_checkpoint) {
        ++progress_.checkpoints;
        next_checkpoint = seconds + checkpoint_seconds;
      }
      if (shown_) paint(seconds, next_line);
    }
  });
}

ProgressBar::~ProgressBar() {
  painter_.request_stop();
  painter_.join();
  if (shown_ && terminal_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::begin(std::string label, double each) {
  const std::lock_guard lock(mutex_);
  before_ += each_ * static_cast<double>(progress_.iterations.exchange(0));
  label_ = std::move(label);
  each_ = each;
}

void ProgressBar::note(std::string text) {
  const std::lock_guard lock(mutex_);
  note_ = std::move(text);
}

void ProgressBar::line(const std::string& text) const {
  if (shown_) print_error((terminal_ ? "\r\033[K" : "") + text);
}

void ProgressBar::paint(double seconds, double& next_line) {
  if (terminal_ && seconds > 0.3) {
    const int full = static_cast<int>(fraction() * kCells);
    fmt::print(stderr, "\r {}\033[K", text(seconds, fmt::format(" {:#>{}}{:.>{}} ", "", full, "", kCells - full)));
    std::fflush(stderr);
  } else if (!terminal_ && seconds > next_line) {
    print_error(text(seconds, ""));
    next_line += kSecondsPerLine;
  }
}

double ProgressBar::fraction() {
  const std::lock_guard lock(mutex_);
  const double done = before_ + each_ * static_cast<double>(progress_.iterations);
  return total_ > 0 ? std::min(1.0, done / total_) : 1.0;
}

std::string ProgressBar::text(double seconds, const std::string& bar) {
  const double done = fraction();
  const std::string left = done > 0.01 ? " " + duration(seconds * (1 - done) / done) + " left" : "";
  const std::lock_guard lock(mutex_);
  return fmt::format("{} {:3.0f} %{}{}{}", label_, 100 * done, bar, left, note_.empty() ? "" : "   " + note_);
}

}  // namespace twoscale::cli
