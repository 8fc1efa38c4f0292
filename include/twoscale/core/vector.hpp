#pragma once
// Vector<S, N>: N numbers, N fixed when compiling or kDynamic.
//
// Deliberately small: sums run in index order, one rounding per written operation, so that results
// do not depend on the instruction set (Eigen's reductions do). x and y may carry different scalars:
// only x carries derivatives.

#include <array>
#include <cmath>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include <twoscale/core/error.hpp>
#include <twoscale/core/pack.hpp>

namespace twoscale {

inline constexpr int kDynamic = -1;

template <class T>
inline constexpr bool kIsDual = false;
template <class T>
inline constexpr bool kIsAdjoint = false;

/// Plain numbers, packs, duals and adjoints: what may scale a vector.
template <class T>
concept Scalar = std::is_arithmetic_v<T> || kIsPack<T> || kIsDual<T> || kIsAdjoint<T>;

/// The size two operands agree on; a fixed one wins over a run-time one.
template <int N, int M>
inline constexpr int kCommonSize = (N == kDynamic) ? M : N;

/// Numbers whose vectors check every index: plain ones, which no kernel computes with, and those that say so.
template <class T>
inline constexpr bool kChecksIndex = std::is_same_v<T, double>;

/// An index outside of a vector that checks.
struct IndexError : Error {
  IndexError(int index, int size);
  int index, size;
};

namespace detail {
/// Throws; kept out of line so that the kernels stay small.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_sizes(int a, int b);
[[noreturn, gnu::cold, gnu::noinline]] void refuse_index(int index, int size);
}  // namespace detail

/// Asks for numbers without a value yet, where all of them are about to be given one.
struct Uninitialised {};

template <class S, int N = kDynamic>
class Vector {
 public:
  using Element = S;
  static constexpr int kSize = N;

  TWOSCALE_INLINE Vector() : values_{} {}
  TWOSCALE_INLINE explicit Vector(int size) : values_{} { resize(size); }
  TWOSCALE_INLINE Vector(Uninitialised, int size) { resize(size); }
  TWOSCALE_INLINE Vector(std::initializer_list<S> list) : values_{} {
    resize(static_cast<int>(list.size()));
    int i = 0;
    for (const S& value : list) values_[i++] = value;
  }

  TWOSCALE_INLINE int size() const {
    if constexpr (N == kDynamic) return static_cast<int>(values_.size());
    else return N;
  }
  TWOSCALE_INLINE S& operator[](int i) { return values_[checked(i)]; }
  TWOSCALE_INLINE const S& operator[](int i) const { return values_[checked(i)]; }
  const S* data() const { return values_.data(); }
  S* data() { return values_.data(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

  template <class B>
  TWOSCALE_INLINE Vector& operator+=(const B& b) {
    return *this = *this + b;
  }
  template <class B>
  TWOSCALE_INLINE Vector& operator-=(const B& b) {
    return *this = *this - b;
  }

 private:
  TWOSCALE_INLINE int checked(int i) const {
    if constexpr (kChecksIndex<S>)
      if (i < 0 || i >= size()) detail::refuse_index(i, size());
    return i;
  }
  TWOSCALE_INLINE void resize(int size) {
    if constexpr (N == kDynamic) values_.resize(size);
    else if (size != N) detail::refuse_sizes(size, N);
  }

  std::conditional_t<N == kDynamic, std::vector<S>, std::array<S, (N > 0 ? N : 0)>> values_;
};

namespace detail {

TWOSCALE_INLINE void require_same_size(int a, int b) {
  if (a != b) refuse_sizes(a, b);
}

template <class A, int N, class B, int M, class Op>
TWOSCALE_INLINE auto combine(const Vector<A, N>& a, const Vector<B, M>& b, Op op) {
  static_assert(N == M || N == kDynamic || M == kDynamic, "vectors of different sizes do not combine");
  if constexpr (N == kDynamic || M == kDynamic) require_same_size(a.size(), b.size());
  Vector<decltype(op(a[0], b[0])), kCommonSize<N, M>> out(Uninitialised{}, a.size());
  unrolled<kCommonSize<N, M>>(out.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { out[i] = op(a[i], b[i]); });
  return out;
}

}  // namespace detail

/// f applied to every element.
template <class A, int N, class F>
TWOSCALE_INLINE auto map(const Vector<A, N>& a, F f) {
  Vector<decltype(f(a[0])), N> out(Uninitialised{}, a.size());
  unrolled<N>(out.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { out[i] = f(a[i]); });
  return out;
}

template <class A, int N, class B, int M>
TWOSCALE_INLINE auto operator+(const Vector<A, N>& a, const Vector<B, M>& b) {
  return detail::combine(a, b, [](const A& x, const B& y) { return x + y; });
}
template <class A, int N, class B, int M>
TWOSCALE_INLINE auto operator-(const Vector<A, N>& a, const Vector<B, M>& b) {
  return detail::combine(a, b, [](const A& x, const B& y) { return x - y; });
}
template <class A, int N>
TWOSCALE_INLINE auto operator-(const Vector<A, N>& a) {
  return map(a, [](const A& x) { return -x; });
}
template <Scalar C, class A, int N>
TWOSCALE_INLINE auto operator*(const C& c, const Vector<A, N>& a) {
  return map(a, [&c](const A& x) { return c * x; });
}
template <Scalar C, class A, int N>
TWOSCALE_INLINE auto operator*(const Vector<A, N>& a, const C& c) {
  return map(a, [&c](const A& x) { return x * c; });
}
template <Scalar C, class A, int N>
TWOSCALE_INLINE auto operator/(const Vector<A, N>& a, const C& c) {
  return map(a, [&c](const A& x) { return x / c; });
}

template <class A, int N, class B, int M>
TWOSCALE_INLINE auto dot(const Vector<A, N>& a, const Vector<B, M>& b) {
  static_assert(N == M || N == kDynamic || M == kDynamic, "vectors of different sizes do not combine");
  if constexpr (N == kDynamic || M == kDynamic) detail::require_same_size(a.size(), b.size());
  using Product = decltype(a[0] * b[0]);
  if (a.size() == 0) return Product(0.0);
  Product sum = a[0] * b[0];
  unrolled<kCommonSize<N, M>>(a.size(), [&](int i) TWOSCALE_INLINE_LAMBDA {
    if (i > 0) sum = sum + a[i] * b[i];
  });
  return sum;
}
template <class A, int N>
TWOSCALE_INLINE A squared_norm(const Vector<A, N>& a) {
  return dot(a, a);
}
template <class A, int N>
TWOSCALE_INLINE A norm(const Vector<A, N>& a) {
  using std::sqrt;
  return sqrt(squared_norm(a));
}

}  // namespace twoscale
