#include <twoscale/core/setting.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace twoscale {

bool Range::contains(double value) const {
  if (!std::isfinite(value)) return false;
  if (value < low || (low_open && value == low)) return false;
  if (value > high || (high_open && value == high)) return false;
  return !whole || value == std::floor(value);
}

std::vector<std::string> Range::names() const {
  std::vector<std::string> out;
  for (std::string_view rest = labels ? labels : ""; !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    out.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

std::string Range::describe() const {
  if (labels) {
    const std::vector<std::string> all = names();
    std::string out = all[0];
    for (std::size_t i = 1; i < all.size(); ++i) out += (i + 1 < all.size() ? ", " : " or ") + all[i];
    return out;
  }
  const bool bounded_below = std::isfinite(low), bounded_above = std::isfinite(high);
  const std::string kind = whole ? "a whole number " : "";
  if (whole && low == 0 && high == 1) return "0 or 1";
  if (bounded_below && bounded_above)
    return kind + "in " + (low_open ? "(" : "[") + to_text(low) + ", " + to_text(high) + (high_open ? ")" : "]");
  if (bounded_below) return kind + (low_open ? "above " : "at least ") + to_text(low);
  if (bounded_above) return kind + (high_open ? "below " : "at most ") + to_text(high);
  return whole ? "a whole number" : "a finite number";
}

void require_in_range(const std::string& name, double value, const Range& range) {
  if (!range.contains(value)) throw Error::field(name, to_text(value), range.describe());
}

double parse_number(const std::string& field, std::string_view text) {
  double value = 0;
  const char* first = text.data();
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') ++first;
  const auto result = std::from_chars(first, text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size() || !std::isfinite(value))
    throw Error::field(field, "'" + std::string(text) + "'", "a finite number");
  return value;
}

namespace {

constexpr const char* kTableRange = "a CSV or npy file";

/// A number, or the name of one.
double parse_value(const SettingSlot& slot, std::string_view text) {
  const std::vector<std::string> names = slot.range.names();
  if (names.empty()) return parse_number(slot.name, text);
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) throw Error::field(slot.name, "'" + std::string(text) + "'", slot.range.describe());
  return static_cast<double>(found - names.begin());
}

SettingInfo info_of(const SettingSlot& slot) {
  if (slot.table) return {slot.name, 0, kTableRange, slot.help, slot.table->source(), true};
  const double value = slot.whole ? *slot.whole : *slot.number;
  const bool named = slot.range.labels && slot.range.contains(value);
  return {slot.name, value, slot.range.describe(), slot.help,
          named ? slot.range.names()[static_cast<std::size_t>(value)] : ""};
}

const SettingSlot* find_slot(const std::vector<SettingSlot>& slots, std::string_view name) {
  const auto found =
      std::find_if(slots.begin(), slots.end(), [&](const SettingSlot& slot) { return name == slot.name; });
  return found == slots.end() ? nullptr : &*found;
}

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

bool set_slot(const std::vector<SettingSlot>& slots, std::string_view name, double value) {
  const SettingSlot* slot = find_slot(slots, name);
  if (!slot) return false;
  if (slot->table) throw Error::field(slot->name, to_text(value), kTableRange);
  require_in_range(slot->name, value, slot->range);
  if (slot->whole) {
    require_in_range(slot->name, value, {.low = -2147483647, .high = 2147483647, .whole = true});
    *slot->whole = static_cast<int>(value);
  } else {
    *slot->number = value;
  }
  return true;
}

bool set_slot(const std::vector<SettingSlot>& slots, std::string_view name, std::string_view text) {
  const SettingSlot* slot = find_slot(slots, name);
  if (!slot) return false;
  if (!slot->table) return set_slot(slots, name, parse_value(*slot, text));
  if (text.empty()) throw Error::field(slot->name, "''", kTableRange);
  *slot->table = Table::read(std::string(text));
  return true;
}

std::vector<SettingInfo> list_slots(const std::vector<SettingSlot>& slots) {
  std::vector<SettingInfo> out;
  for (const SettingSlot& slot : slots) out.push_back(info_of(slot));
  return out;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  int best_distance = std::max<int>(2, static_cast<int>(word.size()) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    if (distance < best_distance) best = &candidate, best_distance = distance;
  }
  return best ? "; did you mean '" + *best + "'?" : "";
}

}  // namespace twoscale
