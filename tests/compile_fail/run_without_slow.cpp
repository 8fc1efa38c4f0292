// expect: twoscale: the problem needs 'auto slow(const auto& x, const auto& y, const auto& zeta) const'
// The same sentence for a program that runs its problem itself.
#include <twoscale/twoscale.hpp>

struct Mine {
  static constexpr twoscale::Shape shape{.fast = 2, .slow = 1, .fast_noise = 2, .slow_noise = 1};

  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    return 0.5 * x + xi;
  }
};

void solve(const twoscale::Plan& plan) { twoscale::run(Mine{}, plan); }
