#pragma once
// The one place that talks to the terminal: plain text out, a progress bar while something runs.

#include <string>

#include <twoscale/core/text.hpp>
#include <twoscale/solve/text.hpp>
#include <twoscale/solve/watch.hpp>

namespace twoscale::cli {

using text::brief;
using text::duration;
using text::grouped;
using text::point;
using text::quoted_command;
using text::shell_word;
using text::table;
using text::visible;

/// To standard output. Where it cannot be written, main() finds out at the end: whatever else there is to write is
/// written first.
void print(const std::string& text);
void print_error(const std::string& text);

void print(const ReportText& lines);

/// Shows how far the work has come on standard error: a bar on a terminal, a plain line now and then elsewhere.
class ProgressBar {
 public:
  explicit ProgressBar(bool quiet);
  void show(const SolveProgress& now);
  /// A line that stays, above the bar.
  void line(const std::string& text) const;

 private:
  static constexpr double kSecondsPerLine = 10;  // where there is no terminal
  const bool shown_, terminal_;
  double next_line_ = kSecondsPerLine;
};

}  // namespace twoscale::cli
