#include "terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "interrupt.hpp"

namespace twoscale::cli {

namespace {

constexpr int kCells = 24;              // of the bar
constexpr double kSecondsPerLine = 10;  // where there is no terminal
constexpr auto kPollTime = std::chrono::milliseconds(100);

void write_text(std::FILE* stream, const std::string& text) { std::fwrite(text.data(), 1, text.size(), stream); }

}  // namespace

void print(const std::string& text) { write_text(stdout, visible(text) + "\n"); }

void print_error(const std::string& text) {
  std::fflush(stdout);  // in the order in which they were printed, also where both go to one file
  write_text(stderr, visible(text) + "\n");
}

namespace {

/// The length of the character of UTF-8 that begins there; 0 where none does.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xc2 ? 0
                             : byte(0) < 0xe0 ? 2
                             : byte(0) < 0xf0 ? 3
                             : byte(0) < 0xf5 ? 4
                                              : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // Too long for what it says, half of a pair, or beyond the last.
  if (length == 3 && ((byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xed && byte(1) >= 0xa0))) return 0;
  if (length == 4 && ((byte(0) == 0xf0 && byte(1) < 0x90) || (byte(0) == 0xf4 && byte(1) >= 0x90))) return 0;
  return length;
}

/// U+0000 to U+001f, U+007f to U+009f, and those that turn the direction of what follows (U+202a, ..., U+2066, ...).
bool is_control(std::string_view character) {
  const auto byte = [&](std::size_t i) { return i < character.size() ? static_cast<unsigned char>(character[i]) : 0; };
  const bool turns = byte(0) == 0xe2 && ((byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae) ||
                                         (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9));
  return byte(0) < 0x20 || byte(0) == 0x7f || (byte(0) == 0xc2 && byte(1) < 0xa0) || turns;
}

}  // namespace

std::string visible(const std::string& text) {
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t length = character_length(rest);
    const std::string_view character = rest.substr(0, std::max<std::size_t>(1, length));
    rest.remove_prefix(character.size());
    if (character == "\n" || character == "\t" || (length > 0 && !is_control(character))) out += character;
    else
      for (const char byte : character) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  }
  return out;
}

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-./=,:+@%") == std::string::npos;
  if (plain) return text;
  const bool odd = visible(text) != text || text.find_first_of("\n\t") != std::string::npos;
  if (!odd) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
  }
  std::string out = "$'";  // as bash, zsh and ksh read it
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\'' || c == '\\') out += std::string("\\") + c;
    else if (byte < 0x20 || byte >= 0x7f) out += fmt::format("\\x{:02x}", byte);
    else out += c;
  }
  return out + "'";
}

std::string quoted_command(const std::string& command) {
  const char quote = command.find('\'') == std::string::npos ? '\'' : '`';
  return quote + command + quote;
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

ProgressBar::ProgressBar(double total, bool quiet, double checkpoint_seconds)
    : total_(total), shown_(!quiet), terminal_(isatty(STDERR_FILENO) != 0) {
  progress_.stop = stop_asked();
  painter_ = std::jthread([this, checkpoint_seconds](const std::stop_token& stop) {
    const auto start = std::chrono::steady_clock::now();
    double next_line = kSecondsPerLine, next_checkpoint = checkpoint_seconds;
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      wake.wait_for(lock, stop, kPollTime, [] { return false; });
      if (stop_asked()) progress_.stop = true;
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
  if (shown_ && terminal_) write_text(stderr, "\r\033[K");
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
  if (!shown_) return;
  if (terminal_) write_text(stderr, "\r\033[K");
  print_error(text);
}

void ProgressBar::paint(double seconds, double& next_line) {
  if (terminal_ && seconds > 0.3) {
    const int full = static_cast<int>(fraction() * kCells);
    write_text(stderr,
               fmt::format("\r {}\033[K",
                           visible(text(seconds, fmt::format(" {:#>{}}{:.>{}} ", "", full, "", kCells - full)))));
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
