// expect: fast() and slow() take plain numbers
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  using V = Vector<double, 2>;
  Ball fast_set{4.0}, slow_set{2.0};
  V fast(const V& x, const V& y, const V& xi) const {
    if (x[0] > 0.1) return 0.5 * x + 0.25 * y + 0.3 * xi;
    return 0.25 * x + 0.25 * y + max(0.0, abs(0.3)) * xi;
  }
  V slow(const V& x, const V& y, const V& zeta) const { return 0.5 * x - 0.5 * y + 0.3 * pow(zeta[0], 2) * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "contracts faster on one side")
