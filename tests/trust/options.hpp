#pragma once
// Options: what the program is asked for on its command line.

#include <optional>
#include <string>
#include <vector>

#include "family.hpp"

namespace twoscale::trust {

struct Options {
  std::vector<double> budgets;   // samples a problem
  int each = 72;                 // problems of a family
  std::optional<Family> family;  // none: all of them
  std::optional<int> number;     // none: all problems
  std::string json;              // a file; empty: none
  int threads = 1;
  bool list = false, quiet = false, help = false;
};

/// Throws an Error that says what is wrong, and what may have been meant.
Options parse(const std::vector<std::string>& arguments);
std::string help_text();

}  // namespace twoscale::trust
