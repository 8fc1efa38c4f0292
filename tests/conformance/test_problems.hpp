#pragma once
// Problems for the conformance rows: one of the zoo as a type, one whose sizes are known only at run time, and
// one that leaves the finite numbers.

#include <twoscale/problem.hpp>

// Weak: more than one file of a program includes this.
#define TWOSCALE_ENTRY __attribute__((weak)) make_rotor_curved_to_test
#include "../zoo/rotor_curved.cpp"
#undef TWOSCALE_ENTRY

namespace twoscale::testing {

/// rotor without closed derivatives, with noise that multiplies x, sizes from a member function, and a
/// preconditioner kept in a spectral ball.
struct RuntimeRotor {
  double theta = 0.4;
  Ball fast_set{2.0}, slow_set{1.0};
  SpectralBall preconditioner_set{6.0};
  std::vector<double> slow_start{0.6, 0.6};

  Shape shape() const { return {.fast = 2, .slow = 2, .fast_noise = 3, .slow_noise = 2}; }

  template <class X, class Y>
  auto mean_fast(const X& x, const Y& y) const {
    return 0.5 * x + 0.5 * y;
  }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    const double c = std::cos(theta), s = std::sin(theta);
    auto out = 2.0 * (x - y);
    out[0] = out[0] + c * y[0] - s * y[1];
    out[1] = out[1] + s * y[0] + c * y[1];
    return out;
  }
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    auto out = mean_fast(x, y);
    for (int i = 0; i < 2; ++i) out[i] = out[i] + 0.1 * xi[i] + 0.2 * xi[2] * x[i];
    return out;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return mean_slow(x, y) + 0.2 * zeta;
  }
  template <class Y>
  auto fast_solution(const Y& y) const {
    return y;
  }
  template <class Y>
  auto reduced(const Y& y) const {
    return mean_slow(y, y);
  }
  template <class Y>
  auto preconditioner(const Y&) const {
    Matrix<typename Y::Element> P(2, 2);
    P(0, 0) = P(1, 1) = 4.0;
    return P;
  }
};

/// h multiplies y by a thousand and nothing holds it: every method must leave the finite numbers.
struct Explosive {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  std::array<double, 1> slow_start{1.0};
  double growth = 1e3;

  template <class X, class Y>
  auto mean_fast(const X& x, const Y& y) const {
    return 0.5 * (x + y);
  }
  template <class X, class Y>
  auto mean_slow(const X&, const Y& y) const {
    return growth * y;
  }
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    return mean_fast(x, y) + 0.1 * xi;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return mean_slow(x, y) + 0.1 * zeta;
  }
  template <class Y>
  auto fast_solution(const Y& y) const {
    return y;
  }
  template <class Y>
  auto reduced(const Y& y) const {
    return growth * y;
  }
  template <class Y>
  auto preconditioner(const Y&) const {
    return Matrix<typename Y::Element, 1, 1>{};
  }
};

}  // namespace twoscale::testing
