// rotor: a rotation seen through a fast variable that leaks into it. The yardstick.
//
//   f(x, y) = y + (1 - rho)(x - y)        x*(y) = y
//   g(x, y) = R_theta y + L (x - y)       h(y) = R_theta y,  L = gain times a quarter turn,  P* = L / rho
//
// Noise sigma on F and G, derivative_noise on every entry of dF/dx and dG/dx.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Rotor {
  double theta = 0.3, rho = 0.5, gain = 4, sigma = 0.3, derivative_noise = 0.3, radius = 1;
  static constexpr std::array<Setting<Rotor>, 6> settings = {{
      {"theta", &Rotor::theta, Range::any(), "angle of the rotation"},
      {"rho", &Rotor::rho, Range::above_to(0, 1), "the fast map contracts by 1 - rho"},
      {"gain", &Rotor::gain, Range::at_least(0), "how much of the fast error leaks into the slow map"},
      {"sigma", &Rotor::sigma, Range::at_least(0), "standard deviation of the noise on F and on G"},
      {"derivative_noise", &Rotor::derivative_noise, Range::at_least(0), "the same, on each entry of the derivatives"},
      {"radius", &Rotor::radius, Range::any(), "of the slow set; the fast set has twice that"},
  }};

  static constexpr Shape shape{
      .fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2, .fast_derivative_noise = 4, .slow_derivative_noise = 4};
  Ball fast_set{2.0}, slow_set{1.0};
  FrobeniusBall preconditioner_set{1.0};
  std::array<double, 2> slow_start{1, 0}, fast_start{1, 0};
  Rotation rotate;

  void prepare() {
    rotate = Rotation(theta);
    slow_set = Ball(radius);
    fast_set = Ball(2 * radius);
    slow_start = fast_start = {radius, 0};
    preconditioner_set = FrobeniusBall(4 * (1 + gain / rho));  // |P*|_F is sqrt(2) gain / rho
  }

  auto mean_fast(const auto& x, const auto& y) const { return y + (1 - rho) * (x - y); }
  auto mean_slow(const auto& x, const auto& y) const {
    const auto e = x - y;
    return rotate(y) + gain * quarter_turn(e);
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

  // Additive noise has no derivative in x, so the noise of the derivative samples is put in by hand.
  auto fast_derivative(const auto& x, const auto& y, const auto& omega) const {
    return jacobian([&](const auto& v) { return mean_fast(v, y); }, x) + derivative_noise * as_matrix<2, 2>(omega);
  }
  auto slow_derivative(const auto& x, const auto& y, const auto& omega) const {
    return jacobian([&](const auto& v) { return mean_slow(v, y); }, x) + derivative_noise * as_matrix<2, 2>(omega);
  }

  // Closed forms, for measuring.
  auto fast_solution(const auto& y) const { return y; }
  auto reduced(const auto& y) const { return rotate(y); }
  template <class Y>
  auto preconditioner(const Y&) const {
    Matrix<typename Y::Element, 2, 2> P;
    P(0, 1) = -gain / rho;
    P(1, 0) = gain / rho;
    return P;
  }

 private:
  template <class V>
  static V quarter_turn(const V& v) {
    return {-v[1], v[0]};
  }
};

TWOSCALE_PROBLEM(Rotor, "rotor", "a rotation seen through a fast variable that leaks into it; the yardstick")
