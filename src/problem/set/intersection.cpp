#include <twoscale/problem/set/intersection.hpp>

namespace twoscale::detail {

void refuse_intersection(int cycles) {
  throw Error("an intersection's projection did not settle in " + std::to_string(cycles) +
              " cycles: its sets have no point in common, or hardly one");
}

}  // namespace twoscale::detail
