#pragma once
// What GCC and clang print, taken apart.

#include <string>
#include <vector>

namespace twoscale::plugin {

/// "FILE:LINE:COLUMN: TEXT"
struct Remark {
  std::string file;
  int line = 0, column = 0;
  std::string text;
};

struct Complaint {
  Remark error;
  std::vector<Remark> chain;  // how the compiler came there, innermost first
  std::vector<Remark> notes;
};

std::vector<Complaint> read_output(const std::string& output);

/// Types as a person would name them: "a Vector of 2 duals".
std::string short_types(std::string text);

/// Between the first pair of these; empty where there is none.
std::string between(const std::string& text, const std::string& before, const std::string& after);

}  // namespace twoscale::plugin
