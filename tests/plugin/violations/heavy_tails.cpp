// expect: slow_moments
// Noise of G without a second moment: a ratio of normals, Cauchy.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 4};
  Ball fast_set{4.0}, slow_set{1.0};
  auto mean_fast(const auto& x, const auto& y) const { return y + 0.5 * (x - y); }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    return Y{-y[1], y[0]} + 2.0 * (x - y);
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.1 * xi; }
  template <class Z>
  auto slow(const auto& x, const auto& y, const Z& zeta) const {
    return mean_slow(x, y) + 0.01 * Vector<typename Z::Element, 2>{zeta[0] / zeta[1], zeta[2] / zeta[3]};
  }
};

TWOSCALE_PROBLEM(Mine, "mine", "noise of g without a second moment")
