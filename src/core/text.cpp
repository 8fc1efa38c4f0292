#include <twoscale/core/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace twoscale::text {

namespace {

/// As printf would in the C locale, whatever the program's is.
std::string formatted(double value, std::chars_format format, int precision) {
  char buffer[400];  // the longest double without an exponent has 309 digits
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value, format, precision);
  return {buffer, result.ptr};
}

/// \x1b
std::string spelt_out(char byte) {
  constexpr const char* kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return std::string("\\x") + kDigits[value / 16] + kDigits[value % 16];
}

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
      for (const char byte : character) out += spelt_out(byte);
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
    else if (byte < 0x20 || byte >= 0x7f) out += spelt_out(c);
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

std::string written(std::uint64_t count) {
  const std::string digits = std::to_string(count);
  const std::size_t zeros = digits.size() - 1 - digits.find_last_not_of('0');
  return zeros >= 3 && zeros + 1 == digits.size() ? digits.substr(0, 1) + "e" + std::to_string(zeros) : digits;
}

std::string brief(double value) {
  const bool far = value != 0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e5);
  std::string text =
      far ? formatted(value, std::chars_format::scientific, 1) : formatted(value, std::chars_format::general, 3);
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
  return whole ? formatted(setting.value, std::chars_format::fixed, 0) : brief(setting.value);
}

std::string duration(double seconds) {
  if (seconds < 60) return formatted(seconds, std::chars_format::fixed, 2) + " s";
  const auto whole = static_cast<long>(seconds);
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole / 60 % 60) + " min";
}

std::string point(const std::vector<double>& values) {
  constexpr std::size_t kShown = 8;
  std::string out = "(";
  for (std::size_t i = 0; i < values.size() && i < kShown; ++i)
    out += (i ? ", " : "") + formatted(values[i], std::chars_format::general, 5);
  if (values.size() > kShown) out += ", ... " + std::to_string(values.size()) + " in all";
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
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(width[c] - row[c].size(), ' ');
      line += "  " + (c == 0 || (words_last && c + 1 == width.size()) ? row[c] + blanks : blanks + row[c]);
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += (out.empty() ? "" : "\n") + line;
  }
  return out;
}

}  // namespace twoscale::text
