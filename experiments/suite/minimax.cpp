// minimax: min over y of max over x of a quadratic payoff that is flat along one direction of y. Linear.
//
//   payoff (x - w).B(y - c) - (x - w).M(x - w)/2    B is 3 x 4, so a line of y's is optimal: c + null(B)
//   f(x, y) = x + B(y - c) - M(x - w)               x*(y) = w + M^-1 B(y - c); eigenvalues of M in [1/2, 1]
//   g(x, y) = y - step B^T(x - w)                   h(y) = y - step H(y - c), H = B^T M^-1 B;  P* = -step B^T M^-1
//
// H is symmetric, positive semidefinite and singular, with norm at most |B|^2 / (1/2) = 2: a step up to 1 is at most
// 2 / |H|, and h has eigenvalues in [-1, 1], one of them 1. The singular values of B fall from 1 to condition^(-1/2),
// so those of H spread over a factor of about condition.
//
// Hard for: methods that need the optimum to be one point; with a large condition, anything that steps too little.
// Noise is additive (sigma) and, through payoffs known only up to a factor, multiplicative in x (shake).
// After the two-time-scale descent-ascent of [lin_jin_jordan_2020], with a concave player that is solved for.
#include <cmath>

#include <twoscale/problem.hpp>

using namespace twoscale;

struct Minimax {
  double condition = 10, step = 1, sigma = 0.3, shake = 0.3;
  static constexpr std::array<Setting<Minimax>, 4> settings = {{
      {"condition", &Minimax::condition, Range::at_least(1), "spread of the curvatures of y, zero apart"},
      {"step", &Minimax::step, Range::above_to(0, 1), "of the descent in y"},
      {"sigma", &Minimax::sigma, Range::at_least(0), "standard deviation of the noise on each derivative"},
      {"shake", &Minimax::shake, Range::at_least(0), "the same, of the factor on the payoff's terms in x"},
  }};

  static constexpr Shape shape{.fast = 3, .slow = 4, .fast_noise = 4, .slow_noise = 5};
  Vector<double, 3> w{0.5, -0.5, 0.5};
  Vector<double, 4> c{0.9, -0.5, -0.7, 0.3};
  Ball fast_set{5.0}, slow_set{2.0, {0.9, -0.5, -0.7, 0.3}};  // h keeps every ball around c
  FrobeniusBall preconditioner_set{8.0};                      // |P*| is at most 2 |B|, 3.5
  std::array<double, 4> slow_start{};
  Matrix<double, 3, 4> B;
  Matrix<double, 3, 3> M;

  void prepare() {
    double scale = 1;  // rows of a reflection, orthonormal, scaled
    for (int i = 0; i < 3; ++i, scale /= std::sqrt(std::sqrt(condition)))
      for (int j = 0; j < 4; ++j) B(i, j) = scale * ((i == j ? 1 : 0) - 0.5);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) M(i, j) = i == j ? 0.75 : (i - j == 1 || j - i == 1 ? 0.17 : 0);
  }

  auto mean_fast(const auto& x, const auto& y) const { return x + B * (y - c) - M * (x - w); }
  auto mean_slow(const auto& x, const auto& y) const { return y - step * transpose_times(B, x - w); }
  template <class Noise>
  auto fast(const auto& x, const auto& y, const Noise& xi) const {
    return mean_fast(x, y) - (shake * xi[3]) * x + sigma * Vector<typename Noise::Element, 3>{xi[0], xi[1], xi[2]};
  }
  template <class Noise>
  auto slow(const auto& x, const auto& y, const Noise& zeta) const {
    return mean_slow(x, y) - (step * shake * zeta[4]) * transpose_times(B, x) +
           (step * sigma) * Vector<typename Noise::Element, 4>{zeta[0], zeta[1], zeta[2], zeta[3]};
  }

  // Closed forms, for measuring.
  auto fast_solution(const auto& y) const { return w + solve(M, B * (y - c)); }
  auto reduced(const auto& y) const { return mean_slow(fast_solution(y), y); }
  template <class Y>
  auto preconditioner(const Y&) const {
    Matrix<typename Y::Element, 4, 3> P;
    const auto MB = right_divide(transpose(B), M);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 3; ++j) P(i, j) = -step * MB(i, j);
    return P;
  }
};

TWOSCALE_PROBLEM(Minimax, "minimax", "a minimax of a quadratic that is flat along one direction of y")
