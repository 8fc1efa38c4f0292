// expect: twoscale: the problem needs 'auto fast(const auto& x, const auto& y, const auto& xi) const'
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 1, .fast_noise = 2, .slow_noise = 1};
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return y + zeta + 0.1 * Vector<typename X::Element, 1>{x[0]};
  }
};

#define TWOSCALE_ENTRY make_mine
TWOSCALE_PROBLEM(Mine, "mine", "a problem that lacks something")
