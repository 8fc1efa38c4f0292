#pragma once
// WholeSpace: no constraint. For problems that are stable by themselves.

#include <limits>

namespace twoscale {

struct WholeSpace {
  template <class V>
  void project(V&) const {}
  double diameter(int) const { return std::numeric_limits<double>::infinity(); }
};

}  // namespace twoscale
