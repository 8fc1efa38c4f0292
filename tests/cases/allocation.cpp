// Six users share three resources: maximise the sum of a_i log(1 + x_i) with R x <= b, x >= 0. Fast: shares x, by
// gradient steps at given prices; slow: prices y >= 0, by excess demand. inside = 1 puts the noise before the
// projection, which is left to the sets, 0 after it. Solution: prices (0.5925, 0.5729, 0). Version 0.1.0 answered
// (0.427, 0.439, 0) with inside = 1: neither its correction nor its residual knew the sets.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Allocation {
  double t = 0.3, s = 0.1, sigma = 0.3;
  int inside = 1;
  static constexpr std::array<Setting<Allocation>, 4> settings = {{
      {"t", &Allocation::t, Range::above(0), "step of the users"},
      {"s", &Allocation::s, Range::above(0), "step of the prices"},
      {"sigma", &Allocation::sigma, Range::at_least(0), "standard deviation of the noise on utilities and loads"},
      {"inside", &Allocation::inside, Range{.low = 0, .high = 1, .whole = true}, "1: noise before the projection"},
  }};

  static constexpr int kUsers = 6, kResources = 3;
  static constexpr Shape shape{.fast = kUsers, .slow = kResources, .fast_noise = kUsers, .slow_noise = kResources};
  Box fast_set{0.0, 40.0}, slow_set{0.0, 10.0};

  auto fast(const auto& x, const auto& y, const auto& xi) const {
    return inside ? next_shares(x, y, utility + sigma * xi) : mean_fast(x, y) + (t * sigma) * xi;
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + (s * sigma) * zeta; }

  auto mean_fast(const auto& x, const auto& y) const {
    const auto next = next_shares(x, y, utility);
    return inside ? next : positive(next);
  }
  auto mean_slow(const auto& x, const auto& y) const {
    const auto next = y + s * (use * x - supply);
    return inside ? next : positive(next);
  }

  Vector<double, kUsers> utility{1.0, 2.0, 1.5, 0.7, 1.2, 0.3};
  Vector<double, kResources> supply{2.0, 3.0, 8.0};
  Matrix<double, kResources, kUsers> use;
  void prepare() {
    const double rows[kResources][kUsers] = {{1, 0, 1, 0, 1, 1}, {0, 1, 1, 1, 0, 1}, {1, 1, 0.5, 0.5, 1, 0.2}};
    for (int i = 0; i < kResources; ++i)
      for (int j = 0; j < kUsers; ++j) use(i, j) = rows[i][j];
  }

 private:
  // One gradient step, with utilities a that may be noisy: x + t (a / (1 + x) - R^T y).
  auto next_shares(const auto& x, const auto& y, const auto& a) const {
    auto out = x - t * transpose_times(use, y);
    for (int i = 0; i < kUsers; ++i) out[i] = out[i] + t * a[i] / (1.0 + x[i]);
    return out;
  }
  static auto positive(const auto& v) {
    return map(v, [](const auto& value) { return max(value, 0.0 * value); });
  }
};

TWOSCALE_PROBLEM(Allocation, "allocation", "prices of three resources shared by six users with log utilities")
