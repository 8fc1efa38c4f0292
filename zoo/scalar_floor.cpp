// scalar-floor: a fast variable with a fixed target, whose noise floor is the alpha in alpha + (beta/alpha)^2
// ([P] Prop. raw-separation-source).
//
//   f(x, y) = (1 - rho) x,  y in {0};   X_{k+1} = (1 - rho alpha) X_k + alpha sigma W
//
// With a constant step alpha the stationary variance is alpha sigma^2 / (2 rho - rho^2 alpha).
#include <twoscale/problem.hpp>

using namespace twoscale;

struct ScalarFloor {
  double rho = 0.5, sigma = 1;
  static constexpr std::array<Setting<ScalarFloor>, 2> settings = {{
      {"rho", &ScalarFloor::rho, Range::above_to(0, 1), "the fast map contracts by 1 - rho"},
      {"sigma", &ScalarFloor::sigma, Range::at_least(0), "standard deviation of the noise on F"},
  }};

  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 0};
  Singleton slow_set{{0.0}};

  auto mean_fast(const auto& x, const auto&) const { return (1 - rho) * x; }
  template <class X, class Y>
  auto mean_slow(const X&, const Y&) const {
    return Y{};
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto&) const { return mean_slow(x, y); }

  template <class Y>
  auto fast_solution(const Y&) const {
    return Y{};
  }
  template <class Y>
  auto reduced(const Y&) const {
    return Y{};
  }
  template <class Y>
  auto preconditioner(const Y&) const {
    return Matrix<typename Y::Element, 1, 1>{};
  }
};

TWOSCALE_PROBLEM(ScalarFloor, "scalar-floor", "a fast variable with a fixed target: the noise floor of order alpha")
