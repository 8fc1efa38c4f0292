// Lists of values that are written as ranges.
#include "values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <twoscale/core/plain_elementary.hpp>
#include <twoscale/core/setting.hpp>
#include <twoscale/experiment/spec.hpp>

namespace twoscale {

namespace detail {

namespace {

using detail::exp_of, detail::log_of;

std::string in_quotes(std::string_view text) { return "'" + std::string(text.substr(0, 60)) + "'"; }

/// At most 12 digits of it; what a difference of the ends has left over instead of 0 is 0.
double rounded(double value, double largest) {
  if (std::abs(value) < 1e-12 * largest) return 0;
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, 11).ptr;
  double out = value;
  std::from_chars(buffer, end, out);
  return out;
}

double between(double from, double to, double weight, Spacing spacing) {
  const double largest = std::max(std::abs(from), std::abs(to));
  if (spacing == Spacing::linear) return rounded(from * (1 - weight) + to * weight, largest);
  return rounded(exp_of(log_of(from) * (1 - weight) + log_of(to) * weight), 0);
}

}  // namespace

std::optional<double> number_in(const std::string& field, std::string_view text) {
  double value = 0;
  const char *first = text.data(), *last = first + text.size();
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') ++first;
  const auto result = std::from_chars(first, last, value);
  if (result.ec == std::errc::invalid_argument || result.ptr != last) return std::nullopt;
  if (result.ec != std::errc{} || !std::isfinite(value)) throw Error::field(field, in_quotes(text), "a finite number");
  return value;
}

std::vector<double> spaced(const std::string& field, double from, double to, std::uint64_t count, Spacing spacing) {
  const std::string ends = to_text(from) + " to " + to_text(to);
  if (count < 1 || count > kMostValues)
    throw Error::field(field + " (count)", std::to_string(count),
                       "a whole number in [1, " + std::to_string(kMostValues) + "]");
  if (spacing == Spacing::logarithmic && !(from > 0 && to > 0))
    throw Error::field(field, ends, "positive for logarithmic spacing");
  if (count == 1 ? from != to : !(from < to))
    throw Error::field(field, ends, count == 1 ? "one number, for a count of 1" : "increasing");
  std::vector<double> out = {from};
  out.reserve(count);
  for (std::uint64_t i = 1; i + 1 < count; ++i)
    out.push_back(between(from, to, static_cast<double>(i) / static_cast<double>(count - 1), spacing));
  if (count > 1) out.push_back(to);
  if (std::adjacent_find(out.begin(), out.end(), std::greater_equal<>()) != out.end())
    throw Error::field(field, ends, "further apart for " + std::to_string(count) + " different values");
  return out;
}

}  // namespace detail

namespace {

using detail::number_in, detail::in_quotes, detail::Spacing;

/// The parts between separators, without blanks around them.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (bool more = true; more;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    const std::size_t first = std::min(part.find_first_not_of(" \t"), part.size());
    out.push_back(part.substr(first, part.find_last_not_of(" \t") + 1 - first));
    more = end < text.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// from, 10 from, 100 from, ... and `to`. The exponent of the shortest text is moved, so 0.001 has 0.01 next to it.
std::vector<double> decades(const std::string& field, std::string_view text, double from, double to) {
  if (!(from > 0 && to > 0 && from <= to / 10))
    throw Error::field(field, in_quotes(text), "positive and at least a decade wide; A:B:N and A:B:logN have N values");
  char buffer[64];
  const char* end = std::to_chars(buffer, buffer + sizeof buffer, from, std::chars_format::scientific).ptr;
  const std::string digits(static_cast<const char*>(buffer), end);
  const std::string mantissa = digits.substr(0, digits.find('e'));
  const int exponent = std::stoi(digits.substr(mantissa.size() + 1));
  std::vector<double> out;
  for (int k = 0;; ++k) {
    const std::string next = mantissa + 'e' + std::to_string(exponent + k);
    double value = to;  // also where the next one is beyond every double
    std::from_chars(next.data(), next.data() + next.size(), value);
    if (value >= to) break;
    out.push_back(value);
  }
  out.push_back(to);
  return out;
}

std::uint64_t count_in(const std::string& field, std::string_view text, std::string_view digits) {
  std::uint64_t count = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (result.ec != std::errc{} || result.ptr != digits.data() + digits.size())
    throw Error::field(field, in_quotes(text), "A:B, A:B:N or A:B:logN with numbers A < B and a whole N");
  return count;
}

/// A:B, A:B:N, A:B:logN.
std::vector<double> range_in(const std::string& field, std::string_view text, double from) {
  const std::vector<std::string_view> parts = split(text, ':');
  const std::optional<double> to = number_in(field, parts[1]);
  if (!to || parts.size() > 3)
    throw Error::field(field, in_quotes(text), "A:B, A:B:N or A:B:logN with numbers A < B and a whole N");
  if (parts.size() == 2) return decades(field, text, from, *to);
  const bool log = parts[2].starts_with("log");
  return detail::spaced(field, from, *to, count_in(field, text, parts[2].substr(log ? 3 : 0)),
                        log ? Spacing::logarithmic : Spacing::linear);
}

std::string number_or_name(const std::string& field, std::string_view text) {
  const std::optional<double> number = number_in(field, text);
  return number ? to_text(*number) : std::string(text);
}

}  // namespace

std::vector<std::string> expand_values(const std::string& field, const std::string& text) {
  std::vector<std::string> out;
  const std::size_t colon = text.find(':');
  const std::optional<double> from =
      colon == std::string::npos ? std::nullopt : number_in(field, split(text, ':').front());
  if (from) {
    for (const double value : range_in(field, text, *from)) out.push_back(to_text(value));
    return out;
  }
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() > detail::kMostValues)
    throw Error::field(field, std::to_string(parts.size()) + " values",
                       "at most " + std::to_string(detail::kMostValues));
  for (const std::string_view part : parts) {
    if (part.empty()) throw Error::field(field, in_quotes(text), "a value, or values with a comma between any two");
    out.push_back(number_or_name(field, part));
  }
  return out;
}

}  // namespace twoscale
