// toml++ 3.3 recurses once for each part of a dotted key when it frees its tables, and has no limit on their number
// (github.com/marzer/tomlplusplus, pull request 242): a line of dots overflows the stack. So strings and comments are
// stepped over here, and the brackets and dots of what is left are counted.
#include "guard.hpp"

#include <algorithm>
#include <cstddef>

#include <twoscale/core/error.hpp>

#include "node.hpp"

namespace twoscale::detail {

namespace {

constexpr std::size_t kLargest = 1000000;  // bytes: a thousand times the longest spec we have

/// Where a byte stands; columns count characters, as the TOML library does.
Place place_of(std::string_view text, std::size_t index) {
  Place place;
  for (const char c : text.substr(0, index)) {
    if (c == '\n') place = {place.line + 1, 1};
    else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++place.column;
  }
  return place;
}

/// The length of the character that begins here; 0 if it is none. Overlong forms, surrogates and what lies beyond
/// U+10FFFF are none.
std::size_t character_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  const unsigned second = byte(1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool outside = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
  return overlong || outside ? 0 : length;
}

void require_utf8(std::string_view text, const std::string& file) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_at(text.substr(i));
    if (length == 0) throw Error(at(file, place_of(text, i)) + "not UTF-8; save the file in that encoding");
    i += length;
  }
}

/// Steps through what is not string or comment. For a text that is TOML up to a place, the two agree up to it.
class Scan {
 public:
  Scan(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') pass_string();
      else if (c == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      else count(c), ++at_;
    }
  }

 private:
  void count(char c) {
    if (c == '[' || c == '{') ++brackets_;
    else if (c == ']' || c == '}') brackets_ = std::max(brackets_ - 1, 0);
    else if (c == '.') ++dots_;
    else if (c == ',' || c == '=' || c == '\n') dots_ = 0;  // no key goes on behind these
    if (brackets_ > kDeepest || dots_ > kDeepest)
      throw Error(at(file_, place_of(text_, at_)) + "nested deeper than " + std::to_string(kDeepest) +
                  "; a spec needs no more than three levels");
  }

  /// One that is not closed ends with its line, or with the text.
  void pass_string() {
    const char quote = text_[at_];
    const std::string three(3, quote);
    const bool many_lines = text_.substr(at_, 3) == three;
    for (at_ += many_lines ? 3 : 1; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (quote == '"' && c == '\\') ++at_;
      else if (many_lines && text_.substr(at_, 3) == three) return pass_end(quote);
      else if (!many_lines && c == quote) return void(++at_);
      else if (!many_lines && c == '\n') return;
    }
    at_ = text_.size();
  }

  /// Three quotes, and up to two more that belong to the string.
  void pass_end(char quote) { at_ = std::min({text_.find_first_not_of(quote, at_), at_ + 5, text_.size()}); }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int brackets_ = 0, dots_ = 0;
};

}  // namespace

void guard_toml(std::string_view text, const std::string& file) {
  if (text.size() > kLargest)
    throw Error(at(file, {}) + "larger than a spec may be, which is " + std::to_string(kLargest) + " bytes");
  require_utf8(text, file);
  Scan(text, file).run();
}

}  // namespace twoscale::detail
