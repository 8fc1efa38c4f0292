// expect: HERE the problem needs 'static constexpr Shape shape
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * x + 0.5 * y + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return x - 0.5 * y + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a problem with a mistake")  // here
