// branch.cpp for packs.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{4.0}, slow_set{2.0};
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    return where(x[0] > 0.1, 0.5, 0.25) * x + 0.25 * y + 0.3 * xi;
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return 0.5 * x - 0.5 * y + 0.3 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "contracts faster on one side")
