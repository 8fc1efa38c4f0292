// lipschitz-only: rotor with |x - y| in place of a linear leak. g is Lipschitz in x but has a kink exactly on
// the fast manifold, so the first-order bias is real and no derivative can cancel it.
//
//   f(x, y) = y + (1 - rho)(x - y),  x*(y) = y;   g(x, y) = R_theta y + gain |x - y|  (coordinate by coordinate)
#include <twoscale/problem.hpp>

using namespace twoscale;

struct LipschitzOnly {
  double theta = 0.3, rho = 0.5, gain = 1, sigma = 0.3;
  static constexpr std::array<Setting<LipschitzOnly>, 4> settings = {{
      {"theta", &LipschitzOnly::theta, Range::any(), "angle of the rotation"},
      {"rho", &LipschitzOnly::rho, Range::above_to(0, 1), "the fast map contracts by 1 - rho"},
      {"gain", &LipschitzOnly::gain, Range::at_least(0), "how much of the fast error leaks into the slow map"},
      {"sigma", &LipschitzOnly::sigma, Range::at_least(0), "standard deviation of the noise on F and on G"},
  }};

  static constexpr bool smooth = false;
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{2.0}, slow_set{1.0};
  std::array<double, 2> slow_start{1, 0}, fast_start{1, 0};
  Rotation rotate;

  void prepare() { rotate = Rotation(theta); }

  auto mean_fast(const auto& x, const auto& y) const { return y + (1 - rho) * (x - y); }
  auto mean_slow(const auto& x, const auto& y) const {
    return rotate(y) + gain * map(x - y, [](const auto& t) { return abs(t); });
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

  auto fast_solution(const auto& y) const { return y; }
  auto reduced(const auto& y) const { return rotate(y); }
};

TWOSCALE_PROBLEM(LipschitzOnly, "lipschitz-only", "a leak of |x - y|: first-order bias that no derivative cancels")
