// expect: HERE tgamma is not available for packs and duals
// expect: hint: available: exp, log, pow, sqrt, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, erf, erfc,
// expect: log1p, abs, min, max, where; or take plain numbers:
// expect: Vector<double, 2> fast(const Vector<double, 2>& x, const Vector<double, 2>& y
#include <twoscale/problem.hpp>

using namespace twoscale;

#include <cmath>

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    return std::tgamma(x[0]) * y + 0.1 * xi;  // here
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return x - 0.5 * y + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a problem with a mistake")
