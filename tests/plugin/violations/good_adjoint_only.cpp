// Nothing is wrong with it: derivatives by their adjoints alone, without noise, and a narrow one-dimensional set.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  int cells = 3;
  TWOSCALE_PARAMETERS(Mine, cells)
  Shape shape() const { return {.fast = cells, .slow = 1, .fast_noise = cells, .slow_noise = 1}; }
  Ball fast_set{4.0}, slow_set{1.0};
  auto mean_fast(const auto& x, const auto& y) const {
    return map(x, [&](const auto& t) { return 0.1 * y[0] - 0.9 * t; });
  }
  template <class X>
  auto mean_slow(const X& x, const auto& y) const {
    return 0.5 * y + 0.1 * Vector<typename X::Element>{x[0]};
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.001 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + 0.001 * zeta; }
  auto fast_derivative_adjoint(const auto&, const auto&, const auto&, const auto& w) const { return -0.9 * w; }
  template <class X, class W>
  auto slow_derivative_adjoint(const X& x, const auto&, const auto&, const W& w) const {
    X out(x.size());
    out[0] = 0.1 * w[0];
    return out;
  }
};

TWOSCALE_PROBLEM(Mine, "mine", "adjoints alone")
