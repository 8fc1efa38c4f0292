// expect: fast_unbiased
// Noise of F with a mean of 0.02.
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
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    return mean_fast(x, y) + 0.1 * map(xi, [](const auto& t) { return t + 0.2; });
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "noise of f with a mean of 0.02")
