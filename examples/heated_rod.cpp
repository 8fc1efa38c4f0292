// Ten heaters under a long rod: which powers bring ten sensors to their targets? A large problem of a size known only
// at run time.
//
//   twoscale solve examples/heated_rod.cpp --set cells=100000 --iterations 300
//
// Fast: the rod's temperature x relaxes to the heat balance (I + L) x = B y, L the second difference and B y the power
// of the heater below each cell, by noisy steps. Slow: each power y_j moves by what its sensor, the mean of x over the
// heater's cells, is short of its target. Nothing of size cells^2 is ever formed: derivatives come by reverse sweeps,
// and P has ten rows.
#include <cmath>

#include <twoscale/problem.hpp>

using namespace twoscale;

struct HeatedRod {
  double cells = 1000, sigma = 0.1;
  static constexpr std::array<Setting<HeatedRod>, 2> settings = {{
      {"cells", &HeatedRod::cells, Range{.low = 100, .high = 100000, .whole = true}, "of the rod"},
      {"sigma", &HeatedRod::sigma, Range::at_least(0), "standard deviation of the noise on each cell and sensor"},
  }};

  static constexpr int kHeaters = 10;
  Shape shape() const {
    const int n = static_cast<int>(cells);
    return {.fast = n, .slow = kHeaters, .fast_noise = n, .slow_noise = kHeaters};
  }
  Ball slow_set{20.0};

  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + (sigma * kRelax) * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + (sigma * kStep) * zeta; }

  /// One relaxation step; the ends of the rod keep their heat. I + L has eigenvalues from 1 to 5: a contraction by 0.7.
  template <class X>
  auto mean_fast(const X& x, const auto& y) const {
    const int n = x.size();
    X out(n);
    for (int i = 0; i < n; ++i) {
      const auto excess = (i > 0 ? x[i] - x[i - 1] : 0.0 * x[i]) + (i + 1 < n ? x[i] - x[i + 1] : 0.0 * x[i]);
      out[i] = x[i] - kRelax * (x[i] + excess - y[heater(i, n)]);
    }
    return out;
  }
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    Vector<typename X::Element> sum(kHeaters), out(kHeaters);
    Vector<double> count(kHeaters);
    for (int i = 0; i < x.size(); ++i) {
      sum[heater(i, x.size())] = sum[heater(i, x.size())] + x[i];
      count[heater(i, x.size())] += 1;
    }
    for (int j = 0; j < kHeaters; ++j) out[j] = y[j] + kStep * (target(j) - sum[j] / count[j]);
    return out;
  }

 private:
  static constexpr double kRelax = 0.3, kStep = 0.5;
  static int heater(int cell, int n) { return static_cast<int>(static_cast<long>(cell) * kHeaters / n); }
  static double target(int j) { return 1 + 0.1 * j; }
};

TWOSCALE_PROBLEM(HeatedRod, "heated-rod", "ten heaters under a long rod, and the powers that meet ten targets")
