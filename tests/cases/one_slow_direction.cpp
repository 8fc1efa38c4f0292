// Ten slow numbers: nine arrive at once, the last, whose curvature is 700 times smaller, needs 700 times as long.
// Solution: 1 everywhere (the last: distance). Version 0.1.0 ended at 1.3, 1.9 and 3.4 times the limit at budgets of
// 1e5, 1e6 and 1e7: the drift of one direction drowned in the noise of ten.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct OneSlowDirection {
  double curvature = 1e-3, sigma = 0.3, distance = 1;
  static constexpr std::array<Setting<OneSlowDirection>, 3> settings = {{
      {"curvature", &OneSlowDirection::curvature, Range::above_to(0, 1), "of the slow direction; of the others 0.7"},
      {"sigma", &OneSlowDirection::sigma, Range::at_least(0), "standard deviation of the noise on F and on G"},
      {"distance", &OneSlowDirection::distance, Range::any(), "of the solution from the start, in the slow direction"},
  }};

  static constexpr int kSize = 10;
  static constexpr Shape shape{.fast = kSize, .slow = kSize, .fast_noise = kSize, .slow_noise = kSize};

  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

  auto mean_fast(const auto& x, const auto& y) const { return 0.5 * x + 0.5 * y; }
  template <class X>
  auto mean_slow(const X& x, const auto& y) const {
    X out;
    for (int j = 0; j + 1 < kSize; ++j) out[j] = y[j] - 0.7 * (x[j] - 1.0);
    out[kSize - 1] = y[kSize - 1] - curvature * (x[kSize - 1] - distance);
    return out;
  }
};

TWOSCALE_PROBLEM(OneSlowDirection, "one-slow-direction", "nine quick directions and a slow one")
