#pragma once
// Truth: x*(y), h(y), A(y), C(y), P*(y) and the residual, from the problem's closed forms where it has
// them, otherwise solved numerically from its means. Kept apart from the methods: a measured number is
// never computed by the thing it measures.
//
// Sets are part of the problem. x*(y) is the x in X with x = Proj_X[x + a (f(x, y) - x)] for every a > 0, and the
// residual is the natural one, |Proj_Y h(y) - y|. Where f's own fixed point lies in X and h(y) in Y, both are the
// paper's, to the bit.

#include <cmath>
#include <optional>

#include <twoscale/problem/derivative.hpp>
#include <twoscale/problem/face.hpp>

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

  /// x*(y), in X. A closed form that is not in X is that of another problem, and is left aside where the means allow
  /// it.
  X fast_solution(const Y& y) const {
    if constexpr (HasFastSolution<P>)
      if (closed_) {
        const X x = problem_.fast_solution(y);
        if (!HasMeans<P> || is_in_set(fast_set_of(problem_), x)) return x;
      }
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
  /// P*(y) = C(y) A(y)^-1; where x*(y) is held by its set, that of the projected map
  /// (preconditioner/lazy_learned.hpp).
  Sensitivity preconditioner(const Y& y) const {
    if constexpr (HasPreconditioner<P>)
      if (closed_) return problem_.preconditioner(y);
    if constexpr (kConstrained<P> && HasMeans<P>) {
      const X x = fast_solution(y), free = mean_fast(x, y);
      if (!is_in_set(fast_set_of(problem_), free)) return preconditioner_on(Face(fast_set_of(problem_), free), x, y);
    }
    return right_divide(slow_derivative(y), residual_derivative(y));
  }

  /// |Proj_Y h(y) - y|^2, the measure of success.
  double squared_residual(const Y& y) const {
    Y h = reduced(y);
    if (!is_in_set(slow_set_of(problem_), h)) slow_set_of(problem_).project(h);
    return squared_norm(h - y).lane(0);
  }
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

  X solve_fast(const Y& y) const {
    const std::optional<X> free = solve_free(y);
    if (free && is_in_set(fast_set_of(problem_), *free)) return *free;
    if constexpr (kConstrained<P>)
      if (const std::optional<X> held = solve_held(y)) return *held;
    throw Error("no fixed point of the fast map was found at this y to 1e-12: is f(., y) a contraction?");
  }

  /// Without the set. The contraction alone gets near; Newton steps finish to rounding error, where x is small enough.
  std::optional<X> solve_free(const Y& y) const {
    X x(shape_of(problem_).fast);
    const bool small = x.size() <= kLargestDense;
    iterate(x, small ? 200 : 100000, small ? 1e-3 : 1e-14, [&] { return mean_fast(x, y); });
    if (small) iterate(x, 50, 1e-15, [&] { return newton_point(x, y); });
    return change(x, mean_fast(x, y)) < 1e-12 ? std::optional(x) : std::nullopt;
  }

  /// With it: x <- Proj_X[f(x, y)] is a contraction, too; Newton's steps are those of its smooth pieces, and are taken
  /// where they help.
  std::optional<X> solve_held(const Y& y) const {
    const auto& set = fast_set_of(problem_);
    const auto step = [&](const X& x) {
      X next = mean_fast(x, y);
      set.project(next);
      return next;
    };
    X x(shape_of(problem_).fast);
    set.project(x);
    const bool small = x.size() <= kLargestDense;
    iterate(x, small ? 1000 : 100000, 1e-14, [&] { return step(x); });
    for (int i = 0; small && i < 50 && change(x, step(x)) >= 1e-15; ++i) {
      X next = held_newton_point(x, y);
      set.project(next);
      x = change(next, step(next)) < change(x, step(x)) ? next : step(x);
    }
    return change(x, step(x)) < 1e-12 ? std::optional(x) : std::nullopt;
  }
  X held_newton_point(const X& x, const Y& y) const {
    const Face face(fast_set_of(problem_), mean_fast(x, y));
    Square slope = fast_derivative(x, y);
    X column(x.size());
    for (int j = 0; j < slope.cols(); ++j) {
      for (int i = 0; i < slope.rows(); ++i) column[i] = slope(i, j);
      const X kept = face.along(column);
      for (int i = 0; i < slope.rows(); ++i) slope(i, j) = kept[i];
    }
    return x + solve(Square::identity(x.size()) - slope, face.nearest() - x);
  }
  /// C D (I - df/dx D)^-1, D the projection's derivative at f(x, y).
  template <class F>
  Sensitivity preconditioner_on(const F& face, const X& x, const Y& y) const {
    Square df = fast_derivative(x, y);
    Sensitivity C = jacobian_of<P>([&](const auto& v) { return problem_.mean_slow(v, y); }, x);
    const auto project_rows = [&](auto& matrix) {
      for (int i = 0; i < matrix.rows(); ++i) {
        const X kept = face.along(row(matrix, i));
        for (int j = 0; j < matrix.cols(); ++j) matrix(i, j) = kept[j];
      }
    };
    project_rows(df), project_rows(C);
    return right_divide(C, Square::identity(df.rows()) - df);
  }

  /// A hair of rounding is forgiven, as in a start.
  template <class Set, class V>
  static bool is_in_set(const Set& set, const V& v) {
    if constexpr (std::is_same_v<Set, WholeSpace>) return true;
    V nearest = v;
    set.project(nearest);
    return norm(nearest - v).lane(0) <= 1e-12 * (1 + norm(v).lane(0));
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
