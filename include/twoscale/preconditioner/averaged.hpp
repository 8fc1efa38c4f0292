#pragma once
// AveragedPreconditioner: at every slow step, average J derivative samples at (X, Y) and solve.
//
//   P = mean(C) mean(A)^-1
//
// J -> estimate_batch; 0 takes J = n, the length of the inner solve. Assumes samples of A and C apart from
// those of the oracle. Guarantee: |P - P*| is of order J^-1/2 + |X - x*|, so J of the order of n meets the
// product condition of [P] Assumption precond; measure/product_condition.hpp measures it.

#include <array>

#include <twoscale/preconditioner/dense.hpp>

namespace twoscale {

struct AveragedPreconditioner : DensePreconditioner {
  static constexpr const char* name = "averaged";
  static constexpr bool uses_this_draw = true, estimates = true;
  double estimate_batch = 0;

  static constexpr std::array<Setting<AveragedPreconditioner>, 1> settings = {{
      {"estimate_batch", &AveragedPreconditioner::estimate_batch, Range{.low = 0, .high = 1e9, .whole = true},
       "samples of A and of C averaged in each estimate of P; 0: as many as the inner solve has steps"},
  }};

  std::uint64_t batch(std::uint64_t inner_length) const {
    return estimate_batch == 0 ? inner_length : static_cast<std::uint64_t>(estimate_batch);
  }
  Looks looks(std::uint64_t inner_length) const {
    return {.fast_derivative = batch(inner_length), .slow_derivative = batch(inner_length)};
  }

  template <class P, int W>
  void prepare(auto& samples, State<P, W>& state, std::uint64_t inner_length) const {
    const std::uint64_t J = batch(inner_length);
    auto df = samples.fast_derivative(state.fast, state.slow);
    auto C = samples.slow_derivative(state.fast, state.slow);
    for (std::uint64_t j = 1; j < J; ++j) {
      df = df + samples.fast_derivative(state.fast, state.slow);
      C = C + samples.slow_derivative(state.fast, state.slow);
    }
    const double weight = 1.0 / static_cast<double>(J);
    const auto A = decltype(df)::identity(df.rows()) - weight * df;
    state.preconditioner = right_divide(weight * C, A);
    samples.project_preconditioner(state.preconditioner);
  }
};

}  // namespace twoscale
