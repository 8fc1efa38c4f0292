// expect: HERE a second TWOSCALE_PROBLEM line
// expect: hint: a file holds one problem
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  auto fast(const auto& x, const auto&, const auto& xi) const { return 0.5 * x + xi; }
  auto slow(const auto& x, const auto&, const auto& zeta) const { return x + zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "the first")
TWOSCALE_PROBLEM(Mine, "also-mine", "the second")  // here
