#pragma once
// Studies whose values are put in by hand.

#include <functional>
#include <string>
#include <vector>

#include <twoscale/experiment/results.hpp>
#include <twoscale/plugin/zoo.hpp>

namespace twoscale::testing {

inline Study study_of(const std::string& text) {
  return Study(read_spec(text, "test.toml"), "0",
               [](const std::string& problem, ChoiceSet) { return make_problem(problem); });
}

/// Values of every cell from a function of it: the same for all replicas but for a factor near one.
inline std::vector<CellResult> fill(const Study& study, const std::function<double(const Cell&)>& value) {
  std::vector<CellResult> out;
  for (const Cell& cell : study.cells()) {
    CellResult result;
    for (std::size_t q = 0; q < study.spec().quantities.size(); ++q) {
      result.values.emplace_back();
      for (std::uint32_t r = 0; r < study.spec().replicas; ++r)
        result.values.back().push_back(value(cell) * (1 + 0.01 * (r % 2 == 0 ? 1 : -1)));
    }
    out.push_back(std::move(result));
  }
  return out;
}

}  // namespace twoscale::testing
