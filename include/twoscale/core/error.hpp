#pragma once
// Error: input that cannot be used. Names the field, the value and what it must satisfy.

#include <stdexcept>
#include <string>

namespace twoscale {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  /// "rho = 1.7 must be in (0, 1]"
  static Error field(const std::string& name, const std::string& value, const std::string& requirement);
};

/// A number as a person would write it: shortest text that reads back as the same double.
std::string to_text(double value);
/// "(1, 0.5)"
std::string to_text(const double* values, int count);

}  // namespace twoscale
