#pragma once
// Matrix<S, R, C>: a small dense matrix, row by row, of fixed or run-time size.

#include <array>
#include <limits>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

namespace detail {
/// Throws; kept out of line so that the kernels stay small.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_entries(int rows, int cols);

constexpr int entry_count(int rows, int cols) {
  const long long count = static_cast<long long>(rows) * cols;
  if (count > std::numeric_limits<int>::max()) refuse_entries(rows, cols);
  return static_cast<int>(count);
}
}  // namespace detail

/// R where a loop over that many rows is worth writing out, kDynamic where it is not.
template <int R, int C>
inline constexpr int kUnrolled = (R != kDynamic && C != kDynamic && R * C <= 16) ? R : kDynamic;

/// How many numbers a matrix of this size has, if that is known.
template <int R, int C>
inline constexpr int kEntries = (R == kDynamic || C == kDynamic) ? kDynamic : R* C;

template <class S, int R = kDynamic, int C = kDynamic>
class Matrix {
 public:
  using Element = S;
  static constexpr int kRows = R, kCols = C;

  TWOSCALE_INLINE Matrix() : Matrix(R == kDynamic ? 0 : R, C == kDynamic ? 0 : C) {}
  TWOSCALE_INLINE Matrix(int rows, int cols) : rows_(rows), cols_(cols), values_(detail::entry_count(rows, cols)) {}

  TWOSCALE_INLINE Matrix(Uninitialised tag, int rows, int cols)
      : rows_(rows), cols_(cols), values_(tag, detail::entry_count(rows, cols)) {}

  /// From rows known when compiling to as many known when the program runs, or back.
  template <int R2>
  requires(R2 != R && (R2 == kDynamic || R == kDynamic)) TWOSCALE_INLINE
      Matrix(Matrix<S, R2, C> other)  // NOLINT: these are the same numbers
      : rows_(other.rows()), cols_(other.cols()), values_(std::move(other.entries())) {}

  TWOSCALE_INLINE int rows() const {
    if constexpr (R == kDynamic) return rows_;
    else return R;
  }
  TWOSCALE_INLINE int cols() const {
    if constexpr (C == kDynamic) return cols_;
    else return C;
  }
  TWOSCALE_INLINE S& operator()(int i, int j) { return values_[i * cols() + j]; }
  TWOSCALE_INLINE const S& operator()(int i, int j) const { return values_[i * cols() + j]; }

  /// The entries row by row: what a Frobenius norm, a projection or a file sees.
  TWOSCALE_INLINE auto& entries() { return values_; }
  TWOSCALE_INLINE const auto& entries() const { return values_; }

  static Matrix identity(int n) {
    Matrix out(n, n);
    for (int i = 0; i < n; ++i) out(i, i) = S(1.0);
    return out;
  }

 private:
  int rows_, cols_;
  Vector<S, kEntries<R, C>> values_;
};

/// Numbers laid out row by row as a matrix, as when noise fills one.
template <int R, int C, class S, int N>
TWOSCALE_INLINE Matrix<S, R, C> as_matrix(const Vector<S, N>& values, int rows = R, int cols = C) {
  Matrix<S, R, C> out(Uninitialised{}, rows, cols);
  detail::require_same_size(rows * cols, values.size());
  unrolled<kEntries<R, C>>(rows * cols, [&](int i) TWOSCALE_INLINE_LAMBDA { out.entries()[i] = values[i]; });
  return out;
}

namespace detail {

template <class A, int R, int C, class B, int R2, int C2, class Op>
TWOSCALE_INLINE auto combine(const Matrix<A, R, C>& a, const Matrix<B, R2, C2>& b, Op op) {
  require_same_size(a.rows(), b.rows());
  require_same_size(a.cols(), b.cols());
  Matrix<decltype(op(a(0, 0), b(0, 0))), kCommonSize<R, R2>, kCommonSize<C, C2>> out(Uninitialised{}, a.rows(),
                                                                                     a.cols());
  unrolled<kEntries<kCommonSize<R, R2>, kCommonSize<C, C2>>>(a.rows() * a.cols(), [&](int i) TWOSCALE_INLINE_LAMBDA {
    out.entries()[i] = op(a.entries()[i], b.entries()[i]);
  });
  return out;
}

}  // namespace detail

template <class A, int R, int C, class B, int R2, int C2>
TWOSCALE_INLINE auto operator+(const Matrix<A, R, C>& a, const Matrix<B, R2, C2>& b) {
  return detail::combine(a, b, [](const A& x, const B& y) { return x + y; });
}
template <class A, int R, int C, class B, int R2, int C2>
TWOSCALE_INLINE auto operator-(const Matrix<A, R, C>& a, const Matrix<B, R2, C2>& b) {
  return detail::combine(a, b, [](const A& x, const B& y) { return x - y; });
}
template <Scalar K, class A, int R, int C>
TWOSCALE_INLINE auto operator*(const K& k, const Matrix<A, R, C>& a) {
  Matrix<decltype(k * a(0, 0)), R, C> out(Uninitialised{}, a.rows(), a.cols());
  unrolled<kEntries<R, C>>(a.rows() * a.cols(),
                           [&](int i) TWOSCALE_INLINE_LAMBDA { out.entries()[i] = k * a.entries()[i]; });
  return out;
}

