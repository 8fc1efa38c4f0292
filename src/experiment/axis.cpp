#include "axis.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <twoscale/core/setting.hpp>
#include <twoscale/experiment/spec.hpp>

#include "values.hpp"

namespace twoscale::detail {

namespace {

using Kind = Node::Kind;

constexpr std::uint64_t kLongestHorizon = std::uint64_t{1} << 53;  // schedules are functions of a double

Field required(const Field& table, const char* key) {
  Field field = table[key];
  if (!field.given()) throw table.error(table.name() + " needs '" + key + "'");
  return field;
}

/// What f gives; its Errors learn where in the file the field stands.
template <class F>
auto located(const Field& field, F f) {
  try {
    return f();
  } catch (const Error& error) {
    throw field.error(error.what());
  }
}

std::vector<double> read_range(const Field& field, Spacing usual) {
  field.allow({"from", "to", "count", "spacing"});
  const double from = required(field, "from").number(), to = required(field, "to").number();
  const std::uint64_t count = required(field, "count").whole(1, kMostValues);
  Spacing spacing = usual;
  if (const Field given = field["spacing"]; given.given())
    spacing = given.choice({"linear", "log"}) == 0 ? Spacing::linear : Spacing::logarithmic;
  return located(field, [&] { return spaced(field.name(), from, to, count, spacing); });
}

std::vector<double> read_law(const Field& field, std::uint64_t seed) {
  const auto law = static_cast<FamilyLaw>(field["law"].choice({"uniform", "log-uniform", "normal"}));
  const bool normal = law == FamilyLaw::normal;
  const char *first = normal ? "mean" : "from", *second = normal ? "deviation" : "to";
  field.allow({"law", first, second, "count"});
  const double a = required(field, first).number(), b = required(field, second).number();
  const std::uint64_t count = required(field, "count").whole(1, kMostValues);
  if (normal && !(b > 0)) throw field[second].must_be("above 0");
  if (law == FamilyLaw::log_uniform && !(a > 0)) throw field[first].must_be("above 0 for a log-uniform law");
  if (!normal && !(a < b)) throw field[second].must_be("above from = " + to_text(a));
  return located(field, [&] { return drawn(field.key(), law, a, b, count, seed); });
}

std::vector<std::string> texts_of(const std::vector<double>& numbers) {
  std::vector<std::string> out;
  out.reserve(numbers.size());
  for (const double number : numbers) out.push_back(to_text(number));
  return out;
}

std::vector<std::string> read_list(const Field& field) {
  std::vector<std::string> out;
  for (const Field& item : field.items("numbers or strings")) out.push_back(item.value());
  if (out.size() > kMostValues)
    throw field.error(field.name() + " has " + std::to_string(out.size()) + " values and may have " +
                      std::to_string(kMostValues));
  return out;
}

/// A value that comes twice would be the same run twice.
void require_different(const Field& field, const std::vector<std::string>& values) {
  std::set<std::string_view> seen;
  for (const std::string& value : values)
    if (!seen.insert(value).second) throw field.error(field.name() + " has the value " + shown(value) + " twice");
}

std::vector<std::string> values_of(const Field& field, bool laws, std::uint64_t seed) {
  if (field.is(Kind::list)) return read_list(field);
  if (field.is(Kind::text)) return located(field, [&] { return expand_values(field.name(), field.text()); });
  if (!field.is(Kind::table)) return {field.value()};
  if (!field["law"].given()) return texts_of(read_range(field, Spacing::linear));
  if (!laws) throw field["law"].key_error(field.name() + " cannot be drawn from a law; only members of the family can");
  return texts_of(read_law(field, seed));
}

std::uint64_t whole_horizon(const Field& field, double value, bool round) {
  const double whole = round ? std::round(value) : value;
  if (!(whole >= 1 && whole <= static_cast<double>(kLongestHorizon)) || whole != std::floor(whole))
    throw field.error(Error::field(field.name(), to_text(value), "a whole number in [1, 2^53]").what());
  return static_cast<std::uint64_t>(whole);
}

std::vector<double> numbers_in(const std::string& name, const std::string& text) {
  std::vector<double> out;
  for (const std::string& value : expand_values(name, text)) out.push_back(parse_number(name, value));
  return out;
}

std::vector<std::uint64_t> horizons_of(const Field& field) {
  std::vector<std::uint64_t> out;
  if (field.is(Kind::list)) {
    for (const Field& item : field.items("whole numbers")) out.push_back(item.whole(1, kLongestHorizon));
  } else if (field.is(Kind::table)) {
    for (const double value : read_range(field, Spacing::logarithmic)) out.push_back(whole_horizon(field, value, true));
  } else if (field.is(Kind::text)) {
    const bool range = field.text().find(':') != std::string::npos;
    for (const double value : located(field, [&] { return numbers_in(field.name(), field.text()); }))
      out.push_back(whole_horizon(field, value, range));
  } else {
    out.push_back(field.whole(1, kLongestHorizon));
  }
  return out;
}

}  // namespace

std::vector<std::string> read_values(const Field& field, bool laws, std::uint64_t seed) {
  std::vector<std::string> out = values_of(field, laws, seed);
  require_different(field, out);
  return out;
}

std::vector<std::uint64_t> read_horizons(const Field& field) {
  std::vector<std::uint64_t> out = horizons_of(field);
  const auto wrong = std::adjacent_find(out.begin(), out.end(), std::greater_equal<>());
  if (wrong != out.end())
    throw field.error(field.name() + " must be increasing, and " + std::to_string(wrong[1]) + " comes after " +
                      std::to_string(wrong[0]) + (field.is(Kind::list) ? "" : "; a smaller count leaves room"));
  return out;
}

}  // namespace twoscale::detail
