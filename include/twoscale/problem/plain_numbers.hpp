#pragma once
// PlainNumbers<P>: a problem written for plain numbers, made to look like one written for any scalar. For code that
// branches on values or calls a library that knows only double:
//
//   Vector<double, 2> fast(const Vector<double, 2>& x, const Vector<double, 2>& y, const Vector<double, 2>& xi) const;
//
// Packs go through it lane by lane, so a replica keeps its bits; derivatives come from central differences.

#include <twoscale/problem/derivative.hpp>
#include <twoscale/problem/one_scale.hpp>

namespace twoscale {

template <class P>
concept TakesAnyNumbers = requires(const P& p, FastVector<P> x, SlowVector<P> y,
                                   NoiseVector<P, &Shape::fast_noise> xi) {
  p.fast(x, y, xi);
};
/// Asked in this order: a function for any numbers need not compile for plain ones.
template <class P>
concept TakesPlainNumbers =
    !TakesAnyNumbers<P> && requires(const P& p, Vector<double, kFast<P>> x, Vector<double, kSlow<P>> y,
                                    Vector<double, fixed_size<P, &Shape::fast_noise>()> xi) {
  p.fast(x, y, xi);
};

namespace detail {

template <class V, int N = V::kSize>
Vector<double, N> lane_of(const V& v, int lane) {
  Vector<double, N> out(v.size());
  for (int i = 0; i < v.size(); ++i) out[i] = v[i].lane(lane);
  return out;
}

// A result of one lane, and its place among the packs: a vector, or a matrix.
template <class S, int N>
Vector<S, N> packs_like(const Vector<double, N>& lane) {
  return Vector<S, N>(lane.size());
}
template <class S, int R, int C>
Matrix<S, R, C> packs_like(const Matrix<double, R, C>& lane) {
  return Matrix<S, R, C>(lane.rows(), lane.cols());
}
template <class S, int N>
void put_lane(Vector<S, N>& out, int lane, const Vector<double, N>& values) {
  for (int i = 0; i < out.size(); ++i) out[i].set_lane(lane, values[i]);
}
template <class S, int R, int C>
void put_lane(Matrix<S, R, C>& out, int lane, const Matrix<double, R, C>& values) {
  put_lane(out.entries(), lane, values.entries());
}

/// Calls function on every lane's plain numbers.
template <class F, class V, class... Vs>
auto lane_by_lane(const F& function, const V& first, const Vs&... rest) {
  using S = typename V::Element;
  const auto lane0 = function(lane_of(first, 0), lane_of(rest, 0)...);
  auto out = packs_like<S>(lane0);
  put_lane(out, 0, lane0);
  for (int lane = 1; lane < S::kWidth; ++lane)
    put_lane(out, lane, function(lane_of(first, lane), lane_of(rest, lane)...));
  return out;
}

}  // namespace detail

// One member of the wrapped problem, if it is there, lane by lane.
#define TWOSCALE_PLAIN_MEMBER(member)                                                                       \
  template <class... V>                                                                                     \
  auto member(const V&... v) const requires(requires(const P& p) { p.member(detail::lane_of(v, 0)...); }) { \
    return detail::lane_by_lane([this](const auto&... lane) { return P::member(lane...); }, v...);          \
  }

template <class P>
class PlainNumbers : public P {
 public:
  using Inner = P;
  static constexpr Differentiation differentiation = Differentiation::differences;

  PlainNumbers() = default;
  PlainNumbers(P problem) : P(std::move(problem)) {}  // NOLINT: a problem is its own wrapping

  TWOSCALE_PLAIN_MEMBER(fast)
  TWOSCALE_PLAIN_MEMBER(slow)
  TWOSCALE_PLAIN_MEMBER(mean_fast)
  TWOSCALE_PLAIN_MEMBER(mean_slow)
  TWOSCALE_PLAIN_MEMBER(fast_solution)
  TWOSCALE_PLAIN_MEMBER(reduced)
  TWOSCALE_PLAIN_MEMBER(preconditioner)
  TWOSCALE_PLAIN_MEMBER(preconditioner_times)
  TWOSCALE_PLAIN_MEMBER(fast_derivative)
  TWOSCALE_PLAIN_MEMBER(slow_derivative)
  TWOSCALE_PLAIN_MEMBER(fast_derivative_times)
  TWOSCALE_PLAIN_MEMBER(slow_derivative_times)
  TWOSCALE_PLAIN_MEMBER(fast_derivative_adjoint)
  TWOSCALE_PLAIN_MEMBER(slow_derivative_adjoint)
  TWOSCALE_PLAIN_MEMBER(fast_score)
  TWOSCALE_PLAIN_MEMBER(slow_score)
};
#undef TWOSCALE_PLAIN_MEMBER

template <class P>
std::vector<SettingSlot> slots_of(PlainNumbers<P>& problem) {
  return slots_of(static_cast<P&>(problem));
}

/// The problem as the library takes it.
template <class P>
using Adapted =
    std::conditional_t<HasOneScale<P>, OneScale<P>, std::conditional_t<TakesPlainNumbers<P>, PlainNumbers<P>, P>>;

}  // namespace twoscale