/// sum + a b for numbers that have nothing better.
template <class A, class B, class S>
TWOSCALE_INLINE S multiply_add(const A& a, const B& b, const S& sum) {
  return sum + a * b;
}

namespace detail {

/// Entries (i, j), ... of a product, I rows by J columns at once: each number that is read serves several sums, which
/// stay in registers. right(k, j) gives the right factor's numbers.
template <int I, int J, class A, int R, int C, class Right, class Put>
TWOSCALE_INLINE void product_block(const Matrix<A, R, C>& a, const Right& right, int i, int j, const Put& put) {
  using S = decltype(a(0, 0) * right(0, 0));
  const int columns = a.cols();
  std::array<const A*, I> rows;  // an index that is checked at every step would take as long as the sums
  for (int r = 0; r < I; ++r) rows[r] = a.entries().data() + (i + r) * columns;
  std::array<S, I * J> sum;
  unrolled<I * J>(I * J, [&](int s) TWOSCALE_INLINE_LAMBDA { sum[s] = rows[s / J][0] * right(0, j + s % J); });
  for (int k = 1; k < columns; ++k)
    unrolled<I * J>(I * J, [&](int s) TWOSCALE_INLINE_LAMBDA {
      sum[s] = multiply_add(rows[s / J][k], right(k, j + s % J), sum[s]);
    });
  unrolled<I * J>(I * J, [&](int s) TWOSCALE_INLINE_LAMBDA { put(i + s / J, j + s % J, sum[s]); });
}

/// Rows of a product with a vector whose sums are under way together: a sum waits for its last term, and eight
/// registers of sums hide that.
template <class S>
inline constexpr int kRowsAtOnce = sizeof(S) <= 32   ? 8
                                   : sizeof(S) <= 64 ? 4
                                                     : 2;

/// All entries of a product of so many columns (N of them, or kDynamic). Sums run in index order, whatever the blocks.
template <int I, int J, int N, class A, int R, int C, class Right, class Put>
TWOSCALE_INLINE void product(const Matrix<A, R, C>& a, const Right& right, int columns, const Put& put) {
  constexpr bool kMoreRows = R == kDynamic || R % I != 0, kMoreColumns = N == kDynamic || N % J != 0;
  int i = 0;
  for (; i + I <= a.rows(); i += I) {
    int j = 0;
    for (; j + J <= columns; j += J) product_block<I, J>(a, right, i, j, put);
    if constexpr (kMoreColumns)
      for (; j < columns; ++j) product_block<I, 1>(a, right, i, j, put);
  }
  if constexpr (kMoreRows)
    for (; i < a.rows(); ++i)
      for (int j = 0; j < columns; ++j) product_block<1, 1>(a, right, i, j, put);
}

}  // namespace detail

template <class A, int R, int C, class B, int N>
TWOSCALE_INLINE auto operator*(const Matrix<A, R, C>& a, const Vector<B, N>& v) {
  detail::require_same_size(a.cols(), v.size());
  using S = decltype(a(0, 0) * v[0]);
  Vector<S, R> out(Uninitialised{}, a.rows());
  if (a.cols() == 0) {
    out = Vector<S, R>(a.rows());
  } else if constexpr (kUnrolled<R, C> != kDynamic) {
    unrolled<R>(a.rows(), [&](int i) TWOSCALE_INLINE_LAMBDA {
      S sum = a(i, 0) * v[0];  // not out[i]: a dual would go through memory at every step
      unrolled<C>(a.cols(), [&](int j) TWOSCALE_INLINE_LAMBDA {
        if (j > 0) sum = multiply_add(a(i, j), v[j], sum);
      });
      out[i] = sum;
    });
  } else {
    detail::product<detail::kRowsAtOnce<S>, 1, 1>(
        a, [&](int k, int) TWOSCALE_INLINE_LAMBDA -> const B& { return v[k]; }, 1,
        [&](int i, int, const S& sum) TWOSCALE_INLINE_LAMBDA { out[i] = sum; });
  }
  return out;
}
template <class A, int R, int C, class B, int R2, int C2>
TWOSCALE_INLINE auto operator*(const Matrix<A, R, C>& a, const Matrix<B, R2, C2>& b) {
  detail::require_same_size(a.cols(), b.rows());
  using S = decltype(a(0, 0) * b(0, 0));
  Matrix<S, R, C2> out(Uninitialised{}, a.rows(), b.cols());  // returned in one place only: a second one would copy it
  if (a.cols() == 0) {
    out = Matrix<S, R, C2>(a.rows(), b.cols());
  } else if constexpr (kUnrolled<R, C2> != kDynamic && kUnrolled<R, C> != kDynamic) {
    unrolled<R>(a.rows(), [&](int i) TWOSCALE_INLINE_LAMBDA {
      unrolled<C2>(b.cols(), [&](int j) TWOSCALE_INLINE_LAMBDA {
        S sum = a(i, 0) * b(0, j);
        unrolled<C>(a.cols(), [&](int k) TWOSCALE_INLINE_LAMBDA {
          if (k > 0) sum = multiply_add(a(i, k), b(k, j), sum);
        });
        out(i, j) = sum;
      });
    });
  } else {
    detail::product<4, 4, C2>(
        a, [&](int k, int j) TWOSCALE_INLINE_LAMBDA -> const B& { return b(k, j); }, b.cols(),
        [&](int i, int j, const S& sum) TWOSCALE_INLINE_LAMBDA { out(i, j) = sum; });
  }
  return out;
}

