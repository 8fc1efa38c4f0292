// expect: HERE shape.fast_noise is 1, but xi is combined with a vector of 2 numbers
// expect: hint: set shape.fast_noise
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 1, .slow_noise = 2};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * x + 0.5 * y + 0.1 * xi; }  // here
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return x - 0.5 * y + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a problem with a mistake")
