// expect: twoscale: shape.fast must be at least 1
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 0, .slow = 1, .fast_noise = 0, .slow_noise = 1};

  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    return 0.5 * x + xi;
  }
  template <class X, class Y, class Z>
  auto slow(const X&, const Y& y, const Z& zeta) const {
    return y + zeta;
  }
};

#define TWOSCALE_ENTRY make_mine
TWOSCALE_PROBLEM(Mine, "mine", "a problem that lacks something")
