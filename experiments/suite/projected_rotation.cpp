// projected-rotation: rotor with a wall. The slow map turns the plane and then projects onto a box whose left side cuts
// off the centre, so that the solution lies on the boundary.
//
//   f(x, y) = y + (1 - rho)(x - y)            x*(y) = y
//   g(x, y) = Proj_K(R_theta y) + L(x - y)    h(y) = Proj_K(R_theta y), L = gain times a quarter turn, P* = L / rho
//   K = [wall, 2] x [-1, 1], also the slow set
//
// A rotation and a projection are both non-expansive, hence h. Its fixed point is (wall, wall / tan(theta/2)), the
// latter cut to [-1, 1]: on the left side, or in a corner when the angle is small. Along the side h contracts by
// cos(theta) only. The leak is outside of the projection, so g is smooth in x; in y it has a kink, which is allowed.
//
// Hard for: averages and corrections at a boundary, where noise can move y inwards only; small angles, as in rotor.
// Noise: sigma on F and G, and a random factor on the leak (shake), which makes dG/dx noisy.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct ProjectedRotation {
  double theta = 0.5, wall = 0.1, rho = 0.5, gain = 2, sigma = 0.3, shake = 0.3;
  static constexpr std::array<Setting<ProjectedRotation>, 6> settings = {{
      {"theta", &ProjectedRotation::theta, Range::closed(-3.2, 3.2), "angle of the rotation"},
      {"wall", &ProjectedRotation::wall, Range::closed(0, 0.5), "how far the centre lies outside of the box"},
      {"rho", &ProjectedRotation::rho, Range::above_to(0, 1), "the fast map contracts by 1 - rho"},
      {"gain", &ProjectedRotation::gain, Range::at_least(0), "how much of the fast error leaks into the slow map"},
      {"sigma", &ProjectedRotation::sigma, Range::at_least(0), "standard deviation of the noise on F and on G"},
      {"shake", &ProjectedRotation::shake, Range::at_least(0), "the same, of the factor on the leak"},
  }};

  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 3};
  Ball fast_set{4.0};
  Box slow_set{{0, -1}, {2, 1}};
  FrobeniusBall preconditioner_set{1.0};
  std::array<double, 2> slow_start{1.5, -0.5}, fast_start{1.5, -0.5};
  Rotation rotate;

  void prepare() {
    rotate = Rotation(theta);
    slow_set = Box({wall, -1}, {2, 1});
    preconditioner_set = FrobeniusBall(4 * (1 + gain / rho));  // |P*|_F is sqrt(2) gain / rho
  }

  auto mean_fast(const auto& x, const auto& y) const { return y + (1 - rho) * (x - y); }
  auto mean_slow(const auto& x, const auto& y) const { return reduced(y) + gain * quarter_turn(x - y); }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  template <class Noise>
  auto slow(const auto& x, const auto& y, const Noise& zeta) const {
    return reduced(y) + (gain * (1 + shake * zeta[2])) * quarter_turn(x - y) +
           sigma * Vector<typename Noise::Element, 2>{zeta[0], zeta[1]};
  }

  // Closed forms, for measuring.
  auto fast_solution(const auto& y) const { return y; }
  template <class Y>
  auto reduced(const Y& y) const {
    Y turned = rotate(y);
    slow_set.project(turned);
    return turned;
  }
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

TWOSCALE_PROBLEM(ProjectedRotation, "projected-rotation",
                 "a rotation cut off by a wall: the solution is on the boundary")
