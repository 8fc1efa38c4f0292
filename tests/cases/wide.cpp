// Hundreds of numbers on both sides: each slow number has noisy copies in x, averaged with their neighbours, and moves
// by gradient steps with a curvature between 1 and 1 / spread. Solution: 1 everywhere. Version 0.1.0 found it, but took
// 6.5 ms an iteration, 520 times what it took with a raw oracle: it formed all of P.
#include <cmath>

#include <twoscale/problem.hpp>

using namespace twoscale;

struct Wide {
  int nx = 400, ny = 200;
  double spread = 1e4, sigma = 0.1;
  static constexpr std::array<Setting<Wide>, 4> settings = {{
      {"nx", &Wide::nx, Range{.low = 2, .high = 100000, .whole = true}, "fast numbers"},
      {"ny", &Wide::ny, Range{.low = 2, .high = 100000, .whole = true}, "slow numbers"},
      {"spread", &Wide::spread, Range::at_least(1), "largest over smallest curvature"},
      {"sigma", &Wide::sigma, Range::at_least(0), "standard deviation of the noise on each number"},
  }};
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx, .slow_noise = ny}; }

  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

  template <class X>
  auto mean_fast(const X& x, const auto& y) const {
    X out(nx);
    for (int i = 0; i < nx; ++i) out[i] = 0.25 * (x[i] + x[(i + 1) % nx]) + 0.5 * y[i % ny];
    return out;
  }
  template <class X>
  auto mean_slow(const X& x, const auto& y) const {
    Vector<typename X::Element> out(ny);
    for (int j = 0; j < ny; ++j) out[j] = y[j] - curvature[j] * (0.5 * x[j] + 0.5 * x[(j + ny) % nx] - 1.0);
    return out;
  }

  std::vector<double> curvature;
  void prepare() {
    if (ny > nx) throw Error("ny must be at most nx: every slow number needs a copy");
    curvature.resize(ny);
    for (int j = 0; j < ny; ++j) curvature[j] = std::pow(spread, -static_cast<double>(j) / (ny - 1));
  }
};

TWOSCALE_PROBLEM(Wide, "wide", "hundreds of slow numbers with copies in x, curvatures over four decades")
