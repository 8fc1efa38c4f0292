#pragma once
// Text on its way into a page: whatever a name contains, it stays text.

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace twoscale::report {

/// For the text of an element and for quoted attributes alike.
std::string escape(std::string_view text);
/// Percent-encoded, for a URI.
std::string percent(std::string_view text);
/// Letters, digits, - and _: part of an anchor or of a file's name.
std::string slug(std::string_view text);
/// A field of a CSV row, quoted where it must be.
std::string csv_field(std::string_view text);

/// A place in a drawing, to a hundredth of a unit.
std::string place(double value);
/// A number as a person reads it: a few significant digits, with a minus sign.
std::string brief(double value, int digits);

/// The anchors of a page: no two are the same, whatever characters the names have, and even if a name comes twice.
class Anchors {
 public:
  std::string add(const std::string& name);
  /// The first one added for the name; empty if there is none.
  std::string of(const std::string& name) const;

 private:
  std::map<std::string, std::string> anchors_;
  std::set<std::string> taken_;
};

}  // namespace twoscale::report
