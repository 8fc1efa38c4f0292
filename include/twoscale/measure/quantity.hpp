#pragma once
// Quantity: what can be measured of one replica's state against the truth.

#include <algorithm>
#include <optional>

#include <twoscale/measure/truth.hpp>
#include <twoscale/problem/numbers.hpp>
#include <twoscale/run/snapshot.hpp>

namespace twoscale {

enum class Quantity {
  residual,              // |h(y) - y|^2 at the answer, the measure of success
  tracking_error,        // |x - x*(y)|
  preconditioner_error,  // |P - P*(y)|_F
  raw_bias,              // |g(x, y) - h(y)|                            [P] Prop. bias-order
  corrected_bias,        // |g(x, y) + P*(y) (f(x, y) - x) - h(y)|      [P] Prop. bias-order
  online_bias,           // the same with the replica's own P           [P] Lemma online-bias
  newton_error,          // |N(x, y) - x*(y)|                           [P] Lemma newton-point
  newton_bias,           // |g(N(x, y), y) - h(y)|                      [P] Lemma newton-point
};

namespace detail {

/// P* can be had: from the problem, or from a solve of its size.
template <class P>
bool can_solve_for_preconditioner(const P& problem) {
  return HasPreconditioner<P> || shape_of(problem).fast <= Truth<P>::kLargestDense;
}

/// The state's P, where it is kept as a whole matrix: a product, a series or factors have no error of this kind.
template <class P>
std::optional<typename Truth<P>::Sensitivity> whole_preconditioner(const P& problem, const Snapshot& state) {
  const Shape shape = shape_of(problem);
  const bool whole = state.preconditioner.size() == static_cast<std::size_t>(shape.slow) * shape.fast &&
                     std::all_of(state.basis.begin(), state.basis.end(), [](double value) { return value == 0; });
  if (!whole) return std::nullopt;
  typename Truth<P>::Sensitivity matrix(shape.slow, shape.fast);
  for (int i = 0; i < matrix.entries().size(); ++i) matrix.entries()[i] = state.preconditioner[i];
  return matrix;
}

/// The quantities that need derivatives of the means: only where the problem is smooth, and x small enough for them.
template <class P>
std::optional<double> measure_with_derivatives(const P& problem, Quantity quantity, const Snapshot& state) {
  if constexpr (!HasMeans<P> || !is_smooth<P>()) return std::nullopt;
  else {
    if (!can_solve_for_preconditioner(problem)) return std::nullopt;
    const Truth<P> truth(problem);
    const auto x = to_vector<FastVector<P>>(state.fast);
    const auto y = to_vector<SlowVector<P>>(state.slow);
    if (quantity == Quantity::corrected_bias) return norm(truth.corrected_bias(x, y)).lane(0);
    if (quantity == Quantity::newton_error) return norm(truth.newton_point(x, y) - truth.fast_solution(y)).lane(0);
    if (quantity == Quantity::newton_bias) return norm(truth.newton_bias(x, y)).lane(0);
    const auto matrix = whole_preconditioner(problem, state);
    return matrix ? std::optional(norm(truth.corrected_bias(*matrix, x, y)).lane(0)) : std::nullopt;
  }
}

}  // namespace detail

/// None where the problem does not let it be known.
template <class P>
std::optional<double> measure(const P& problem, Quantity quantity, const Snapshot& state) {
  using T = Truth<P>;
  const T truth(problem);
  const auto y = [&] { return to_vector<SlowVector<P>>(state.slow); };
  switch (quantity) {
    case Quantity::residual:
      if constexpr (T::knows_reduced()) return truth.squared_residual(to_vector<SlowVector<P>>(state.answer()));
      break;
    case Quantity::tracking_error:
      if constexpr (T::knows_fast_solution()) return truth.tracking_error(to_vector<FastVector<P>>(state.fast), y());
      break;
    case Quantity::raw_bias:
      if constexpr (HasMeans<P>) return norm(truth.raw_bias(to_vector<FastVector<P>>(state.fast), y())).lane(0);
      break;
    case Quantity::preconditioner_error:
      if constexpr (T::knows_preconditioner() && is_smooth<P>()) {
        if (!detail::can_solve_for_preconditioner(problem)) break;
        if (const auto matrix = detail::whole_preconditioner(problem, state))
          return truth.preconditioner_error(*matrix, y());
      }
      break;
    default:
      return detail::measure_with_derivatives(problem, quantity, state);
  }
  return std::nullopt;
}

}  // namespace twoscale
