#pragma once
// The one place that talks to the terminal: plain text out, a progress bar while something runs.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <twoscale/run/run.hpp>

namespace twoscale::cli {

/// To standard output. Where it cannot be written, main() finds out at the end: whatever else there is to write is
/// written first.
void print(const std::string& text);
void print_error(const std::string& text);
/// Control characters, and bytes that are not UTF-8, spelt out, as \x1b: a name cannot command the terminal. Ends of
/// lines and tabs stay.
std::string visible(const std::string& text);
/// As a shell takes it for one word.
std::string shell_word(const std::string& text);
/// A command to copy, in quotes that it has none of.
std::string quoted_command(const std::string& command);

/// 1,000,000
std::string grouped(std::uint64_t count);
/// Three digits, 2.2e-5 when small.
std::string brief(double value);
/// A setting's value: a number, a name, or the file a table came from.
std::string brief(const SettingInfo& setting);
/// "0.03 s", "7 min 50 s"
std::string duration(double seconds);
/// (0.00121, -0.00068), cut after a few numbers.
std::string point(const std::vector<double>& values);
/// Columns padded to their widest entry; the first is left-aligned, and the last where it holds words; the rest
/// right-aligned.
std::string table(const std::vector<std::vector<std::string>>& rows, bool words_last = false);

/// Shows how far the work has come on standard error, while it lives: a bar on a terminal, a plain line now and then
/// elsewhere. Passes on Ctrl-C, and asks for checkpoints.
class ProgressBar {
 public:
  /// A checkpoint is asked for every so many seconds; 0: never.
  ProgressBar(double total, bool quiet, double checkpoint_seconds = 0);
  ~ProgressBar();
  /// The run that comes now: each of its iterations is so much of the total.
  void begin(std::string label, double each = 1);
  /// Said beside the bar until the next: what the last run gave.
  void note(std::string text);
  /// A line that stays, above the bar.
  void line(const std::string& text) const;
  Progress& progress() { return progress_; }
  bool stopped() const { return progress_.stop; }

 private:
  void paint(double seconds, double& next_line);
  /// "single-loop  15 %", and the time left once it can be told.
  std::string text(double seconds, const std::string& bar);
  double fraction();

  std::mutex mutex_;  // of the four below
  std::string label_, note_;
  double each_ = 1, before_ = 0;
  const double total_;
  const bool shown_, terminal_;
  Progress progress_;
  std::jthread painter_;
};

}  // namespace twoscale::cli
