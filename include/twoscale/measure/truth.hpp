#pragma once
// Truth: x*(y), h(y), A(y), C(y), P*(y) and the residual, from the problem's closed forms where it has
// them, otherwise solved numerically from its means. Kept apart from the methods: a measured number is
// never computed by the thing it measures.

#include <cmath>

#include <twoscale/problem/derivative.hpp>

namespace twoscale {

enum class Source { closed_form, numerical };

template <class P>
class Truth {
 public:
  using X = FastVector<P>;
  using Y = SlowVector<P>;
  using Square = Matrix<Real, kFast<P>, kFast<P>>;
  using Sensitivity = Matrix<Real, kSlow<P>, kFast<P>>;

  /// With Source::numerical the closed forms are left aside, so that the two can be compared.
  explicit Truth(const P& problem, Source source = Source::closed_form)
      : problem_(problem), closed_(source == Source::closed_form) {}

  /// The largest x for which matrices of its size are formed.
  static constexpr int kLargestDense = 256;

  static constexpr bool knows_reduced() { return HasReduced<P> || HasMeans<P>; }
  static constexpr bool knows_fast_solution() { return HasFastSolution<P> || HasMeans<P>; }
  static constexpr bool knows_preconditioner() { return HasPreconditioner<P> || HasMeans<P>; }

  /// The fixed point of f(., y).
  X fast_solution(const Y& y) const {
    if constexpr (HasFastSolution<P>)
      if (closed_) return problem_.fast_solution(y);
    return solve_fast(y);
  }

  /// h(y) = g(x*(y), y).
  Y reduced(const Y& y) const {
    if constexpr (HasReduced<P>)
      if (closed_) return problem_.reduced(y);
    return mean_slow(fast_solution(y), y);
  }

  /// A(y) = I - df/dx and C(y) = dg/dx at (x*(y), y), [P] eq. (A-C-P).
  Square residual_derivative(const Y& y) const {
    const Square df = fast_derivative(fast_solution(y), y);
    return Square::identity(df.rows()) - df;
  }
  Sensitivity slow_derivative(const Y& y) const {
    if constexpr (HasMeans<P>)
      return jacobian_of<P>([&](const auto& v) { return problem_.mean_slow(v, y); }, fast_solution(y));
    else throw needs_means();
  }
  /// P*(y) = C(y) A(y)^-1.
  Sensitivity preconditioner(const Y& y) const {
    if constexpr (HasPreconditioner<P>)
      if (closed_) return problem_.preconditioner(y);
    return right_divide(slow_derivative(y), residual_derivative(y));
  }

  /// |h(y) - y|^2, the measure of success.
  double squared_residual(const Y& y) const { return squared_norm(reduced(y) - y).lane(0); }
  /// |x - x*(y)|.
  double tracking_error(const X& x, const Y& y) const { return norm(x - fast_solution(y)).lane(0); }
  /// |P - P*(y)|_F.
  double preconditioner_error(const Sensitivity& matrix, const Y& y) const {
    return frobenius_norm(matrix - preconditioner(y)).lane(0);
  }

  // What the oracles say on average at (x, y), minus h(y): [P] Prop. bias-order, Lemma newton-point.
  Y raw_bias(const X& x, const Y& y) const { return mean_slow(x, y) - reduced(y); }
  Y corrected_bias(const X& x, const Y& y) const { return corrected_bias(preconditioner(y), x, y); }
  Y corrected_bias(const Sensitivity& matrix, const X& x, const Y& y) const {
    return mean_slow(x, y) + matrix * (mean_fast(x, y) - x) - reduced(y);
  }
  Y newton_bias(const X& x, const Y& y) const { return mean_slow(newton_point(x, y), y) - reduced(y); }
  X newton_point(const X& x, const Y& y) const {
    const Square df = fast_derivative(x, y);
    return x + solve(Square::identity(df.rows()) - df, mean_fast(x, y) - x);
  }

  X mean_fast(const X& x, const Y& y) const {
    if constexpr (HasMeans<P>) return problem_.mean_fast(x, y);
    else throw needs_means();
  }
  Y mean_slow(const X& x, const Y& y) const {
    if constexpr (HasMeans<P>) return problem_.mean_slow(x, y);
    else throw needs_means();
  }
  Square fast_derivative(const X& x, const Y& y) const {
    if constexpr (HasMeans<P>) return jacobian_of<P>([&](const auto& v) { return problem_.mean_fast(v, y); }, x);
    else throw needs_means();
  }

 private:
  static Error needs_means() {
    return Error(
        "the exact residual needs the means: give the problem mean_fast(x, y) and mean_slow(x, y), or closed forms");
  }

  /// The contraction alone gets near; Newton steps finish to rounding error, where x is small enough for them.
  X solve_fast(const Y& y) const {
    X x(shape_of(problem_).fast);
    const bool small = x.size() <= kLargestDense;
    iterate(x, small ? 200 : 100000, small ? 1e-3 : 1e-14, [&] { return mean_fast(x, y); });
    if (small) iterate(x, 50, 1e-15, [&] { return newton_point(x, y); });
    if (!(change(x, mean_fast(x, y)) < 1e-12))
      throw Error("no fixed point of the fast map was found at this y to 1e-12: is f(., y) a contraction?");
    return x;
  }

  static double change(const X& x, const X& next) { return norm(next - x).lane(0) / (1 + norm(x).lane(0)); }
  /// x <- step() until it moves less than `tolerance`; false when it still does after `most` steps.
  template <class Step>
  static bool iterate(X& x, int most, double tolerance, const Step& step) {
    for (int i = 0; i < most; ++i) {
      const X next = step();
      const double moved = change(x, next);
      x = next;
      if (moved < tolerance) return true;
    }
    return false;
  }

  const P& problem_;
  bool closed_;
};

}  // namespace twoscale
