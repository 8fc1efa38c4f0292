#pragma once
// A problem file as its text shows it: the compiler is not asked, so GCC and clang lead to the same messages.

#include <optional>
#include <string>
#include <vector>

namespace twoscale::plugin {

/// "fast" or "slow", and what it calls its noise.
struct SampleFunction {
  std::string name, noise;
};

class Reading {
 public:
  explicit Reading(const std::string& text);

  /// Lines count from 1; empty where there is none such.
  std::string line(int number) const;
  /// Where a member function is written; 0 where it is not found.
  int line_of(const std::string& function) const;
  /// The number given for a member of shape, as text; empty where it is not a plain number.
  std::string shape(const std::string& member) const;
  /// The sample function around a line.
  std::optional<SampleFunction> function_around(int number) const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace twoscale::plugin
