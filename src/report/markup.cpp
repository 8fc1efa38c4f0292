#include "markup.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace twoscale::report {

namespace {

// Of ASCII only, whatever the locale.
bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

bool is_control(char c) { return (c >= 0 && c < 0x20 && c != '\n' && c != '\t') || c == 0x7f; }

}  // namespace

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        if (is_control(c)) {
          out += "\uFFFD";  // HTML has no way to write these
        } else {
          out += c;
        }
    }
  }
  return out;
}

std::string percent(std::string_view text) {
  constexpr std::string_view kAsIs = ".~,:/*()!=+;";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (is_plain(c) || kAsIs.find(c) != std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

std::string slug(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() ? "untitled" : out;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string place(double value) {
  char buffer[64];
  const double bounded = std::clamp(value, -1e6, 1e6);  // off the page all the same
  std::string out(buffer, std::to_chars(buffer, buffer + sizeof buffer, bounded, std::chars_format::fixed, 2).ptr);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string brief(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr;
  std::string out;
  for (const char* c = buffer; c != end; ++c) {
    const bool in_exponent = !out.empty() && out.back() == 'e';
    if (in_exponent && *c == '+') continue;
    if (*c == '-') {
      out += "−";
    } else {
      out += *c;
    }
  }
  // 1e−05 -> 1e−5
  const std::size_t e = out.find('e');
  if (e != std::string::npos) {
    const std::size_t first = out.find_first_of("0123456789", e);
    const std::size_t kept = out.find_first_of("123456789", e);
    if (kept != std::string::npos) out.erase(first, kept - first);
  }
  return out == "−0" ? "0" : out;
}

std::string Anchors::add(const std::string& name) {
  const std::string base = slug(name);
  std::string anchor = base;
  for (int copy = 2; !taken_.insert(anchor).second; ++copy) anchor = base + '-' + std::to_string(copy);
  anchors_.emplace(name, anchor);
  return anchor;
}

std::string Anchors::of(const std::string& name) const {
  const auto found = anchors_.find(name);
  return found == anchors_.end() ? std::string() : found->second;
}

}  // namespace twoscale::report
