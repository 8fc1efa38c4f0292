// A control: who asks for one lane may branch, and no kernel for packs is compiled.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 1, .fast_noise = 2, .slow_noise = 1};

  static constexpr bool one_lane = true;

  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    if (x[0] > 0) return 0.5 * x + xi;
    return 0.25 * x + xi;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return y + zeta + 0.1 * Vector<typename X::Element, 1>{x[0]};
  }
};

#define TWOSCALE_ENTRY make_mine
TWOSCALE_PROBLEM(Mine, "mine", "a problem that may branch on its variable")
