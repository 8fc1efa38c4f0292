#pragma once
// Lines: the cells of a study as a row sees them: points along the horizons, a swept option or a parameter, each with
// the members of the family that share it.

#include <string>
#include <vector>

#include <twoscale/experiment/results.hpp>

namespace twoscale {

/// What a row runs along.
struct Along {
  enum Kind { horizons, option, parameter } kind = horizons;
  std::size_t axis = 0;  // of the spec's sweep, or of its family
};

/// A scale of the theory changes with the horizon; where there is but one, with the one option that is swept.
Along along(const Spec& spec, const std::string& against);

using Members = std::vector<const Cell*>;
struct CellLine {
  std::size_t method = 0, point = 0;
  std::string name;             // of what is fixed besides the method
  std::vector<Members> points;  // along the row
};

/// A quantity of these cells, each replica's value raised to a power: the replicas that all of them have; no values
/// where one has none yet.
FitPoint gather(const Study& study, const std::vector<CellResult>& results, const Members& members,
                const std::string& quantity, double power);

std::vector<CellLine> lines_of(const Study& study, Along along, std::size_t method);

}  // namespace twoscale
