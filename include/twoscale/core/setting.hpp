#pragma once
// Setting: a named number of a struct that may be set from outside, with the range it must lie in, or a named table
// that is read from a file. Problems list their parameters and methods their constants in this one way.

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <twoscale/core/error.hpp>
#include <twoscale/core/table.hpp>

namespace twoscale {

/// The values a setting may take. Infinite ends are never attained.
struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false, whole = false;
  const char* labels = nullptr;  // names for 0, 1, 2, ...: "signs|normals"

  static constexpr Range any() { return {}; }
  static constexpr Range at_least(double low) { return {.low = low}; }
  static constexpr Range above(double low) { return {.low = low, .low_open = true}; }
  static constexpr Range closed(double low, double high) { return {.low = low, .high = high}; }
  static constexpr Range open(double low, double high) {
    return {.low = low, .high = high, .low_open = true, .high_open = true};
  }
  /// (low, high]
  static constexpr Range above_to(double low, double high) { return {.low = low, .high = high, .low_open = true}; }
  static constexpr Range whole_at_least(double low) { return {.low = low, .whole = true}; }
  /// One of several named values.
  static constexpr Range one_of(const char* labels) {
    Range out{.low = 0, .high = 0, .whole = true, .labels = labels};
    for (const char* c = labels; *c != 0; ++c) out.high += *c == '|' ? 1 : 0;
    return out;
  }
  static constexpr Range yes_or_no() { return {.low = 0, .high = 1, .whole = true}; }

  bool contains(double value) const;
  /// "in (0, 1]", "at least 0", "a whole number at least 1", "signs or normals"
  std::string describe() const;
  /// The names, where values have them.
  std::vector<std::string> names() const;
};

template <class T>
struct Setting {
  constexpr Setting(const char* name, double T::*field, const Range& range, const char* help)
      : name(name), field(field), range(range), help(help) {}
  constexpr Setting(const char* name, double T::*field) : Setting(name, field, Range::any(), "") {}
  constexpr Setting(const char* name, int T::*whole, const Range& range, const char* help)
      : name(name), whole(whole), range(range), help(help) {}
  constexpr Setting(const char* name, int T::*whole) : Setting(name, whole, Range{.whole = true}, "") {}
  constexpr Setting(const char* name, Table T::*table, const char* help = "") : name(name), table(table), help(help) {}

  const char* name;
  double T::*field = nullptr;  // one of the three
  int T::*whole = nullptr;
  Table T::*table = nullptr;
  Range range;
  const char* help;
};

/// A setting of one object, without its type: what the work is done on.
struct SettingSlot {
  const char* name;
  double* number;  // one of the three
  Table* table;
  Range range;
  const char* help;
  int* whole = nullptr;
};

/// A setting with its current value, for listings.
struct SettingInfo {
  std::string name;
  double value;  // 0 for a table
  std::string range, help;
  std::string text{};  // the path a table was read from, or the name a value has
  bool is_table = false;
};

/// Throws unless the value is finite and in range.
void require_in_range(const std::string& name, double value, const Range& range);

/// "; did you mean 'theta'?" for the nearest candidate, or nothing when none is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// The number a text holds; throws naming the field otherwise. "1e6" is a number, "nan" is not.
double parse_number(const std::string& field, std::string_view text);

bool set_slot(const std::vector<SettingSlot>& slots, std::string_view name, double value);
bool set_slot(const std::vector<SettingSlot>& slots, std::string_view name, std::string_view text);
std::vector<SettingInfo> list_slots(const std::vector<SettingSlot>& slots);

template <class T>
concept HasSettings = requires {
  T::settings.size();
};

template <class T>
std::vector<SettingSlot> slots_of(T& object) {
  std::vector<SettingSlot> out;
  if constexpr (HasSettings<T>)
    for (const Setting<T>& setting : T::settings)
      out.push_back({setting.name, setting.field ? &(object.*setting.field) : nullptr,
                     setting.table ? &(object.*setting.table) : nullptr, setting.range, setting.help,
                     setting.whole ? &(object.*setting.whole) : nullptr});
  return out;
}

/// Sets one named value; false if T has no setting of that name, throws if the value is out of range.
template <class T>
bool set_setting(T& object, std::string_view name, double value) {
  return set_slot(slots_of(object), name, value);
}

/// The same from text: a number, or the path of the file a table is read from.
template <class T>
bool set_setting(T& object, std::string_view name, std::string_view text) {
  return set_slot(slots_of(object), name, text);
}

template <class T>
std::vector<SettingInfo> list_settings(const T& object) {
  return list_slots(slots_of(const_cast<T&>(object)));  // only read
}

}  // namespace twoscale

// TWOSCALE_PARAMETERS(Mine, theta, rho, data) inside struct Mine makes its members of these names settable: double (any
// finite number), int, and Table. A `settings` array written out gives ranges and help besides.
#define TWOSCALE_PARAMETERS(Struct, ...)                                     \
  static constexpr auto settings = std::to_array<twoscale::Setting<Struct>>( \
      {__VA_OPT__(TWOSCALE_EXPAND(TWOSCALE_EACH_PARAMETER(Struct, __VA_ARGS__)))});
#define TWOSCALE_EACH_PARAMETER(Struct, field, ...) \
  {#field, &Struct::field}, __VA_OPT__(TWOSCALE_AGAIN TWOSCALE_PARENTHESES(Struct, __VA_ARGS__))
#define TWOSCALE_AGAIN() TWOSCALE_EACH_PARAMETER
#define TWOSCALE_PARENTHESES ()
// Scanned often enough for 80 names.
#define TWOSCALE_EXPAND(...) TWOSCALE_SCAN3(TWOSCALE_SCAN3(TWOSCALE_SCAN3(__VA_ARGS__)))
#define TWOSCALE_SCAN3(...) TWOSCALE_SCAN2(TWOSCALE_SCAN2(TWOSCALE_SCAN2(__VA_ARGS__)))
#define TWOSCALE_SCAN2(...) TWOSCALE_SCAN1(TWOSCALE_SCAN1(TWOSCALE_SCAN1(__VA_ARGS__)))
#define TWOSCALE_SCAN1(...) TWOSCALE_SCAN0(TWOSCALE_SCAN0(TWOSCALE_SCAN0(__VA_ARGS__)))
#define TWOSCALE_SCAN0(...) __VA_ARGS__
