// expect: HERE a parameter of a type that cannot be set
// expect: hint: parameters are members of type double, int or Table
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  bool strong = true;
  TWOSCALE_PARAMETERS(Mine, strong)  // here
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  auto fast(const auto& x, const auto&, const auto& xi) const { return 0.5 * x + xi; }
  auto slow(const auto& x, const auto&, const auto& zeta) const { return x + zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a parameter that is a bool")
