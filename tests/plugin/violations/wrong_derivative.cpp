// expect: slow_derivative
// A hand-written dG/dx with the wrong sign in one entry.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{4.0}, slow_set{1.0};
  auto mean_fast(const auto& x, const auto& y) const { return y + 0.5 * (x - y); }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    return Y{-y[1], y[0]} + 2.0 * X{-(x[1] - y[1]), x[0] - y[0]};
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + 0.1 * zeta; }
  template <class X>
  auto slow_derivative(const X&, const auto&, const auto&) const {
    Matrix<typename X::Element, 2, 2> out;
    out(0, 1) = 2.0;  // should be -2
    out(1, 0) = 2.0;
    return out;
  }
};

TWOSCALE_PROBLEM(Mine, "mine", "a hand-written dg/dx with the wrong sign in one entry")
