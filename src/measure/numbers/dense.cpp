// Vectors and small dense matrices: plain loops.
#include <algorithm>
#include <cmath>

#include <twoscale/measure/numbers.hpp>

namespace twoscale::detail {

double dot(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
double norm(const Numbers& v) { return std::sqrt(dot(v, v)); }
double distance(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}
Numbers moved(const Numbers& a, double s, const Numbers& b) {
  Numbers out(a);
  for (std::size_t i = 0; i < a.size(); ++i) out[i] += s * b[i];
  return out;
}
Numbers difference(const Numbers& a, const Numbers& b) { return moved(a, -1, b); }
Numbers scaled(double s, const Numbers& v) {
  Numbers out(v);
  for (double& value : out) value *= s;
  return out;
}
bool finite(const Numbers& v) {
  return std::all_of(v.begin(), v.end(), [](double value) { return std::isfinite(value); });
}

Numbers Dense::times(const Numbers& v) const {
  Numbers out(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) out[i] += at(i, j) * v[j];
  return out;
}
Numbers Dense::transposed_times(const Numbers& v) const {
  Numbers out(static_cast<std::size_t>(cols));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) out[j] += at(i, j) * v[i];
  return out;
}

std::optional<Numbers> solve(Dense m, Numbers right) {
  const int n = m.rows;
  double largest = 0;
  for (double value : m.entry) largest = std::max(largest, std::abs(value));
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(m.at(i, k)) > std::abs(m.at(pivot, k))) pivot = i;
    if (!(std::abs(m.at(pivot, k)) > 1e-13 * largest)) return std::nullopt;
    for (int j = k; j < n; ++j) std::swap(m.at(k, j), m.at(pivot, j));
    std::swap(right[k], right[pivot]);
    for (int i = k + 1; i < n; ++i) {
      const double factor = m.at(i, k) / m.at(k, k);
      for (int j = k; j < n; ++j) m.at(i, j) -= factor * m.at(k, j);
      right[i] -= factor * right[k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) right[i] -= m.at(i, j) * right[j];
    right[i] /= m.at(i, i);
  }
  return right;
}

std::optional<Dense> right_divide(const Dense& right, const Dense& matrix) {
  Dense transposed(matrix.cols, matrix.rows), out(right.rows, matrix.rows);
  for (int i = 0; i < matrix.rows; ++i)
    for (int j = 0; j < matrix.cols; ++j) transposed.at(j, i) = matrix.at(i, j);
  for (int r = 0; r < right.rows; ++r) {
    Numbers row(right.entry.begin() + static_cast<std::ptrdiff_t>(r) * right.cols,
                right.entry.begin() + static_cast<std::ptrdiff_t>(r + 1) * right.cols);
    const auto solution = solve(transposed, std::move(row));
    if (!solution) return std::nullopt;
    for (int j = 0; j < out.cols; ++j) out.at(r, j) = (*solution)[j];
  }
  return out;
}

std::optional<Dense> preconditioner(const Dense& fast_derivative, const Dense& slow_derivative) {
  return right_divide(slow_derivative, identity_minus(fast_derivative));
}
Dense identity_minus(Dense matrix) {
  for (double& entry : matrix.entry) entry = -entry;
  for (int i = 0; i < matrix.rows; ++i) matrix.at(i, i) += 1;
  return matrix;
}

Numbers top_direction(const Dense& matrix) {
  // A start that no symmetry of a hand-made problem is likely to be orthogonal to.
  Numbers v(static_cast<std::size_t>(matrix.cols));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::cos(1.0 + 2.4 * static_cast<double>(i));
  v = scaled(1 / norm(v), v);
  constexpr int kIterations = 100;
  for (int k = 0; k < kIterations; ++k) {
    const Numbers next = matrix.transposed_times(matrix.times(v));
    const double size = norm(next);
    if (!(size > 0) || !std::isfinite(size)) break;
    v = scaled(1 / size, next);
  }
  return v;
}
double operator_norm(const Dense& matrix) { return norm(matrix.times(top_direction(matrix))); }

}  // namespace twoscale::detail
