// linear: an ill-conditioned fast map under a slow map that only turns. Linear.
//
//   f(x, y) = x - A (x - S y)        x*(y) = S y;  eigenvalues of A from 0.9 down to 0.9 / condition
//   g(x, y) = M y + c + K (x - S y)  h(y) = M y + c;  M turns by angles from 0.01 to 2;  P* = K A^-1, |P*| = leak
//
// Noise is scaled so that the statistical limit at 10^6 samples is `quiet` times the squared residual at the start:
// additive on F and G (sigma, the same), and with shake > 0 on the factor of A, at most half of it all.
//
// Hard for: steps that follow the mean eigenvalue of A, which says nothing of the slowest direction; a raw oracle whose
// separation is below the leak; a learned P of a separation that the slowest direction cannot follow.
#include "made.hpp"

using namespace twoscale;

struct Linear {
  int nx = 20, ny = 10, instance = 1;
  double condition = 100, leak = 10, shake = 0, quiet = 1e-3, smallest = 0.01;
  static constexpr std::array<Setting<Linear>, 8> settings = {{
      {"nx", &Linear::nx, Range{.low = 1, .high = 2000, .whole = true}, "fast numbers"},
      {"ny", &Linear::ny, Range{.low = 1, .high = 2000, .whole = true}, "slow numbers"},
      {"instance", &Linear::instance, Range{.low = 1, .high = 1e6, .whole = true}, "which random matrices"},
      {"condition", &Linear::condition, Range::at_least(1), "largest over smallest eigenvalue of A"},
      {"leak", &Linear::leak, Range::above(0), "|K A^-1|: how much of an error in f reaches y"},
      {"shake", &Linear::shake, Range::at_least(0), "standard deviation of the noise on the factor of A, at most"},
      {"quiet", &Linear::quiet, Range::above(0), "the limit at 10^6 samples over the squared residual at the start"},
      {"smallest", &Linear::smallest, Range::above_to(0, 2), "smallest angle that M turns by"},
  }};
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx + 1, .slow_noise = ny}; }

  auto mean_fast(const auto& x, const auto& y) const { return x - A * (x - S * y); }
  auto mean_slow(const auto& x, const auto& y) const { return M * y + c + K * (x - S * y); }
  template <class X>
  auto fast(const X& x, const auto& y, const auto& xi) const {
    X out = x - (1.0 + factor * xi[nx]) * (A * x) + AS * y;
    for (int i = 0; i < nx; ++i) out[i] = out[i] + sigma * xi[i];
    return out;
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return MKS * y + c + K * x + sigma * zeta; }

  // Closed forms, for measuring.
  auto fast_solution(const auto& y) const { return S * y; }
  auto reduced(const auto& y) const { return M * y + c; }
  template <class Y>
  auto preconditioner(const Y&) const {
    Matrix<typename Y::Element, kDynamic, kDynamic> out(ny, nx);
    for (int i = 0; i < ny; ++i)
      for (int j = 0; j < nx; ++j) out(i, j) = typename Y::Element(P(i, j));
    return out;
  }

  made::Square A, S, AS, K, M, MKS, P;
  made::Numbers c;
  double sigma = 0, factor = 0;
  void prepare() {
    made::Draws draw(static_cast<std::uint64_t>(instance));
    const made::Square U = made::orthogonal(nx, draw);
    const std::vector<double> eigenvalues = made::falling(nx, 0.9, condition);
    std::vector<double> inverse;
    for (const double value : eigenvalues) inverse.push_back(1 / value);
    A = made::product(U, eigenvalues, U);
    S = made::matrix(nx, ny, draw, 1 / std::sqrt(static_cast<double>(nx)));
    M = made::turn(ny, smallest, draw);
    K = made::matrix(ny, nx, draw, 1 / std::sqrt(static_cast<double>(nx)));
    P = K * made::product(U, inverse, U);
    const double scale = leak / made::norm(P);
    K = scale * K, P = scale * P;
    AS = A * S, MKS = M - K * S;
    made::Numbers solution(ny);
    for (int j = 0; j < ny; ++j) solution[j] = j % 2 == 0 ? 0.5 : -0.5;
    c = solution - M * solution;
    scale_noise(solution);
  }
  /// The start is y = 0, where h(y) - y = c.
  void scale_noise(const made::Numbers& solution) {
    const double all = quiet * squared_norm(c) * 1e6 / 2;  // tr Sigma
    const double of_factor = squared_norm(K * (S * solution)), of_sigma = ny + squared_norm(P.entries());
    factor = std::min(shake, std::sqrt(all / 2 / of_factor));
    sigma = std::sqrt((all - factor * factor * of_factor) / of_sigma);
  }
};

TWOSCALE_PROBLEM(Linear, "linear", "an ill-conditioned linear fast map under a slow map that only turns")
