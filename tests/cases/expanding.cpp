// h(y) = 2 y doubles every distance: none of the methods can solve that, though zero is a fixed point. Somebody will
// try it all the same, and must be told so. Version 0.1.0 answered y = (24, 26), status done, exit 0.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Expanding {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};

  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.4 * x + y + 0.1 * xi; }
  auto slow(const auto& x, const auto& /*y*/, const auto& zeta) const { return 1.2 * x + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Expanding, "expanding", "h doubles every distance")
