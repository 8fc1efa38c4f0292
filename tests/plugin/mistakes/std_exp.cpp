// expect: HERE std::exp does not take packs and duals
// expect: hint: write exp without std::
#include <twoscale/problem.hpp>

using namespace twoscale;

#include <cmath>

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    return std::exp(x[0]) * y + 0.1 * xi;  // here
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return x - 0.5 * y + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a problem with a mistake")
