// expect: twoscale: the problem needs 'auto slow(const auto& x, const auto& y, const auto& zeta) const'
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 1, .fast_noise = 2, .slow_noise = 1};

  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    return 0.5 * x + xi;
  }
};

#define TWOSCALE_ENTRY make_mine
TWOSCALE_PROBLEM(Mine, "mine", "a problem that lacks something")
