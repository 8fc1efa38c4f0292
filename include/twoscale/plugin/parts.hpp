#pragma once
// ProblemParts: the half of a problem that takes longer to compile, as plain functions that another translation unit
// may hold. The problem crosses as a plain pointer, so that a struct without linkage of its own works too.

#include <optional>
#include <vector>

#include <twoscale/measure/product_condition.hpp>
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
  GroupFunction pack;
  std::optional<ProductCondition> (*product_condition)(const void* problem, const Plan& plan,
                                                       const std::vector<Snapshot>& states, std::uint64_t seed);
};

namespace detail {

template <class P, class Choices>
std::optional<ProductCondition> product_condition_of(const P& problem, const Plan& plan,
                                                     const std::vector<Snapshot>& states, std::uint64_t seed) {
  // It is asked of nested methods.
  if constexpr (!HasMeans<P> || !is_smooth<P>() || !Choices::template has<Nested>) return std::nullopt;
  else if (!can_solve_for_preconditioner(problem)) return std::nullopt;
  else return measure_product_condition<P, Choices>(problem, plan, states, seed);
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
      detail::group_function<P, W, Choices>(),
      [](Any p, const Plan& plan, const std::vector<Snapshot>& states, std::uint64_t seed) {
        return detail::product_condition_of<P, Choices>(*static_cast<const P*>(p), plan, states, seed);
      },
  };
}

}  // namespace twoscale
