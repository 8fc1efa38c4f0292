// moving-target: a fast variable that follows a turning target without noise; its lag is the beta/alpha in
// alpha + (beta/alpha)^2 ([P] Prop. raw-separation-source).
//
//   f(x, y) = (1 - rho) x + rho y,  x*(y) = y;   g(x, y) = R_theta y = h(y)
//
// With constant steps, from X = Y = 1 in the complex plane, a = 1 - rho alpha and m = 1 + beta (e^(i theta) - 1):
//   e_k = X_k - Y_k = (1 - m)(m^k - a^k)/(m - a)                              [P] eq. (exact-moving-lag)
#include <twoscale/problem.hpp>

using namespace twoscale;

struct MovingTarget {
  double theta = 0.3, rho = 0.5, sigma = 0;
  static constexpr std::array<Setting<MovingTarget>, 3> settings = {{
      {"theta", &MovingTarget::theta, Range::any(), "angle of the rotation"},
      {"rho", &MovingTarget::rho, Range::above_to(0, 1), "the fast map contracts by 1 - rho"},
      {"sigma", &MovingTarget::sigma, Range::at_least(0), "standard deviation of the noise on F and on G"},
  }};

  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  Ball fast_set{2.0}, slow_set{1.0};
  std::array<double, 2> slow_start{1, 0}, fast_start{1, 0};
  Rotation rotate;

  void prepare() { rotate = Rotation(theta); }

  auto mean_fast(const auto& x, const auto& y) const { return (1 - rho) * x + rho * y; }
  auto mean_slow(const auto&, const auto& y) const { return rotate(y); }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

  auto fast_solution(const auto& y) const { return y; }
  auto reduced(const auto& y) const { return rotate(y); }
  template <class Y>
  auto preconditioner(const Y&) const {
    return Matrix<typename Y::Element, 2, 2>{};
  }
};

TWOSCALE_PROBLEM(MovingTarget, "moving-target", "a fast variable behind a turning target: the lag of order beta/alpha")
