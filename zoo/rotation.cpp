// rotation: the planar rotation behind the KM lower bound ([P] Theorem KM-lower).
//
//   f(x, y) = 0, x in {0};   g(x, y) = R_theta y = h(y), y in the unit disk
//
// A bias, where there is one, is in the samples and not in h: what an inexact fast variable would do to them, by hand
// ([P] Theorem tikhonov-abstract).
// At the angle --set theta=km-barrier, with 4 sin^2(theta/2) = 1/(2 B_N), KM's squared residual is at least 1/(4 B_N).
#include <twoscale/problem.hpp>

using namespace twoscale;

struct PlanarRotation {
  double theta = 0.3, sigma = 0, bias = 0;
  static constexpr std::array<Setting<PlanarRotation>, 3> settings = {{
      {"theta", &PlanarRotation::theta, Range::any(), "angle of the rotation"},
      {"sigma", &PlanarRotation::sigma, Range::at_least(0), "standard deviation of the noise on G"},
      {"bias", &PlanarRotation::bias, Range::at_least(0), "of the samples of G, along the first axis; not part of h"},
  }};

  static constexpr Shape shape{.fast = 1, .slow = 2, .fast_noise = 0, .slow_noise = 2};
  Singleton fast_set{{0.0}};
  Ball slow_set{1.0};
  std::array<double, 2> slow_start{1, 0};
  Rotation rotate;

  void prepare() { rotate = Rotation(theta); }

  template <class X, class Y>
  auto mean_fast(const X&, const Y&) const {
    return Vector<typename Y::Element, 1>{};
  }
  template <class X, class Y>
  auto mean_slow(const X&, const Y& y) const {
    Y out = rotate(y);
    out[0] = out[0] + bias;
    return out;
  }
  auto fast(const auto& x, const auto& y, const auto&) const { return mean_fast(x, y); }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

  template <class Y>
  auto fast_solution(const Y&) const {
    return Vector<typename Y::Element, 1>{};
  }
  auto reduced(const auto& y) const { return rotate(y); }
  template <class Y>
  auto preconditioner(const Y&) const {
    return Matrix<typename Y::Element, 2, 1>{};
  }
};

TWOSCALE_PROBLEM(PlanarRotation, "rotation",
                 "the planar rotation behind the KM lower bound; no fast variable to speak of")
