#pragma once
// Where a run starts: what solve --start names.

#include <string>
#include <vector>

namespace twoscale::cli {

/// Empty where the file has no such numbers: the problem's own.
struct StartPoint {
  std::vector<double> x, y;
};

/// The first answer in a report of solve (--output), in a store, or in a table with columns x0, x1, ..., y0, ..., as
/// export writes it. Throws naming the file and what it lacks.
StartPoint read_start(const std::string& path);

/// The same from a report's text. In json.cpp, the one place where JSON is read.
StartPoint start_of_report(const std::string& text, const std::string& path);

}  // namespace twoscale::cli
