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
#include <utility>
#include <vector>

#include <twoscale/core/error.hpp>
#include <twoscale/core/memory.hpp>
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

/// Whether a vector's numbers lie in it, or in memory of their own: many in it would be copied with every move, and a
/// few of them would fill a stack.
template <int N>
inline constexpr bool kInPlace = N != kDynamic&& N <= 32;

template <class S, int N = kDynamic>
class Vector {
 public:
  using Element = S;
  static constexpr int kSize = N;

  TWOSCALE_INLINE Vector() : Vector(N == kDynamic ? 0 : N) {}
  TWOSCALE_INLINE explicit Vector(int size) : values_{} {
    if constexpr (kInPlace<N>) resize(size);
    else values_.assign(checked_size(size), S());
  }
  TWOSCALE_INLINE Vector(Uninitialised, int size) { resize(size); }
  TWOSCALE_INLINE Vector(std::initializer_list<S> list) : values_{} {
    resize(static_cast<int>(list.size()));
    int i = 0;
    for (const S& value : list) values_[i++] = value;
  }

  /// From a size known when compiling to one known when the program runs, or back.
  template <int M>
  requires(M != N && (M == kDynamic || N == kDynamic)) TWOSCALE_INLINE
      Vector(Vector<S, M> other) {  // NOLINT: these are the same numbers
    checked_size(other.size());
    if constexpr (!kInPlace<N> && !kInPlace<M>) {
      values_ = std::move(other.values_);
    } else {
      resize(other.size());
      for (int i = 0; i < size(); ++i) values_[i] = other[i];
    }
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
    return *this = std::move(*this) + b;
  }
  template <class B>
  TWOSCALE_INLINE Vector& operator-=(const B& b) {
    return *this = std::move(*this) - b;
  }

 private:
  template <class, int>
  friend class Vector;

  TWOSCALE_INLINE int checked(int i) const {
    if constexpr (kChecksIndex<S>)
      if (i < 0 || i >= size()) detail::refuse_index(i, size());
    return i;
  }
  TWOSCALE_INLINE static int checked_size(int size) {
    if (N != kDynamic && size != N) detail::refuse_sizes(size, N);
    return size;
  }
  TWOSCALE_INLINE void resize(int size) {
    if constexpr (kInPlace<N>) checked_size(size);
    else values_.resize(checked_size(size));
  }

  std::conditional_t<kInPlace<N>, std::array<S, (N > 0 ? N : 0)>, std::vector<S, detail::RawMemory<S>>> values_;
};

namespace detail {
template <class V>
inline constexpr bool kIsVector = false;
template <class S, int N>
inline constexpr bool kIsVector<Vector<S, N>> = true;
}  // namespace detail

/// A vector, or a reference to one.
template <class V>
concept AnyVector = detail::kIsVector<std::remove_cvref_t<V>>;

namespace detail {

TWOSCALE_INLINE void require_same_size(int a, int b) {
  if (a != b) refuse_sizes(a, b);
}

/// A result that nobody else looks at, given as V&&, has memory for one of type Out.
template <class V, class Out>
inline constexpr bool kGivesMemory = !std::is_reference_v<V> && std::is_same_v<V, Out> && !kInPlace<Out::kSize>;

/// A new vector. The one variable of its function, or GCC 12 copies it on its way out.
template <class Out, class Fill>
TWOSCALE_INLINE Out filled(int size, const Fill& fill) {
  Out out(Uninitialised{}, size);
  fill(out);
  return out;
}
template <class Out, class Fill>
TWOSCALE_INLINE Out filled_in(Out& memory, const Fill& fill) {
  fill(memory);
  return std::move(memory);
}

/// With the sizes as arguments, so that compilers name them where they differ.
template <int N, int M>
consteval bool do_combine() {
  static_assert(N == M || N == kDynamic || M == kDynamic, "vectors of different sizes do not combine");
  return true;
}

template <AnyVector A, AnyVector B, class Op>
TWOSCALE_INLINE auto combine(A&& a, B&& b, const Op& op) {
  constexpr int N = std::remove_cvref_t<A>::kSize, M = std::remove_cvref_t<B>::kSize;
  static_assert(do_combine<N, M>());
  if constexpr (N == kDynamic || M == kDynamic) require_same_size(a.size(), b.size());
  using Out = Vector<decltype(op(a[0], b[0])), kCommonSize<N, M>>;
  const auto fill = [&](Out& out) TWOSCALE_INLINE_LAMBDA {
    unrolled<Out::kSize>(out.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { out[i] = op(a[i], b[i]); });
  };
  if constexpr (kGivesMemory<A, Out>) return filled_in<Out>(a, fill);
  else if constexpr (kGivesMemory<B, Out>) return filled_in<Out>(b, fill);
  else return filled<Out>(a.size(), fill);
}

}  // namespace detail

/// f applied to every element.
template <AnyVector V, class F>
TWOSCALE_INLINE auto map(V&& a, const F& f) {
  using Out = Vector<decltype(f(std::as_const(a)[0])), std::remove_cvref_t<V>::kSize>;
  const auto fill = [&](Out& out) TWOSCALE_INLINE_LAMBDA {
    unrolled<Out::kSize>(out.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { out[i] = f(std::as_const(a)[i]); });
  };
  if constexpr (detail::kGivesMemory<V, Out>) return detail::filled_in<Out>(a, fill);
  else return detail::filled<Out>(a.size(), fill);
}

// Sums and multiples of results that nobody else looks at, as in (a - b) * c, are made in their memory.
template <AnyVector A, AnyVector B>
TWOSCALE_INLINE auto operator+(A&& a, B&& b) {
  return detail::combine(std::forward<A>(a), std::forward<B>(b), [](const auto& x, const auto& y) { return x + y; });
}
template <AnyVector A, AnyVector B>
TWOSCALE_INLINE auto operator-(A&& a, B&& b) {
  return detail::combine(std::forward<A>(a), std::forward<B>(b), [](const auto& x, const auto& y) { return x - y; });
}
template <AnyVector V>
TWOSCALE_INLINE auto operator-(V&& a) {
  return map(std::forward<V>(a), [](const auto& x) { return -x; });
}
template <Scalar C, AnyVector V>
TWOSCALE_INLINE auto operator*(const C& c, V&& a) {
  return map(std::forward<V>(a), [&c](const auto& x) { return c * x; });
}
template <AnyVector V, Scalar C>
TWOSCALE_INLINE auto operator*(V&& a, const C& c) {
  return map(std::forward<V>(a), [&c](const auto& x) { return x * c; });
}
template <AnyVector V, Scalar C>
TWOSCALE_INLINE auto operator/(V&& a, const C& c) {
  return map(std::forward<V>(a), [&c](const auto& x) { return x / c; });
}

/// What every update of a state does: v + step (target - v), in one pass.
template <Scalar C, class S, int N>
TWOSCALE_INLINE void move_towards(Vector<S, N>& v, const C& step, const Vector<S, N>& target) {
  if constexpr (N == kDynamic) detail::require_same_size(v.size(), target.size());
  const C share = step;  // of its own, or it would be read again after every number that is written
  unrolled<N>(v.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { v[i] = v[i] + share * (target[i] - v[i]); });
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
