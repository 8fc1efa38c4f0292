// expect: fast_adjoint
// A hand-written dF/dx^T w that is not the transpose of dF/dx v.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{4.0}, slow_set{1.0};
  auto mean_fast(const auto& x, const auto& y) const { return y + 0.5 * (x - y); }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    return Y{-y[1], y[0]} + 2.0 * (x - y);
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + 0.1 * zeta; }
  auto fast_derivative_times(const auto&, const auto&, const auto&, const auto& v) const { return 0.5 * v; }
  auto fast_derivative_adjoint(const auto&, const auto&, const auto&, const auto& w) const { return 0.9 * w; }
};

TWOSCALE_PROBLEM(Mine, "mine", "an adjoint that is not one")
