#pragma once
// Derivative samples of F and of G in x, from whatever a problem offers: the matrix J, its product J v with a
// direction, its transpose's product J^T w with weights.
//
//   own            the problem's matrix, or its products; what is missing is put together from what is there
//   forward        pathwise, duals: one evaluation for J v, all columns at once (in chunks) for J
//   reverse        pathwise, a tape: one evaluation and one sweep for J^T w, whatever the size of x
//   differences    central, with the noise held: for code that takes plain numbers only
//
// With a score s = grad_x log p(noise | x, y) the law's own dependence is added: (F - x) s^T, (G - y) s^T. E s = 0, so
// any baseline that does not depend on the noise leaves the mean alone; x and y are near E F and E G where it matters.
//
// All are unbiased given unbiased F and G that are Lipschitz along the path, except differences, whose bias is
// (h^2/6) F''' (core/difference.hpp).

#include <twoscale/core/adjoint.hpp>
#include <twoscale/core/difference.hpp>
#include <twoscale/core/dual.hpp>
#include <twoscale/problem/problem.hpp>

namespace twoscale {

enum class Differentiation { automatic, forward, reverse, differences };

/// What a problem asks for: `static constexpr Differentiation differentiation = Differentiation::reverse;`
template <class P>
consteval Differentiation asked_differentiation() {
  if constexpr (requires { P::differentiation; }) return P::differentiation;
  else return Differentiation::automatic;
}

/// Rows by reverse sweeps pay when y is much smaller than x: a sweep costs about as much as four tangents.
constexpr bool rows_pay(int fast, int slow) { return fast > 16 && fast >= 4 * slow; }

/// Whether tapes can be needed at all; a small problem is spared compiling them.
template <class P>
inline constexpr bool kMayReverse = asked_differentiation<P>() == Differentiation::reverse ||
                                    (asked_differentiation<P>() == Differentiation::automatic &&
                                     (kFast<P> == kDynamic || kFast<P> > 16));
template <class P>
inline constexpr bool kDifferences = asked_differentiation<P>() == Differentiation::differences;

/// The derivative matrix of a function of the problem's, in the way its code can be differentiated.
template <class P, class F, class X>
TWOSCALE_INLINE auto jacobian_of(const F& function, const X& x) {
  if constexpr (kDifferences<P>) return difference_jacobian(function, x);
  else return jacobian(function, x);
}

// F and G, and what a problem offers for each: the one place that knows the two sets of names.
template <class P>
struct FastSample {
  static constexpr bool kDense = HasFastDerivative<P>, kTimes = HasFastTimes<P>, kAdjoint = HasFastAdjoint<P>,
                        kScore = HasFastScore<P>, kOwn = HasOwnFastDerivative<P>;
  static constexpr int kNoise =
      kOwn ? fixed_size<P, &Shape::fast_derivative_noise>() : fixed_size<P, &Shape::fast_noise>();
  static int noise(const Shape& shape) { return kOwn ? shape.fast_derivative_noise : shape.fast_noise; }
  static constexpr int kRows = kFast<P>;
  static int rows(const Shape& shape) { return shape.fast; }
  static auto value(const P& p, const auto& x, const auto& y, const auto& xi) { return p.fast(x, y, xi); }
  static const auto& baseline(const auto& x, const auto&) { return x; }
  static auto score(const P& p, const auto& x, const auto& y, const auto& xi) { return p.fast_score(x, y, xi); }
  static auto dense(const P& p, const auto& x, const auto& y, const auto& w) { return p.fast_derivative(x, y, w); }
  static auto times(const P& p, const auto& x, const auto& y, const auto& w, const auto& v) {
    return p.fast_derivative_times(x, y, w, v);
  }
  static auto adjoint(const P& p, const auto& x, const auto& y, const auto& w, const auto& u) {
    return p.fast_derivative_adjoint(x, y, w, u);
  }
};
template <class P>
struct SlowSample {
  static constexpr bool kDense = HasSlowDerivative<P>, kTimes = HasSlowTimes<P>, kAdjoint = HasSlowAdjoint<P>,
                        kScore = HasSlowScore<P>, kOwn = HasOwnSlowDerivative<P>;
  static constexpr int kNoise =
      kOwn ? fixed_size<P, &Shape::slow_derivative_noise>() : fixed_size<P, &Shape::slow_noise>();
  static int noise(const Shape& shape) { return kOwn ? shape.slow_derivative_noise : shape.slow_noise; }
  static constexpr int kRows = kSlow<P>;
  static int rows(const Shape& shape) { return shape.slow; }
  static auto value(const P& p, const auto& x, const auto& y, const auto& zeta) { return p.slow(x, y, zeta); }
  static const auto& baseline(const auto&, const auto& y) { return y; }
  static auto score(const P& p, const auto& x, const auto& y, const auto& zeta) { return p.slow_score(x, y, zeta); }
  static auto dense(const P& p, const auto& x, const auto& y, const auto& w) { return p.slow_derivative(x, y, w); }
  static auto times(const P& p, const auto& x, const auto& y, const auto& w, const auto& v) {
    return p.slow_derivative_times(x, y, w, v);
  }
  static auto adjoint(const P& p, const auto& x, const auto& y, const auto& w, const auto& u) {
    return p.slow_derivative_adjoint(x, y, w, u);
  }
};

/// One realisation of a derivative: x, y and the noise are held.
template <class Sample, class P, class X, class Y, class Noise>
class DerivativeSample {
  static_assert(
      !(Sample::kScore && kDifferences<P>),
      "twoscale: a score needs sample functions that take any numbers: central differences cross the jumps of "
      "the outcome themselves, and would count its law twice");

