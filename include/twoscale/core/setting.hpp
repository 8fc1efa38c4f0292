#pragma once
// Setting: a named number of a struct that may be set from outside, with the range it must lie in.
// Problems list their parameters and methods their constants in this one way.

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <twoscale/core/error.hpp>

namespace twoscale {

/// The values a setting may take. Infinite ends are never attained.
struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false, whole = false;

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
  static constexpr Range yes_or_no() { return {.low = 0, .high = 1, .whole = true}; }

  bool contains(double value) const;
  /// "in (0, 1]", "at least 0", "a whole number at least 1"
  std::string describe() const;
};

template <class T>
struct Setting {
  const char* name;
  double T::*field;
  Range range;
  const char* help;
};

/// A setting with its current value, for listings.
struct SettingInfo {
  std::string name;
  double value;
  std::string range, help;
};

/// Throws unless the value is finite and in range.
void require_in_range(const std::string& name, double value, const Range& range);

/// "; did you mean 'theta'?" for the nearest candidate, or nothing when none is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

template <class T>
concept HasSettings = requires {
  T::settings.size();
};

/// Sets one named value; false if T has no setting of that name, throws if the value is out of range.
template <class T>
bool set_setting(T& object, std::string_view name, double value) {
  if constexpr (HasSettings<T>)
    for (const Setting<T>& setting : T::settings)
      if (name == setting.name) {
        require_in_range(setting.name, value, setting.range);
        object.*setting.field = value;
        return true;
      }
  return false;
}

template <class T>
std::vector<SettingInfo> list_settings(const T& object) {
  std::vector<SettingInfo> out;
  if constexpr (HasSettings<T>)
    for (const Setting<T>& setting : T::settings)
      out.push_back({setting.name, object.*setting.field, setting.range.describe(), setting.help});
  return out;
}

}  // namespace twoscale
