#pragma once
// Made: the random matrices of the large problems, the same on every machine for one seed.

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <twoscale/problem.hpp>

namespace made {

using Square = twoscale::Matrix<double, twoscale::kDynamic, twoscale::kDynamic>;
using Numbers = twoscale::Vector<double>;

/// Numbers between -1 and 1, one after the other [vigna_2015].
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(0x9e3779b97f4a7c15u * (seed + 1)) {}
  double operator()() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_;
};

inline Square matrix(int rows, int columns, Draws& draw, double scale) {
  Square out(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) out(i, j) = scale * draw();
  return out;
}

/// A product of three reflections: orthogonal, with all entries of one order.
inline Square orthogonal(int n, Draws& draw) {
  Square out = Square::identity(n);
  for (int reflection = 0; reflection < 3; ++reflection) {
    Numbers v(n);
    double square = 0;
    for (int i = 0; i < n; ++i) v[i] = draw(), square += v[i] * v[i];
    const Numbers along = out * v;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) out(i, j) -= 2 / square * along[i] * v[j];
  }
  return out;
}

/// U diag(d) V^T.
inline Square product(const Square& U, const std::vector<double>& d, const Square& V) {
  Square scaled(U.rows(), U.cols());
  for (int i = 0; i < U.rows(); ++i)
    for (int j = 0; j < U.cols(); ++j) scaled(i, j) = U(i, j) * d[j];
  return scaled * transpose(V);
}

/// Its largest singular value, by power iteration.
inline double norm(const Square& M) {
  Numbers v(M.cols());
  for (int i = 0; i < v.size(); ++i) v[i] = std::cos(1.0 + 2.4 * i);
  double size = 0;
  for (int k = 0; k < 200; ++k) {
    v = twoscale::transpose_times(M, M * v);
    size = std::sqrt(twoscale::squared_norm(v));
    for (int i = 0; i < v.size(); ++i) v[i] /= size;
  }
  return std::sqrt(size);
}

/// From `first` down to first / spread in equal ratios.
inline std::vector<double> falling(int n, double first, double spread) {
  std::vector<double> out(n);
  for (int i = 0; i < n; ++i) out[i] = first * std::pow(spread, -static_cast<double>(i) / (n > 1 ? n - 1 : 1));
  return out;
}

/// Turns by angles from `smallest` to 2, in planes that no axis lies in: non-expansive, with one fixed point.
inline Square turn(int n, double smallest, Draws& draw) {
  Square blocks = Square::identity(n);
  const int planes = n / 2;
  for (int p = 0; p < planes; ++p) {
    const double angle = smallest * std::pow(2 / smallest, planes > 1 ? static_cast<double>(p) / (planes - 1) : 0);
    blocks(2 * p, 2 * p) = blocks(2 * p + 1, 2 * p + 1) = std::cos(angle);
    blocks(2 * p, 2 * p + 1) = -std::sin(angle), blocks(2 * p + 1, 2 * p) = std::sin(angle);
  }
  if (n % 2 == 1) blocks(n - 1, n - 1) = -0.5;
  const Square Q = orthogonal(n, draw);
  return Q * blocks * transpose(Q);
}

}  // namespace made
