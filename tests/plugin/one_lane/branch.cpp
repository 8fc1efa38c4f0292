// expect: HERE a branch on a value that differs
// expect: hint: use where(condition, a, b)
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    if (x[0] > 0) return 0.5 * x + 0.1 * xi;  // here
    return 0.25 * x + 0.1 * xi;
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return x - 0.5 * y + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a problem with a mistake")
