#pragma once
// Problems whose bits are compared: they use every way numbers are made on the state.

#include <map>

#include <twoscale/problem.hpp>

// rotor as the zoo has it: linear, with derivative noise of its own. The struct alone is wanted, not its entry.
#undef TWOSCALE_PROBLEM
#define TWOSCALE_PROBLEM(...)
#include "../../zoo/rotor.cpp"

namespace twoscale::bits {

/// Elementary functions, noise that multiplies x (so duals differentiate along it), and any law of the noise.
template <Law L>
struct Wavy {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 3, .slow_noise = 3};
  static constexpr Law law = L;
  Ball fast_set{2.0}, slow_set{1.0};
  FrobeniusBall preconditioner_set{4.0};
  std::array<double, 2> fast_start{0.6, 0.7}, slow_start{0.6, -0.7};
  std::vector<double> rows{0.3, -1.1, 0.7, 1.9, -0.2, -1.6, 0.9};  // for indices; seven, so that no index is exact
  Rotation rotate{0.3};

  std::size_t index_count() const { return rows.size(); }
  template <class Z>
  auto number(const Z& z) const {
    if constexpr (L == Law::index) return pick(rows, z);
    else if constexpr (L == Law::uniform) return z - 0.5;
    else return z;
  }

  template <class X>
  auto mean_fast(const X& x, const auto& y) const {
    const X e = x - y;
    return y + map(e, [](const auto& t) { return 0.4 * tanh(t) + 0.1 * (cos(3.0 * t) - 1.0); });
  }
  template <class X>
  auto mean_slow(const X& x, const auto& y) const {
    const X e = x - y;
    return rotate(y) + map(e, [](const auto& t) { return 2.0 * t + pow(1.0 + t * t, 0.7) - exp(-t * t); });
  }
  template <class X>
  auto fast(const X& x, const auto& y, const auto& xi) const {
    auto out = mean_fast(x, y);
    for (int i = 0; i < 2; ++i) out[i] = out[i] + 0.1 * number(xi[i]) + 0.2 * number(xi[2]) * sin(x[i]);
    return out;
  }
  template <class X>
  auto slow(const X& x, const auto& y, const auto& zeta) const {
    auto out = mean_slow(x, y);
    for (int i = 0; i < 2; ++i) out[i] = out[i] + 0.2 * number(zeta[i]) + 0.1 * number(zeta[2]) * exp(-x[i] * x[i]);
    return out;
  }
  auto fast_solution(const auto& y) const { return y; }
  auto reduced(const auto& y) const { return rotate(y); }
  template <class Y>
  auto preconditioner(const Y&) const {
    Matrix<typename Y::Element, 2, 2> P;
    P(0, 0) = P(1, 1) = 2.0 / 0.6;
    return P;
  }
};

/// Sizes known at run time only, odd ones, and draws wider than a stream's buffer takes in one piece.
struct Sized {
  Ball fast_set{3.0};
  Simplex slow_set{1.0};
  SpectralBall preconditioner_set{1.5};

  Shape shape() const { return {.fast = 5, .slow = 3, .fast_noise = 37, .slow_noise = 3}; }

  auto mean_fast(const auto& x, const auto& y) const {
    auto out = 0.3 * x;
    for (int i = 0; i < 5; ++i) out[i] = out[i] + 0.5 * y[i % 3] + 0.1 * sin(x[(i + 1) % 5]);
    return out;
  }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    auto out = Vector<typename X::Element>(3);
    for (int i = 0; i < 3; ++i) out[i] = 0.7 * y[(i + 1) % 3] + 0.3 * x[i] * x[i + 2];
    return out;
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    auto out = mean_fast(x, y);
    for (int i = 0; i < 37; ++i) out[i % 5] = out[i % 5] + 0.05 * xi[i] * (1.0 + x[i % 5]);
    return out;
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const {
    auto out = mean_slow(x, y);
    for (int i = 0; i < 3; ++i) out[i] = out[i] + 0.1 * zeta[i] * x[i];
    return out;
  }
};

/// Leaves the finite numbers, every replica at an iteration of its own.
struct Explosive {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  std::array<double, 1> slow_start{1.0};

  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * (x + y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return (300.0 * exp(zeta[0])) * (x + y); }
};

}  // namespace twoscale::bits
