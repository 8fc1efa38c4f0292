#pragma once
// RingN: as many numbers on both sides, each of x beside its neighbour, for what an iteration costs where F and G are
// all there is to it.
//
//   f(x, y)_i = (x_i + x_{i+1})/4 + y_i/2              x*(y) = (3 I - T)^-1 2 y, T the shift
//   g(x, y)_i = y_i - c_i (x_i - 1)                     c_i falls from 1 to 1/kRingSpread
#include <cmath>

#include <twoscale/problem.hpp>

namespace bench {

using namespace twoscale;

inline constexpr double kRingSigma = 0.1, kRingSpread = 100;

inline std::vector<double> ring_curvature(int n) {
  std::vector<double> out(n);
  for (int i = 0; i < n; ++i) out[i] = std::pow(kRingSpread, -static_cast<double>(i) / (n - 1));
  return out;
}

template <int Size, bool Fixed>
struct RingShape {
  static constexpr Shape shape{.fast = Size, .slow = Size, .fast_noise = Size, .slow_noise = Size};
  static constexpr int size = Size;
};
/// The compiler does not know it.
template <int Size>
struct RingShape<Size, false> {
  int size = Size;
  Shape shape() const { return {.fast = size, .slow = size, .fast_noise = size, .slow_noise = size}; }
};

template <int Size, bool Fixed>
struct RingN : RingShape<Size, Fixed> {
  double sigma = kRingSigma;

  auto fast(const auto& x, const auto& y, const auto& xi) const {
    return fast_with(x, y, [&](int i, const auto& mean) { return mean + sigma * xi[i]; });
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const {
    return slow_with(x, y, [&](int i, const auto& mean) { return mean + sigma * zeta[i]; });
  }
  auto mean_fast(const auto& x, const auto& y) const {
    return fast_with(x, y, [](int, const auto& mean) { return mean; });
  }
  auto mean_slow(const auto& x, const auto& y) const {
    return slow_with(x, y, [](int, const auto& mean) { return mean; });
  }

  std::vector<double> curvature;
  void prepare() { curvature = ring_curvature(this->size); }

 private:
  // In one pass: noise is added where a mean is made.
  template <class X>
  X fast_with(const X& x, const auto& y, const auto& noisy) const {
    const int n = this->size;
    X out(Uninitialised{}, n);
    for (int i = 0; i + 1 < n; ++i) out[i] = noisy(i, 0.25 * (x[i] + x[i + 1]) + 0.5 * y[i]);
    out[n - 1] = noisy(n - 1, 0.25 * (x[n - 1] + x[0]) + 0.5 * y[n - 1]);
    return out;
  }
  template <class X>
  X slow_with(const X& x, const auto& y, const auto& noisy) const {
    const int n = this->size;
    X out(Uninitialised{}, n);
    for (int i = 0; i < n; ++i) out[i] = noisy(i, y[i] - curvature[i] * (x[i] - 1.0));
    return out;
  }
};

}  // namespace bench