template <class A, int R, int C>
Matrix<A, C, R> transpose(const Matrix<A, R, C>& a) {
  Matrix<A, C, R> out(a.cols(), a.rows());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) out(j, i) = a(i, j);
  return out;
}

/// A^T w, without the transpose.
template <class A, int R, int C, class B, int N>
auto transpose_times(const Matrix<A, R, C>& a, const Vector<B, N>& w) {
  detail::require_same_size(a.rows(), w.size());
  Vector<decltype(a(0, 0) * w[0]), C> out(a.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) out[j] = out[j] + a(i, j) * w[i];
  return out;
}

/// a b^T.
template <class A, int R, class B, int C>
auto outer(const Vector<A, R>& a, const Vector<B, C>& b) {
  Matrix<decltype(a[0] * b[0]), R, C> out(a.size(), b.size());
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < b.size(); ++j) out(i, j) = a[i] * b[j];
  return out;
}

// Rows and columns, and updates in place: what keeps a large matrix from being copied.
template <class A, int R, int C>
Vector<A, C> row(const Matrix<A, R, C>& a, int i) {
  Vector<A, C> out(a.cols());
  for (int j = 0; j < a.cols(); ++j) out[j] = a(i, j);
  return out;
}
template <class A, int R, int C>
Vector<A, R> column(const Matrix<A, R, C>& a, int j) {
  Vector<A, R> out(a.rows());
  for (int i = 0; i < a.rows(); ++i) out[i] = a(i, j);
  return out;
}
template <class A, int R, int C, int N>
void add_to_row(Matrix<A, R, C>& a, int i, const A& step, const Vector<A, N>& v) {
  for (int j = 0; j < a.cols(); ++j) a(i, j) = a(i, j) + step * v[j];
}
/// a <- a + u v^T.
template <class A, int R, int C, int N, int M>
void add_outer(Matrix<A, R, C>& a, const Vector<A, N>& u, const Vector<A, M>& v) {
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) a(i, j) = a(i, j) + u[i] * v[j];
}

/// sqrt of the sum of squared entries.
template <class A, int R, int C>
A frobenius_norm(const Matrix<A, R, C>& a) {
  return norm(a.entries());
}

/// Solves A x = b by elimination without pivoting, so that packs need no branches. Meant for
/// A = I - dF/dx with |dF/dx| <= mu < 1 ([P] Assumption smooth): its symmetric part is at least
/// (1 - mu) I, every pivot is positive and the elimination is stable [golub_vanloan_2013, 4.3.2].
template <class S, int N, class B, int M>
auto solve(Matrix<S, N, N> a, Vector<B, M> b) {
  const int n = a.rows();
  detail::require_same_size(n, a.cols());
  detail::require_same_size(n, b.size());
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const S factor = a(i, k) / a(k, k);
      for (int j = k + 1; j < n; ++j) a(i, j) = a(i, j) - factor * a(k, j);
      b[i] = b[i] - factor * b[k];
    }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) b[i] = b[i] - a(i, j) * b[j];
    b[i] = b[i] / a(i, i);
  }
  return b;
}

/// C A^-1, one solve with A transposed per row of C: how P* comes from its two derivatives.
template <class S, int R, int N>
Matrix<S, R, N> right_divide(const Matrix<S, R, N>& c, const Matrix<S, N, N>& a) {
  const Matrix<S, N, N> at = transpose(a);
  Matrix<S, R, N> out(c.rows(), c.cols());
  for (int i = 0; i < c.rows(); ++i) {
    Vector<S, N> row(c.cols());
    for (int j = 0; j < c.cols(); ++j) row[j] = c(i, j);
    const Vector<S, N> solved = solve(at, row);
    for (int j = 0; j < c.cols(); ++j) out(i, j) = solved[j];
  }
  return out;
}

}  // namespace twoscale
