// expect: HERE slow() returns 3 numbers, but shape.slow is 2
// expect: hint: return a Vector of 2 numbers
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * x + 0.5 * y + 0.1 * xi; }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {  // here
    return Vector<typename X::Element, 3>{x[0], y[1] + 0.1 * zeta[0], x[1]};
  }
};

TWOSCALE_PROBLEM(Mine, "mine", "a problem with a mistake")
