// The saddle point of (u - a)(v - b), x and y both being (u, v), from noisy gradients. x*(y) is the proximal point of
// y; reflecting y in it, h(y) = 2 x*(y) - y, turns the plane about the saddle and does not shrink it.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Saddle {
  double a = 0.3, b = -0.2, sigma = 0.1;
  TWOSCALE_PARAMETERS(Saddle, a, b, sigma)
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 0};

  // F(x, y; xi), a contraction in x by 0.5, and G(x, y; zeta), here without noise.
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& /*zeta*/) const { return mean_slow(x, y); }

  // Optional: the means, with which the answer's residual can be told.
  template <class X>
  auto mean_fast(const X& x, const auto& y) const {
    return y - 0.5 * X{x[1] - b, a - x[0]};
  }
  auto mean_slow(const auto& x, const auto& y) const { return 2.0 * x - y; }
};

TWOSCALE_PROBLEM(Saddle, "saddle", "the saddle point of (u - a)(v - b)")
