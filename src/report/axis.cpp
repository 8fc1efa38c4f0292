#include "axis.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "markup.hpp"

namespace twoscale::report {

namespace {

constexpr double kMostTicks = 8;    // that many labels fit below a plot on a phone
constexpr double kSlack = 1e-9;     // of the range: a tick on its end belongs to it
constexpr double kLargest = 1e300;  // ranges of larger numbers are not numbers any more

std::string superscript(int exponent) {
  const std::string sign = exponent < 0 ? "−" : "";
  return R"(<tspan class="sup" dy="-0.5em">)" + sign + std::to_string(std::abs(exponent)) + "</tspan>";
}

/// digit * 10^exponent; decades among decades are written alike, as powers.
std::string power_label(int digit, int exponent, bool among_decades) {
  if (exponent == 0) return std::to_string(digit);
  if (exponent == 1) return std::to_string(digit) + '0';
  if (digit == 1 && (among_decades || std::abs(exponent) > 2)) return "10" + superscript(exponent);
  if (exponent == 2) return std::to_string(digit) + "00";
  if (exponent < 0 && exponent > -3) {
    return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + std::to_string(digit);
  }
  return std::to_string(digit) + "·10" + superscript(exponent);
}

/// With as many decimals as the step needs; powers of ten where that would be long.
std::string linear_label(double value, double step) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  const int step_exponent = static_cast<int>(std::floor(std::log10(step) + kSlack));
  const int decimals = std::max(0, -step_exponent);
  const std::string sign = value < 0 ? "−" : "";
  if (size < 1e6 && decimals <= 4) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, size, std::chars_format::fixed, decimals).ptr;
    return sign + std::string(buffer, end);
  }
  const int exponent = static_cast<int>(std::floor(std::log10(size) + kSlack));
  const int digits = std::clamp(exponent - step_exponent + 1, 1, 15);  // enough to tell neighbours apart
  const std::string mantissa = brief(size / std::pow(10, exponent), digits);
  return sign + (mantissa == "1" ? "" : mantissa + "·") + "10" + superscript(exponent);
}

/// The smallest of 1, 2, 5 times a power of ten that leaves at most kMostTicks.
double nice_step(double range) {
  const double least = range / kMostTicks;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

std::vector<Tick> linear_ticks(double low, double high) {
  const double step = nice_step(high - low), slack = kSlack * (high - low);
  std::vector<Tick> out;
  for (double n = std::ceil((low - slack) / step); n * step <= high + slack; ++n) {
    out.push_back({std::clamp(n * step, low, high), linear_label(n * step, step)});
  }
  return out;
}

int decade(double at) { return static_cast<int>(std::floor(at)); }

/// Of every decade in [low, high] the given digits; labels for every `stride`-th decade, and none of the others.
std::vector<Tick> decade_ticks(double low, double high, const std::vector<int>& labelled, int stride, bool minor) {
  std::vector<Tick> out;
  for (int exponent = decade(low); exponent <= decade(high) + 1; ++exponent) {
    for (int digit = 1; digit <= 9; ++digit) {
      const double at = exponent + std::log10(digit);
      if (at < low - kSlack || at > high + kSlack) continue;
      const bool has_label =
          exponent % stride == 0 && std::find(labelled.begin(), labelled.end(), digit) != labelled.end();
      if (has_label || minor || digit == 1)
        out.push_back({at, has_label ? power_label(digit, exponent, labelled.size() == 1) : ""});
    }
  }
  return out;
}

int labels_in(const std::vector<Tick>& ticks) {
  return static_cast<int>(
      std::count_if(ticks.begin(), ticks.end(), [](const Tick& tick) { return !tick.label.empty(); }));
}

std::vector<Tick> log_ticks(double low, double high) {
  const int stride = std::max(1, static_cast<int>(std::ceil((high - low) / kMostTicks)));
  const bool minor = high - low <= kMostTicks;
  for (const std::vector<int>& digits : {std::vector<int>{1}, {1, 3}, {1, 2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
    std::vector<Tick> found = decade_ticks(low, high, digits, stride, minor);
    if (labels_in(found) >= 3) return found;
  }
  // Less than a decade or so: the values themselves, evenly.
  std::vector<Tick> out = linear_ticks(std::pow(10, low), std::pow(10, high));
  for (Tick& tick : out) tick.at = std::clamp(std::log10(tick.at), low, high);
  return out;
}

}  // namespace

std::vector<Tick> ticks(double low, double high, bool log) {
  return log ? log_ticks(low, high) : linear_ticks(low, high);
}

bool Axis::has(double value) const { return std::abs(value) <= kLargest && (!log || value > 0); }

double Axis::scaled(double value) const { return log ? std::log10(value) : value; }

void Extent::add(double value) {
  const Axis like{.log = log_};
  if (!like.has(value)) return;
  const double at = like.scaled(value);
  if (empty()) {
    low_ = high_ = at;
  } else {
    low_ = std::min(low_, at);
    high_ = std::max(high_, at);
  }
}

void Extent::admit(const Extent& other, double share) {
  if (other.empty()) return;
  if (empty()) {
    *this = other;
    return;
  }
  const double most = high_ > low_ ? share * (high_ - low_) : 1;
  low_ = std::min(low_, std::max(other.low_, low_ - most));
  high_ = std::max(high_, std::min(other.high_, high_ + most));
}

Axis Extent::axis(double share) const {
  if (empty()) return {.log = log_, .low = 0, .high = 1};
  double low = low_, high = high_;
  // One value, or values that differ by rounding alone: some room around them.
  const double largest = std::max(std::abs(low), std::abs(high));
  if (high - low <= 1e-9 * largest) {
    const double room = log_ || largest == 0 ? 0.5 : 0.5 * largest;
    low -= room;
    high += room;
  }
  const double margin = share * (high - low);
  return {.log = log_, .low = low - margin, .high = high + margin};
}

}  // namespace twoscale::report
