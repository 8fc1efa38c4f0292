// expect: fast_set
// A fast set that holds x: f has its fixed point y outside of it. g does not look at x, so that h turns all the same.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{0.3}, slow_set{1.0};
  auto mean_fast(const auto& x, const auto& y) const { return y + 0.5 * (x - y); }
  template <class Y>
  auto mean_slow(const auto& /*x*/, const Y& y) const {
    return Y{-y[1], y[0]};
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + 0.1 * zeta; }
};

TWOSCALE_PROBLEM(Mine, "mine", "a fast set that holds x")
