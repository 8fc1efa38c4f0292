#pragma once
// RandomProblem: a problem of run-time size, fed by data, so that a thousand of them compile once.
//
//   u = x - xs - S (y - ys)                     zero on the fast manifold of the problem without a set
//   f(x, y) = x - A (u + bend_f (1 - cos u)) - push
//   g(x, y) = ys + lift + M s(y - ys) + C (u + bend_g (1 - cos u)),   s(v) = (1 - bend_h) v + bend_h sin v
//
// -push is in the normal cone of the fast set at xs, and lift in that of the slow set at ys: so ys is the solution, and
// xs = x*(ys), by construction. Cosines and sines are taken in units of x and of y. Noise: see Noise below.

#include <numbers>
#include <variant>

#include <twoscale/problem.hpp>

namespace twoscale::trust {

/// A set chosen at run time, as a user would write one.
class AnySet {
 public:
  AnySet() = default;
  template <class Set>
  AnySet(Set set) : set_(std::move(set)) {}
  template <class V>
  void project(V& v) const {
    std::visit([&](const auto& set) { set.project(v); }, set_);
  }
  double diameter(int dimension) const {
    return std::visit([&](const auto& set) { return set.diameter(dimension); }, set_);
  }

 private:
  std::variant<WholeSpace, Box, Ball, Simplex> set_;
};

/// From standard normal numbers to numbers of mean zero and variance one.
enum class Noise { normal, cubed, lognormal, rare, signs };

template <class S>
S shaped(Noise kind, const S& z) {
  switch (kind) {
    case Noise::normal:
      return z;
    case Noise::cubed:  // E z^6 = 15
      return z * z * z * (1 / std::sqrt(15.0));
    case Noise::lognormal: {
      constexpr double e = std::numbers::e;
      return (exp(z) - std::sqrt(e)) * (1 / std::sqrt(e * (e - 1)));
    }
    case Noise::rare: {  // P(z > 3.0902323) = 0.001
      const double p = 0.001, scale = 1 / std::sqrt(p * (1 - p));
      return where(z > S(3.0902323061678132), S((1 - p) * scale), S(-p * scale));
    }
    case Noise::signs:
      return where(z > S(0.0), S(1.0), S(-1.0));
  }
  return z;
}

struct RandomProblem {
  int nx = 1, ny = 1;
  Matrix<double> A, C, S, M;                            // nx x nx, ny x nx, nx x ny, ny x ny
  Vector<double> xs, ys, push, lift, sigma_f, sigma_g;  // sigma: standard deviations of additive noise
  Vector<double> origin;                                // where noise that grows with y is zero
  double unit_x = 1, unit_y = 1, bend_f = 0, bend_g = 0, bend_h = 0;
  double shake_f = 0, shake_rows = 0;  // random factors on A u: one, and one for each row
  double shake_c = 0;                  // the same for each row of C u
  double shake_g = 0;                  // noise of G in proportion to y - origin
  Noise noise_f = Noise::normal, noise_g = Noise::normal;
  AnySet fast_set, slow_set;
  std::vector<double> fast_start, slow_start;

  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = 2 * nx + 1, .slow_noise = 2 * ny}; }

  template <class X>
  auto fast(const X& x, const auto& y, const auto& xi) const {
    const auto w = bent(off_manifold(x, y), bend_f);
    const auto factor = 1.0 + shake_f * xi[2 * nx];
    X out(nx);
    for (int i = 0; i < nx; ++i) {
      auto pull = A(i, 0) * w[0];
      for (int j = 1; j < nx; ++j) pull = pull + A(i, j) * w[j];
      out[i] = x[i] - (factor + shake_rows * xi[nx + i]) * pull - push[i] + sigma_f[i] * shaped(noise_f, xi[i]);
    }
    return out;
  }

  template <class X>
  auto slow(const X& x, const auto& y, const auto& zeta) const {
    const auto w = bent(off_manifold(x, y), bend_g);
    const auto s = turned(y);
    Vector<typename X::Element> out(ny);
    for (int i = 0; i < ny; ++i) {
      auto sum = C(i, 0) * w[0];
      for (int j = 1; j < nx; ++j) sum = sum + C(i, j) * w[j];
      sum = (1.0 + shake_c * zeta[ny + i]) * sum;
      for (int j = 0; j < ny; ++j) sum = sum + M(i, j) * s[j];
      const auto size = sigma_g[i] + shake_g * (y[i] - origin[i]);
      out[i] = sum + ys[i] + lift[i] + size * shaped(noise_g, zeta[i]);
    }
    return out;
  }

 private:
  template <class X>
  X off_manifold(const X& x, const auto& y) const {
    X u(nx);
    for (int i = 0; i < nx; ++i) {
      auto at = xs[i] + S(i, 0) * (y[0] - ys[0]);
      for (int j = 1; j < ny; ++j) at = at + S(i, j) * (y[j] - ys[j]);
      u[i] = x[i] - at;
    }
    return u;
  }
  template <class X>
  X bent(X u, double bend) const {
    if (bend == 0) return u;
    for (int i = 0; i < nx; ++i) u[i] = u[i] + bend * unit_x * (1.0 - cos(u[i] * (1 / unit_x)));
    return u;
  }
  template <class Y>
  Y turned(const Y& y) const {
    Y v(ny);
    for (int i = 0; i < ny; ++i) {
      v[i] = y[i] - ys[i];
      if (bend_h != 0) v[i] = (1 - bend_h) * v[i] + bend_h * unit_y * sin(v[i] * (1 / unit_y));
    }
    return v;
  }
};

}  // namespace twoscale::trust
