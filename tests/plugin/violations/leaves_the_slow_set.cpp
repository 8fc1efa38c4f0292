// expect: slow_set
// A shift by a third of the diameter: h leaves the slow set.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{4.0}, slow_set{1.0};
  auto mean_fast(const auto& x, const auto& y) const { return y + 0.5 * (x - y); }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    return Y{y[0] + 0.7, y[1]} + 2.0 * (x - y);
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a shift by a third of the diameter")
