// expect: HERE the problem needs 'auto slow(
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * x + 0.5 * y + 0.1 * xi; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a problem with a mistake")  // here
