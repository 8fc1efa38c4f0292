// dual: multipliers of a quadratic programme, one of whose constraints says nothing new.
//
//   min x.Qx/2 - p.x  subject to  B x <= b;   x in R^3, multipliers y >= 0 in R^4, Q = diag(1, 1.5, 2)
//   f(x, y) = x - (Q x - p + B^T y) / 2       x*(y) = Q^-1 (p - B^T y); contracts by 1/2
//   g(x, y) = max(0, y + step (B x - b))      h(y) = g(x*(y), y);  P* = 2 step D B Q^-1, D = 1 where the max is not 0
//
// h is a gradient step on the concave dual, then a projection. |B Q^-1 B^T| <= its trace <= 4, rows of B having norm
// up to 1, so that a step up to 1/2 is at most 2 / L, and h is non-expansive.
//
// Rows 0 and 1 of B are unit vectors at an angle, both active; row 2 is inactive; row 3 is the mean of 0 and 1, as is
// its bound: redundant but active. The multipliers (1 - t, 1 - t, 0, 2 t), 0 <= t <= 1, are all optimal.
//
// Hard for: small angles (L / least curvature grows like angle^-2), y on the boundary, more than one solution. g has a
// kink in x where a multiplier is about to leave zero; at the solutions with 0 < t < 1 it is smooth.
// Noise: on the gradient and on B x - b (outside of the max, so that G is unbiased), and a factor on B^T y (shake).
// Source: dual ascent, [arrow_hurwicz_uzawa_1958].
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Multipliers {
  double angle = 1, step = 0.5, sigma = 0.3, shake = 0.3;
  static constexpr std::array<Setting<Multipliers>, 4> settings = {{
      {"angle", &Multipliers::angle, Range::above_to(0, 1.5), "between the two constraints that matter"},
      {"step", &Multipliers::step, Range::above_to(0, 0.5), "of the multipliers"},
      {"sigma", &Multipliers::sigma, Range::at_least(0),
       "standard deviation of the noise on gradients and constraints"},
      {"shake", &Multipliers::shake, Range::at_least(0), "the same, of the factor on the constraints' pull"},
  }};

  static constexpr Shape shape{.fast = 3, .slow = 4, .fast_noise = 4, .slow_noise = 4};
  Ball fast_set{16.0};
  Box slow_set{0.0, 4.0};
  FrobeniusBall preconditioner_set{8.0};  // |P*|_F is at most 2 step |B|_F, 2
  Matrix<double, 4, 3> B;
  Vector<double, 3> Q{1, 1.5, 2}, p;
  Vector<double, 4> b;

  void prepare() {
    const Rotation turn(angle);
    B(0, 0) = 1;
    B(1, 0) = 1 + turn.cosine_less_one;
    B(1, 1) = turn.sine;
    B(2, 2) = 1;
    for (int j = 0; j < 3; ++j) B(3, j) = (B(0, j) + B(1, j)) / 2;
    const Vector<double, 3> solution{0.5, -0.5, 0.5};
    b = B * solution;
    b[2] += 1;                                                                    // slack
    for (int j = 0; j < 3; ++j) p[j] = Q[j] * solution[j] + (B(0, j) + B(1, j));  // multipliers (1, 1, 0, 0)
  }

  auto mean_fast(const auto& x, const auto& y) const { return descent(x, transpose_times(B, y)); }
  auto mean_slow(const auto& x, const auto& y) const {
    return map(y + step * (B * x - b), [](const auto& m) { return max(m, 0.0 * m); });
  }
  template <class Noise>
  auto fast(const auto& x, const auto& y, const Noise& xi) const {
    return descent(x, (1.0 + shake * xi[3]) * transpose_times(B, y) +
                          sigma * Vector<typename Noise::Element, 3>{xi[0], xi[1], xi[2]});
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + (step * sigma) * zeta; }

  // Closed forms, for measuring.
  template <class Y>
  auto fast_solution(const Y& y) const {
    auto x = p - transpose_times(B, y);
    for (int j = 0; j < 3; ++j) x[j] = x[j] / Q[j];
    return x;
  }
  auto reduced(const auto& y) const { return mean_slow(fast_solution(y), y); }
  auto preconditioner(const auto& y) const {
    auto P = jacobian([&](const auto& x) { return mean_slow(x, y); }, fast_solution(y));
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 3; ++j) P(i, j) = P(i, j) * (2 / Q[j]);
    return P;
  }

 private:
  template <class X>
  X descent(const X& x, const auto& pull) const {
    X out;
    for (int j = 0; j < 3; ++j) out[j] = x[j] - 0.5 * (Q[j] * x[j] - p[j] + pull[j]);
    return out;
  }
};

TWOSCALE_PROBLEM(Multipliers, "dual", "multipliers of a quadratic programme with a redundant constraint")
