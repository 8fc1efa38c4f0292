#include "field.hpp"

#include <algorithm>
#include <cmath>

#include <twoscale/core/setting.hpp>

namespace twoscale::detail {

namespace {

using Kind = Node::Kind;

constexpr double kLargestWhole = 9007199254740992;  // 2^53: beyond it a double skips whole numbers

bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }

std::string value_shown(const Node& node) {
  switch (node.kind) {
    case Kind::text:
      return shown(node.text);
    case Kind::whole:
      return std::to_string(node.whole);
    case Kind::number:
      return to_text(node.number);
    case Kind::truth:
      return node.whole != 0 ? "true" : "false";
    case Kind::list:
      return node.items.empty() ? "[]" : "a list";
    case Kind::table:
      return "a table";
    case Kind::date:
      break;
  }
  return "a date";
}

/// "a, b or c"; of very many, the first.
std::string listed(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 40;
  std::string out = words[0];
  for (std::size_t i = 1; i < std::min(words.size(), kMost); ++i)
    out += (i + 1 < words.size() ? ", " : " or ") + words[i];
  return out + (words.size() > kMost ? ", ..." : "");
}

}  // namespace

std::string at(const std::string& file, Place place) {
  return file + ':' + std::to_string(place.line) + ':' + std::to_string(place.column) + ": ";
}

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > kLongest ? "...'" : "'");
}

Error Field::must_be(const std::string& requirement) const {
  return Error(at(*file_, node_->place) + Error::field(name_, value_shown(*node_), requirement).what());
}

std::string Field::prose() const {
  if (kind() != Kind::text) throw must_be("a string");
  for (const char c : node_->text)
    if (is_control(c) && c != '\n' && c != '\t') throw must_be("a string without control characters");
  return node_->text;
}

std::string Field::text() const {
  if (kind() != Kind::text) throw must_be("a string");
  if (node_->text.empty() || std::any_of(node_->text.begin(), node_->text.end(), is_control))
    throw must_be("a string of one line that is not empty");
  return node_->text;
}

std::string Field::word(std::string_view others) const {
  const auto allowed = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
  };
  const bool good = kind() == Kind::text && !node_->text.empty() && node_->text.size() <= 100 &&
                    std::all_of(node_->text.begin(), node_->text.end(), allowed);
  if (!good) {
    std::string requirement = "a word of letters, digits";
    for (const char c : others) requirement += std::string(c == others.back() ? " and " : ", ") + c;
    throw must_be(requirement);
  }
  return node_->text;
}

std::size_t Field::choice(const std::vector<std::string>& words) const {
  const auto found = kind() == Kind::text ? std::find(words.begin(), words.end(), node_->text) : words.end();
  if (found == words.end())
    throw must_be(listed(words) + (kind() == Kind::text ? suggestion(node_->text.substr(0, 100), words) : ""));
  return static_cast<std::size_t>(found - words.begin());
}

double Field::number() const {
  const bool exact = kind() != Kind::whole || std::abs(node_->number) < kLargestWhole;  // not yet rounded there
  if ((kind() != Kind::whole && kind() != Kind::number) || !std::isfinite(node_->number) || !exact)
    throw must_be(exact ? "a finite number" : "a number that a double holds");
  return node_->number;
}

std::uint64_t Field::whole(std::uint64_t low, std::uint64_t high) const {
  const std::string requirement = "a whole number in [" + std::to_string(low) + ", " + std::to_string(high) + "]";
  std::uint64_t value = 0;
  if (kind() == Kind::whole && node_->whole >= 0) {
    value = static_cast<std::uint64_t>(node_->whole);
  } else if (kind() == Kind::number && node_->number >= 0 && node_->number <= kLargestWhole &&
             node_->number == std::floor(node_->number)) {
    value = static_cast<std::uint64_t>(node_->number);  // 1e6 is how one writes a million
  } else {
    throw must_be(requirement);
  }
  if (value < low || value > high) throw must_be(requirement);
  return value;
}

bool Field::truth() const {
  if (kind() != Kind::truth) throw must_be("true or false");
  return node_->whole != 0;
}

std::string Field::value() const {
  if (kind() == Kind::text) return text();
  if (kind() == Kind::truth) return truth() ? "1" : "0";
  if (kind() == Kind::whole || kind() == Kind::number) return to_text(number());
  throw must_be("a number, a string, true or false");
}

std::vector<Field> Field::items(const std::string& what) const {
  if (kind() != Kind::list || node_->items.empty()) throw must_be("a list of " + what + " that is not empty");
  std::vector<Field> out;
  for (const Node& item : node_->items) out.push_back({*this, name_, item.place, &item});
  return out;
}

void Field::require_table() const {
  if (kind() != Kind::table) throw must_be("a table");
}

std::vector<Field> Field::entries() const {
  require_table();
  std::vector<Field> out;
  for (const Entry& entry : node_->entries) out.push_back({*this, name_of(entry.key), entry.place, &entry.value});
  return out;
}

Field Field::operator[](std::string_view key) const {
  require_table();
  for (const Entry& entry : node_->entries)
    if (entry.key == key) return {*this, name_of(entry.key), entry.place, &entry.value};
  return {*this, name_of(std::string(key)), node_->place, nullptr};
}

void Field::allow(const std::vector<std::string>& keys) const {
  require_table();
  for (const Entry& entry : node_->entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    const std::string where = name_.empty() ? "a spec" : name_;
    throw Error(at(*file_, entry.place) + where + " has no key " + shown(entry.key) + " (allowed: " + listed(keys) +
                ")" + suggestion(entry.key.substr(0, 100), keys));
  }
}

std::vector<Field> few(const Field& field, std::vector<Field> fields) {
  constexpr std::size_t kMostEntries = 1000;
  if (fields.size() > kMostEntries)
    throw field.error(field.name() + " has " + std::to_string(fields.size()) + " entries and may have " +
                      std::to_string(kMostEntries));
  return fields;
}

}  // namespace twoscale::detail
