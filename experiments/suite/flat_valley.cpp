// flat-valley: down a long valley whose floor falls by the same little amount all the way, by proximal steps.
//
//   phi(x) = slope sqrt(width^2 + p^2) + q^2 / 2     p, q: coordinates of x - c along and across the valley
//   f(x, y) = x - t (x - y + grad phi(x))            x*(y) = argmin phi(x) + |x - y|^2 / 2, by the means
//   g(x, y) = y + relax (x - y)                      h(y) = y + relax (x*(y) - y)
//   P*(y) = (relax / t) (I + phi''(x*))^-1;  t = 2 / (2 + m), m = max(1, slope / width): contracts by m / (2 + m)
//
// x* is a proximal map, firmly non-expansive; so h is non-expansive for relax <= 2 [rockafellar_1976]. Its one fixed
// point is c. Until p is of the order of the width, |h(y) - y| is about relax slope, wherever y is: the residual is
// small and does not fall, though the way is long.
//
// Hard for: schedules whose steps shrink before the way is done; whoever reads success off a small residual; an anchor
// at the start, which holds y back until its weight times the way is less than the slope.
// Noise: additive on F and G, and a factor on the gradient of phi (shake), so that dF/dx is noisy too.
#include <algorithm>

#include <twoscale/problem.hpp>

using namespace twoscale;

struct FlatValley {
  double slope = 0.1, width = 0.1, length = 2, relax = 1, sigma = 0.3, shake = 0.3;
  static constexpr std::array<Setting<FlatValley>, 6> settings = {{
      {"slope", &FlatValley::slope, Range::above_to(0, 1), "of the valley's floor"},
      {"width", &FlatValley::width, Range::above(0), "of the bottom, where the slope turns"},
      {"length", &FlatValley::length, Range::closed(0.1, 10), "from the start to the bottom"},
      {"relax", &FlatValley::relax, Range::above_to(0, 2), "1: proximal steps; 2: reflections"},
      {"sigma", &FlatValley::sigma, Range::at_least(0), "standard deviation of the noise on gradients and on G"},
      {"shake", &FlatValley::shake, Range::at_least(0), "the same, of the factor on the gradient of phi"},
  }};

  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 3, .slow_noise = 2};
  std::array<double, 2> along{0.8, 0.6}, c{0.4, -0.3}, slow_start{}, fast_start{};
  Ball fast_set{1.0}, slow_set{1.0};
  FrobeniusBall preconditioner_set{1.0};
  double t = 0.5;

  void prepare() {
    t = 2 / (2 + std::max(1.0, slope / width));
    for (int i = 0; i < 2; ++i) slow_start[i] = c[i] + length * along[i];
    slow_start[0] -= 0.5 * along[1];  // and half a unit up the side
    slow_start[1] += 0.5 * along[0];
    fast_start = slow_start;
    slow_set = Ball(length + 1, {c[0], c[1]});  // h keeps every ball around c
    fast_set = Ball(length + 2, {c[0], c[1]});
    preconditioner_set = FrobeniusBall(4 * relax / t);
  }

  auto mean_fast(const auto& x, const auto& y) const { return x - t * (x - y + slope_at(x)); }
  auto mean_slow(const auto& x, const auto& y) const { return y + relax * (x - y); }
  template <class Noise>
  auto fast(const auto& x, const auto& y, const Noise& xi) const {
    return x -
           t * (x - y + (1.0 + shake * xi[2]) * slope_at(x) + sigma * Vector<typename Noise::Element, 2>{xi[0], xi[1]});
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

 private:
  /// The gradient of phi.
  template <class X>
  X slope_at(const X& x) const {
    const auto u = x[0] - c[0], v = x[1] - c[1];
    const auto p = along[0] * u + along[1] * v, q = along[0] * v - along[1] * u;
    const auto fall = slope * p / sqrt(width * width + p * p);
    return {fall * along[0] - q * along[1], fall * along[1] + q * along[0]};
  }
};

TWOSCALE_PROBLEM(FlatValley, "flat-valley", "down a long valley with a small, constant slope, by proximal steps")
