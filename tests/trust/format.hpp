#pragma once
// Text for people.

#include <cstdio>
#include <string>

namespace twoscale::trust {

/// printf into a string.
template <class... Values>
std::string formatted(const char* format, const Values&... values) {
  const int length = std::snprintf(nullptr, 0, format, values...);
  std::string out(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(out.data(), out.size(), format, values...);
  out.pop_back();  // the zero at the end
  return out;
}

/// 1,000,000
inline std::string grouped(double whole) {
  const std::string digits = formatted("%.0f", whole);
  std::string out;
  for (std::size_t left = digits.size(); left > 0; --left) {
    out += digits[digits.size() - left];
    if (left % 3 == 1 && left > 1) out += ',';
  }
  return out;
}

}  // namespace twoscale::trust
