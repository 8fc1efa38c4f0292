// minimax-curved: min over y of max over x, nonlinear in x, flat along one direction of y.
//
//   payoff  sum_i (tanh(x_i) - tanh(w_i)) u_i(y) - concavity |x|^2 / 2,   u(y) = B(y - c) + v
//   f(x, y) = x + (u tanh'(x) - m x) / m,  m = concavity       x*(y): u_i tanh'(x_i) = m x_i, by the means
//   g(x, y) = y - s B^T (tanh(x) - tanh(w)),  s = 2 m step     h(y) = y - s grad Phi(y)
//   P*(y) = -s B^T diag(tanh'(x_i) / (1 - u_i tanh''(x_i) / m)) at x = x*(y); v is such that x*(c) = w
//
// h is non-expansive: Phi(y) is the maximum over x of the payoff, convex as a maximum of functions that are affine in
// y. The derivative of tanh(x*(u)) in u is tanh'^2 / (m - u tanh''), and u tanh'' <= 0 at x*, where x and u have one
// sign: at most 1/m. With |B| = 1 grad Phi is 1/m-Lipschitz, and s <= 2 m is all that is needed [baillon_haddad_1977].
// f contracts by |u tanh''| / m <= 0.77 (1.5 + 0.27 m) / m, 0.79 at m = 2 and 0.6 at m = 3.
//
// Hard for: corrections that count on straight maps (both are curved), and, as in minimax, a line of solutions.
// The noise on u comes multiplied by tanh'(x), so dF/dx is noisy too.
#include <cmath>

#include <twoscale/problem.hpp>

using namespace twoscale;

struct MinimaxCurved {
  double condition = 10, concavity = 3, step = 0.5, sigma = 0.3;
  static constexpr std::array<Setting<MinimaxCurved>, 4> settings = {{
      {"condition", &MinimaxCurved::condition, Range::at_least(1), "spread of the curvatures of y, zero apart"},
      {"concavity", &MinimaxCurved::concavity, Range::at_least(2), "of the payoff in x"},
      {"step", &MinimaxCurved::step, Range::above_to(0, 1), "of the descent in y, as a part of the largest allowed"},
      {"sigma", &MinimaxCurved::sigma, Range::at_least(0), "standard deviation of the noise on u and on each slope"},
  }};

  static constexpr Shape shape{.fast = 3, .slow = 4, .fast_noise = 3, .slow_noise = 4};
  Vector<double, 3> w{0.25, -0.25, 0.25}, v, tanh_w;
  Vector<double, 4> c{0.9, -0.5, -0.7, 0.3};
  Box fast_set{-2.0, 2.0};
  Ball slow_set{1.5, {0.9, -0.5, -0.7, 0.3}};  // h keeps every ball around c
  FrobeniusBall preconditioner_set{1.0};
  std::array<double, 4> slow_start{};
  Matrix<double, 3, 4> B;
  double s = 1;

  void prepare() {
    double scale = 1;  // rows of a reflection, orthonormal, scaled
    for (int i = 0; i < 3; ++i, scale /= std::sqrt(std::sqrt(condition)))
      for (int j = 0; j < 4; ++j) B(i, j) = scale * ((i == j ? 1 : 0) - 0.5);
    for (int i = 0; i < 3; ++i) {
      tanh_w[i] = tanh(Real(w[i])).lane(0);
      v[i] = concavity * w[i] / (1 - tanh_w[i] * tanh_w[i]);
    }
    s = 2 * concavity * step;
    preconditioner_set = FrobeniusBall(4 * s);  // |P*| is at most s |B|
  }

  auto mean_fast(const auto& x, const auto& y) const { return ascent(x, B * (y - c) + v); }
  auto mean_slow(const auto& x, const auto& y) const { return y - s * transpose_times(B, tanh_of(x) - tanh_w); }
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    return ascent(x, B * (y - c) + v + (sigma * concavity) * xi);
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

 private:
  static auto tanh_of(const auto& x) {
    return map(x, [](const auto& t) { return tanh(t); });
  }
  /// x + (u tanh'(x) - m x) / m, the terms in x alone being gone.
  template <class X>
  X ascent(const X& x, const auto& u) const {
    X out;
    for (int i = 0; i < 3; ++i) {
      const auto t = tanh(x[i]);
      out[i] = (1 - t * t) * u[i] / concavity;
    }
    return out;
  }
};

TWOSCALE_PROBLEM(MinimaxCurved, "minimax-curved", "a minimax with curved maps, flat along one direction of y")
