#include "terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace twoscale::cli {

namespace {

constexpr int kCells = 24;  // of the bar
constexpr const char* kNewLine = "\r\033[K";

void write_text(std::FILE* stream, const std::string& text) { std::fwrite(text.data(), 1, text.size(), stream); }

/// "single-loop  15 %", and the time left once it can be told.
std::string progress_text(const SolveProgress& now, const std::string& bar) {
  const double done = now.fraction;
  const std::string left = done > 0.01 ? " " + duration(now.seconds * (1 - done) / done) + " left" : "";
  return fmt::format("{} {:3.0f} %{}{}{}", now.label, 100 * done, bar, left, now.note.empty() ? "" : "   " + now.note);
}

}  // namespace

void print(const std::string& text) { write_text(stdout, visible(text) + "\n"); }

void print_error(const std::string& text) {
  std::fflush(stdout);  // in the order in which they were printed, also where both go to one file
  write_text(stderr, visible(text) + "\n");
}

void print(const ReportText& lines) {
  for (const ReportLine& line : lines) line.aside ? print_error(line.text) : print(line.text);
}

ProgressBar::ProgressBar(bool quiet) : shown_(!quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressBar::show(const SolveProgress& now) {
  if (!shown_) return;
  if (now.over) {
    if (terminal_) write_text(stderr, kNewLine);
    next_line_ = kSecondsPerLine;
  } else if (terminal_ && now.seconds > 0.3) {
    const int full = static_cast<int>(now.fraction * kCells);
    const std::string bar = fmt::format(" {:#>{}}{:.>{}} ", "", full, "", kCells - full);
    write_text(stderr, fmt::format("\r {}\033[K", visible(progress_text(now, bar))));
    std::fflush(stderr);
  } else if (!terminal_ && now.seconds > next_line_) {
    print_error(progress_text(now, ""));
    next_line_ += kSecondsPerLine;
  }
}

void ProgressBar::line(const std::string& text) const {
  if (!shown_) return;
  if (terminal_) write_text(stderr, kNewLine);
  print_error(text);
}

}  // namespace twoscale::cli
