// curved: a layer of tanh in every map, over a reduced map that only turns.
//
//   f(x, y) = s(y) + W (tanh(x - s(y) + b(y)) - tanh b(y))     x*(y) = s(y) = tanh(S y),  |df/dx| <= |W| < 1
//   g(x, y) = M y + c + K (tanh(x - s(y) + b(y)) - tanh b(y))  h(y) = M y + c;  M turns by angles from 0.01 to 2
//   b(y) = bias + T y,   D = 1 - tanh^2 b(y):   P*(y) = K D (I - W D)^-1;  |P*| = leak at the solution
//
// 1 - W has eigenvalues from 0.9 down to 0.9 / condition. The bias is where tanh bends most, so that x that
// fluctuates by e pushes f and g by about e^2, and P* changes with y. Noise is additive, and scaled so that the
// statistical limit at 10^6 samples is `quiet` times the squared residual at the start.
//
// Hard for: a raw oracle, whose separation makes x fluctuate more; a correction that was right at another y.
#include "made.hpp"

using namespace twoscale;

struct Curved {
  int nx = 20, ny = 10, instance = 1;
  double condition = 10, leak = 10, quiet = 1e-3, smallest = 0.01;
  static constexpr std::array<Setting<Curved>, 7> settings = {{
      {"nx", &Curved::nx, Range{.low = 1, .high = 2000, .whole = true}, "fast numbers"},
      {"ny", &Curved::ny, Range{.low = 1, .high = 2000, .whole = true}, "slow numbers"},
      {"instance", &Curved::instance, Range{.low = 1, .high = 1e6, .whole = true}, "which random matrices"},
      {"condition", &Curved::condition, Range::at_least(1), "largest over smallest eigenvalue of 1 - W"},
      {"leak", &Curved::leak, Range::above(0), "|P*|: how much of an error in f reaches y at the solution"},
      {"quiet", &Curved::quiet, Range::above(0), "the limit at 10^6 samples over the squared residual at the start"},
      {"smallest", &Curved::smallest, Range::above_to(0, 2), "smallest angle that M turns by"},
  }};
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx, .slow_noise = ny}; }

  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }
  template <class X>
  X mean_fast(const X& x, const auto& y) const {
    const auto s = tanh_of(S * y);
    return s + W * bent(x, y, s);
  }
  auto mean_slow(const auto& x, const auto& y) const { return M * y + c + K * bent(x, y, tanh_of(S * y)); }

  // Closed forms, for measuring.
  auto fast_solution(const auto& y) const { return tanh_of(S * y); }
  auto reduced(const auto& y) const { return M * y + c; }

  made::Square S, T, W, K, M;
  made::Numbers bias, c;
  double sigma = 0;
  void prepare() {
    made::Draws draw(static_cast<std::uint64_t>(instance));
    const made::Square U = made::orthogonal(nx, draw);
    std::vector<double> shrink = made::falling(nx, 0.9, condition);
    for (double& value : shrink) value = 1 - value;
    W = made::product(U, shrink, U);
    S = made::matrix(nx, ny, draw, 1 / std::sqrt(static_cast<double>(ny)));
    T = made::matrix(nx, ny, draw, 0.3 / std::sqrt(static_cast<double>(ny)));
    M = made::turn(ny, smallest, draw);
    K = made::matrix(ny, nx, draw, 1 / std::sqrt(static_cast<double>(nx)));
    bias = made::Numbers(nx);
    for (int i = 0; i < nx; ++i) bias[i] = (i % 2 == 0 ? 0.6 : -0.6) + 0.2 * draw();
    made::Numbers solution(ny);
    for (int j = 0; j < ny; ++j) solution[j] = j % 2 == 0 ? 0.5 : -0.5;
    c = solution - M * solution;
    const made::Square P = preconditioner_at(solution);
    const double scale = leak / made::norm(P);
    K = scale * K;
    const double all = quiet * squared_norm(c) * 1e6 / 2;  // tr Sigma; the start is y = 0, where h(y) - y = c
    sigma = std::sqrt(all / (ny + scale * scale * squared_norm(P.entries())));
  }

 private:
  template <class V>
  static V tanh_of(V v) {
    for (int i = 0; i < v.size(); ++i) v[i] = tanh(v[i]);
    return v;
  }
  /// tanh(x - s(y) + b(y)) - tanh b(y): nothing at x = x*(y).
  template <class X>
  X bent(const X& x, const auto& y, const auto& s) const {
    const auto b = T * y + bias;
    X out(nx);
    for (int i = 0; i < nx; ++i) out[i] = tanh(x[i] - s[i] + b[i]) - tanh(b[i]);
    return out;
  }
  /// K D (1 - W D)^-1, by its transpose: columns of (1 - D W) Z = D K^T, W being symmetric.
  made::Square preconditioner_at(const made::Numbers& y) const {
    const made::Numbers b = T * y + bias;
    made::Square left(nx, nx), out(ny, nx);
    for (int i = 0; i < nx; ++i)
      for (int j = 0; j < nx; ++j)
        left(i, j) = (i == j ? 1.0 : 0.0) - (1 - std::tanh(b[i]) * std::tanh(b[i])) * W(i, j);
    for (int k = 0; k < ny; ++k) {
      made::Numbers right(nx);
      for (int i = 0; i < nx; ++i) right[i] = (1 - std::tanh(b[i]) * std::tanh(b[i])) * K(k, i);
      const made::Numbers row = solve(left, right);
      for (int i = 0; i < nx; ++i) out(k, i) = row[i];
    }
    return out;
  }
};

TWOSCALE_PROBLEM(Curved, "curved", "layers of tanh in both maps, over a reduced map that only turns")
