// expect: twoscale: shape.slow must be at least 1
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 0, .fast_noise = 2, .slow_noise = 0};

  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    return 0.5 * x + xi;
  }
  template <class X, class Y, class Z>
  auto slow(const X&, const Y& y, const Z&) const {
    return y;
  }
};

#define TWOSCALE_ENTRY make_mine
TWOSCALE_PROBLEM(Mine, "mine", "a problem that lacks something")
