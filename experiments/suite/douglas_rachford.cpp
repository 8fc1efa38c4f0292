// douglas-rachford: a point of a line and of a disk that barely meet, by splitting; the fast variable does the line.
//
//   x*(y) = argmin |x - y|^2 / 2 + weight (x_0 - b)^2 / 2     the line x_0 = b, softly; diag(1/(1 + weight), 1) in y
//   f(x, y) = x - t (x - y + weight (x_0 - b) e_0)            t = 2 / (2 + weight): contracts by weight / (2 + weight)
//   g(x, y) = y + Q(2 x - y) - x                              h(y) = g(x*(y), y);  P* = (2 Q' - I) A^-1, A diagonal
//   Q(z) = z r(|z|) / |z|,  r(t) = (t + k - sqrt((t - 1)^2 + blur^2)) / 2,  k^2 = 1 + blur^2
//
// Q is nearly the projection onto the unit disk, its kink rounded over a width `blur`. r(0) = 0 and 0 < r' < 1, so Q is
// the proximal map of a convex function, as x* is; then h is firmly non-expansive [lions_mercier_1979]. b is chosen
// so that c = (2 r(q) - q, 0), q = 1 - overlap, is a fixed point: 2 x* - c = (q, 0) there. Near c, h contracts along
// the line by r(q) / q: about 1 - blur / 2 where the line touches the disk (overlap = 0), and 1 - blur^2 / (4 overlap)
// where it cuts it, as then every point of the chord is nearly a solution.
//
// Hard for: steps that count on a contraction; corrections, since Q' turns within a width `blur`.
// Noise: additive on F and G, and a factor on the line's pull. Below a blur of 0.02 `twoscale check` may call P* wrong:
// the differences it compares with are too long for such an edge.
#include <cmath>

#include <twoscale/problem.hpp>

using namespace twoscale;

struct DouglasRachford {
  double overlap = 0, blur = 0.1, weight = 2, sigma = 0.3, shake = 0.3;
  static constexpr std::array<Setting<DouglasRachford>, 5> settings = {{
      {"overlap", &DouglasRachford::overlap, Range::closed(0, 0.5), "depth of the line in the disk; 0: tangent"},
      {"blur", &DouglasRachford::blur, Range::above_to(0, 1), "width over which the disk's edge is rounded"},
      {"weight", &DouglasRachford::weight, Range::above(0), "of the pull to the line"},
      {"sigma", &DouglasRachford::sigma, Range::at_least(0), "standard deviation of the noise on F and on G"},
      {"shake", &DouglasRachford::shake, Range::at_least(0), "the same, of the factor on the pull to the line"},
  }};

  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 3, .slow_noise = 2};
  Ball fast_set{5.0}, slow_set{2.0};
  FrobeniusBall preconditioner_set{1.0};
  std::array<double, 2> slow_start{0.2, 1.5}, fast_start{0.2, 1.5};
  double t = 0.5, b = 1;

  void prepare() {
    t = 2 / (2 + weight);
    const double q = 1 - overlap, r = q * ratio(Real(q)).lane(0);
    b = ((weight - 1) * r + q) / weight;
    slow_set = Ball(2, {2 * r - q, 0});         // a ball around a fixed point, which h keeps
    preconditioner_set = FrobeniusBall(4 / t);  // |2 Q' - I| is at most 1, |A^-1| is 1 / t
  }

  auto mean_fast(const auto& x, const auto& y) const { return pulled(x, y, 1.0); }
  auto mean_slow(const auto& x, const auto& y) const {
    const auto z = 2.0 * x - y;
    return y + ratio(sqrt(dot(z, z) + 1e-30)) * z - x;  // 1e-30: so that duals can pass through zero
  }
  template <class Noise>
  auto fast(const auto& x, const auto& y, const Noise& xi) const {
    return pulled(x, y, 1.0 + shake * xi[2]) + sigma * Vector<typename Noise::Element, 2>{xi[0], xi[1]};
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }

  // Closed forms, for measuring.
  template <class Y>
  auto fast_solution(const Y& y) const {
    return Y{(y[0] + weight * b) / (1 + weight), y[1]};
  }
  auto reduced(const auto& y) const { return mean_slow(fast_solution(y), y); }
  auto preconditioner(const auto& y) const {
    auto P = jacobian([&](const auto& v) { return mean_slow(v, y); }, fast_solution(y));
    for (int i = 0; i < 2; ++i) {
      P(i, 0) = P(i, 0) / (t * (1 + weight));
      P(i, 1) = P(i, 1) / t;
    }
    return P;
  }

 private:
  /// r(d) / d, without the division.
  template <class S>
  S ratio(const S& d) const {
    return 0.5 + (1 - 0.5 * d) / (std::sqrt(1 + blur * blur) + sqrt((d - 1) * (d - 1) + blur * blur));
  }
  template <class X>
  X pulled(const X& x, const auto& y, const auto& factor) const {
    return {x[0] - t * (x[0] - y[0] + factor * (weight * (x[0] - b))), x[1] - t * (x[1] - y[1])};
  }
};

TWOSCALE_PROBLEM(DouglasRachford, "douglas-rachford", "a line and a disk that barely meet, by splitting")
