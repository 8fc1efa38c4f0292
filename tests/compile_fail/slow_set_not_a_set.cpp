// expect: twoscale: slow_set must be a set: it needs project(v) and diameter(dimension)
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 1, .fast_noise = 2, .slow_noise = 1};
  double slow_set = 1.0;  // was meant to be a Ball

  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    return 0.5 * x + xi;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return y + zeta + 0.1 * Vector<typename X::Element, 1>{x[0]};
  }
};

#define TWOSCALE_ENTRY make_mine
TWOSCALE_PROBLEM(Mine, "mine", "a problem that lacks something")
