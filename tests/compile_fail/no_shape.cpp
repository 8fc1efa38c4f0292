// expect: twoscale: the problem needs 'static constexpr Shape shape{
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
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
