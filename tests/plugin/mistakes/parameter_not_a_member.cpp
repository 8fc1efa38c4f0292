// expect: HERE a parameter that is not a member of the struct
// expect: hint: each name after the struct's must be a member
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  double gain = 2;
  TWOSCALE_PARAMETERS(Mine, gian)  // here
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  auto fast(const auto& x, const auto&, const auto& xi) const { return 0.5 * x + xi; }
  auto slow(const auto& x, const auto&, const auto& zeta) const { return gain * x + zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a misspelled parameter")