 public:
  using S = typename X::Element;
  DerivativeSample(const P& problem, const X& x, const Y& y, const Noise& noise)
      : problem_(problem), x_(x), y_(y), noise_(noise) {}
  /// With the noise drawn in its place: it may be a whole matrix of packs.
  template <class Draw>
  requires(std::is_invocable_r_v<Noise, Draw>) TWOSCALE_INLINE
      DerivativeSample(const P& problem, const X& x, const Y& y, const Draw& draw)
      : problem_(problem), x_(x), y_(y), noise_(draw()) {}

  /// J.
  TWOSCALE_INLINE auto dense() const {
    if constexpr (Sample::kDense) return Sample::dense(problem_, x_, y_, noise_);
    else if constexpr (Sample::kTimes) return columns([this](const X& v) { return times(v); });
    else if constexpr (Sample::kAdjoint) return rows();
    else if constexpr (Sample::kScore) return pathwise() + outer(excess(), score());
    else return pathwise();
  }

  /// J v.
  TWOSCALE_INLINE auto times(const X& v) const {
    if constexpr (Sample::kTimes) return Sample::times(problem_, x_, y_, noise_, v);
    else if constexpr (Sample::kOwn) return dense() * v;
    else if constexpr (Sample::kScore) return pathwise_times(v) + dot(score(), v) * excess();
    else return pathwise_times(v);
  }

  /// J^T w.
  template <class Weights>
  X adjoint(const Weights& w) const {
    if constexpr (Sample::kAdjoint) return Sample::adjoint(problem_, x_, y_, noise_, w);
    else if constexpr (Sample::kOwn) return transpose_times(dense(), w);
    else if constexpr (Sample::kScore) return pathwise_adjoint(w) + dot(excess(), w) * score();
    else return pathwise_adjoint(w);
  }

  /// J^T w for several w: visit(i, J^T weights(i)). One recording serves them all.
  template <class WeightsOf, class Visit>
  void adjoints(int count, const WeightsOf& weights, const Visit& visit) const {
    if constexpr (Sample::kOwn || Sample::kScore || !kMayReverse<P>) {
      for (int i = 0; i < count; ++i) visit(i, adjoint(weights(i)));
    } else {
      Tape<S> tape;
      const auto out = value(tape.variables(x_));
      X row(x_.size());
      for (int i = 0; i < count; ++i) {
        tape.reset_adjoints();
        const auto w = weights(i);
        for (int k = 0; k < out.size(); ++k) tape.seed(out[k], w[k]);
        tape.sweep();
        for (int j = 0; j < x_.size(); ++j) row[j] = tape.adjoint(j);
        visit(i, row);
      }
    }
  }

  template <class V>
  auto value(const V& v) const {
    return Sample::value(problem_, v, y_, noise_);
  }

 private:
  auto function() const {
    return [this](const auto& v) { return this->value(v); };
  }
  auto excess() const { return value(x_) - Sample::baseline(x_, y_); }
  X score() const { return Sample::score(problem_, x_, y_, noise_); }

  TWOSCALE_INLINE auto pathwise() const { return jacobian_of<P>(function(), x_); }
  TWOSCALE_INLINE auto pathwise_times(const X& v) const {
    if constexpr (kDifferences<P>) return difference_times(function(), x_, v);
    else return jacobian_times(function(), x_, v);
  }
  template <class Weights>
  X pathwise_adjoint(const Weights& w) const {
    if constexpr (kMayReverse<P>) return pull_back(function(), x_, w);
    else return transpose_times(pathwise(), w);
  }

  /// A matrix from its products with the coordinate directions.
  template <class Times>
  auto columns(const Times& times) const {
    Matrix<S, std::remove_cvref_t<decltype(times(x_))>::kSize, X::kSize> out;
    X v(x_.size());
    for (int j = 0; j < x_.size(); ++j) {
      v[j] = S(1.0);
      const auto column = times(v);
      v[j] = S(0.0);
      if (j == 0) out = decltype(out)(column.size(), x_.size());
      for (int i = 0; i < column.size(); ++i) out(i, j) = column[i];
    }
    return out;
  }
  /// A matrix from the products of its transpose.
  auto rows() const {
    Vector<S, Sample::kRows> w(Sample::rows(shape_of(problem_)));
    Matrix<S, Sample::kRows, X::kSize> out(w.size(), x_.size());
    for (int i = 0; i < w.size(); ++i) {
      w[i] = S(1.0);
      const X row = adjoint(w);
      w[i] = S(0.0);
      for (int j = 0; j < row.size(); ++j) out(i, j) = row[j];
    }
    return out;
  }

  const P& problem_;
  const X& x_;
  const Y& y_;
  Noise noise_;
};

/// In words, for people: how derivative samples come about that are not the problem's own.
template <class P>
std::string name_differentiation(const Shape& shape, bool score) {
  const bool rows =
      kMayReverse<P> && (asked_differentiation<P>() == Differentiation::reverse || rows_pay(shape.fast, shape.slow));
  const std::string way = kDifferences<P> ? "central differences" : rows ? "reverse sweeps" : "forward duals";
  return score ? way + " and the score" : way;
}
/// The same of both derivatives.
template <class P>
std::string describe_differentiation(const Shape& shape) {
  const std::string own = "the problem's own";
  const std::string fast = HasOwnFastDerivative<P> ? own : name_differentiation<P>(shape, HasFastScore<P>);
  const std::string slow = HasOwnSlowDerivative<P> ? own : name_differentiation<P>(shape, HasSlowScore<P>);
  return fast == slow ? fast : fast + " for dF/dx, " + slow + " for dG/dx";
}

}  // namespace twoscale
