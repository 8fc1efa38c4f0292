// expect: HERE constants.hpp is not found
// expect: hint: headers of your own are looked for beside
#include <twoscale/problem.hpp>

using namespace twoscale;

#include "constants.hpp"  // here

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * x + 0.5 * y + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return x - 0.5 * y + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a problem with a mistake")
