#pragma once
// ProblemParts: what of a problem takes long to compile, as plain functions that another translation unit may hold. The
// problem crosses as a plain pointer, so that a struct without linkage of its own works too.

#include <optional>
#include <vector>

#include <twoscale/measure/product_condition.hpp>
#include <twoscale/measure/truth.hpp>
#include <twoscale/problem/look.hpp>
#include <twoscale/run/run.hpp>

namespace twoscale {

/// Runs replicas side by side on a problem.
using GroupFunction = void (*)(const void* problem, const Plan& plan, const RunOptions& options,
                               std::span<const Snapshot> starts, std::span<ReplicaResult> results);

/// The kernels of a problem for one instruction set.
struct ProblemKernels {
  InstructionSet set;
  int width;
  GroupFunction alone, pack;
};

struct ProblemParts {
  int width;                 // of the packs of the kernel below; 1 where there is none
  const char* why_one_lane;  // empty where there is, or where the problem asked for it
  void (*look)(const void* problem);
  GroupFunction pack;
  std::optional<double> (*squared_residual)(const void* problem, const std::vector<double>& slow);
  std::optional<double> (*tracking_error)(const void* problem, const Snapshot& state);
  std::optional<double> (*preconditioner_error)(const void* problem, const Snapshot& state);
  std::optional<ProductCondition> (*product_condition)(const void* problem, const Plan& plan,
                                                       const std::vector<Snapshot>& states, std::uint64_t seed);
};

namespace detail {

template <class P>
std::optional<double> squared_residual_of(const P& problem, const std::vector<double>& slow) {
  if constexpr (!Truth<P>::knows_reduced()) return std::nullopt;
  else return Truth<P>(problem).squared_residual(to_vector<SlowVector<P>>(slow));
}
template <class P>
std::optional<double> tracking_error_of(const P& problem, const Snapshot& state) {
  if constexpr (!Truth<P>::knows_fast_solution()) return std::nullopt;
  else
    return Truth<P>(problem).tracking_error(to_vector<FastVector<P>>(state.fast), to_vector<SlowVector<P>>(state.slow));
}

/// P* can be had: from the problem, or from a solve of its size.
template <class P>
bool can_solve_for_preconditioner(const P& problem) {
  return HasPreconditioner<P> || shape_of(problem).fast <= Truth<P>::kLargestDense;
}
template <class P>
std::optional<double> preconditioner_error_of(const P& problem, const Snapshot& state) {
  if constexpr (!Truth<P>::knows_preconditioner() || !is_smooth<P>()) return std::nullopt;
  else {
    const Shape shape = shape_of(problem);
    // What is not kept as a whole matrix (a product, a series, factors) has no error of this kind.
    const bool whole = state.preconditioner.size() == static_cast<std::size_t>(shape.slow) * shape.fast &&
                       std::all_of(state.basis.begin(), state.basis.end(), [](double value) { return value == 0; });
    if (!whole || !can_solve_for_preconditioner(problem)) return std::nullopt;
    typename Truth<P>::Sensitivity matrix(shape.slow, shape.fast);
    for (int i = 0; i < matrix.entries().size(); ++i) matrix.entries()[i] = state.preconditioner[i];
    return Truth<P>(problem).preconditioner_error(matrix, to_vector<SlowVector<P>>(state.slow));
  }
}
template <class P, class Choices>
std::optional<ProductCondition> product_condition_of(const P& problem, const Plan& plan,
                                                     const std::vector<Snapshot>& states, std::uint64_t seed) {
  // It is asked of nested methods.
  if constexpr (!HasMeans<P> || !is_smooth<P>() || !Choices::template has<Nested>) return std::nullopt;
  else if (!can_solve_for_preconditioner(problem)) return std::nullopt;
  else return measure_product_condition(problem, plan, states, seed);
}

template <class P, int W, class Choices>
constexpr GroupFunction group_function() {
  return [](const void* p, const Plan& plan, const RunOptions& options, std::span<const Snapshot> starts,
            std::span<ReplicaResult> results) {
    run_group<P, W, Choices>(*static_cast<const P*>(p), plan, options, starts, results);
  };
}

}  // namespace detail

template <class P, class Choices = EveryChoice>
constexpr ProblemKernels kernels_of() {
  return {kCompiledFor, kWidthOf<P>, detail::group_function<P, 1, Choices>(),
          detail::group_function<P, kWidthOf<P>, Choices>()};
}

template <class P, class Choices, int W = kWidthOf<P>>
constexpr ProblemParts parts_of(const char* why_one_lane = "") {
  using Any = const void*;
  return {
      W,
      why_one_lane,
      [](Any p) { look(*static_cast<const P*>(p)); },
      detail::group_function<P, W, Choices>(),
      [](Any p, const std::vector<double>& slow) {
        return detail::squared_residual_of(*static_cast<const P*>(p), slow);
      },
      [](Any p, const Snapshot& state) { return detail::tracking_error_of(*static_cast<const P*>(p), state); },
      [](Any p, const Snapshot& state) { return detail::preconditioner_error_of(*static_cast<const P*>(p), state); },
      [](Any p, const Plan& plan, const std::vector<Snapshot>& states, std::uint64_t seed) {
        return detail::product_condition_of<P, Choices>(*static_cast<const P*>(p), plan, states, seed);
      },
  };
}

}  // namespace twoscale
