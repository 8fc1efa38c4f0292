#pragma once
// LowRankPreconditioner: P = U R with r columns of outputs U that matter, for x and y both large.
//
//   R_{k+1} = R_k + gamma (U^T C - R_k A),   U_{k+1} = orth((1 - gamma) U_k + gamma B),   B = C' C^T U_k / |C' C^T U_k|
//
// The first line is LearnedPreconditioner's for the r combinations U^T g of the outputs, and is closed in itself:
// with U held, R -> U^T P*. The second turns U towards the leading outputs of C by blended subspace iteration
// [oja_1982]; C' is a second sample, so that the noise of C does not pass for an output. R is carried over to the new
// basis. gamma -> steps.preconditioner, r -> rank, U -> state.basis, R -> the
// first rows of state.preconditioner. Guarantee: exact when C has rank at most r and U has found its range; otherwise
// P is U U^T P*, and what leaks is (I - U U^T) P* (x - x*). Cost: r adjoints of each derivative and r products with C';
// memory r (nx + ny). Departure: [P] keeps all of P.

#include <algorithm>
#include <array>

#include <twoscale/preconditioner/dense.hpp>

namespace twoscale {

struct LowRankPreconditioner : DensePreconditioner {
  static constexpr const char* name = "low-rank";
  static constexpr bool uses_this_draw = false;
  double rank = 1;

  static constexpr std::array<Setting<LowRankPreconditioner>, 1> settings = {{
      {"rank", &LowRankPreconditioner::rank, Range{.low = 1, .high = 1e6, .whole = true},
       "combinations of the outputs that P keeps"},
  }};

  StoredMatrices stored(const Shape& shape, const Abilities&) const {
    if (rank > std::min(shape.slow, shape.fast))
      throw Error::field("rank", to_text(rank),
                         "at most " + std::to_string(std::min(shape.slow, shape.fast)) +
                             ", the smaller of x and y; learned keeps all of P");
    return {kept(shape.slow), kept(shape.slow)};
  }
  Looks looks(std::uint64_t) const { return {.fast_derivative = 1, .slow_derivative = 2}; }

  /// A random basis: one orthogonal to the outputs would never turn.
  template <class P, int W>
  void start(auto& samples, State<P, W>& state) const {
    const int r = kept(state.slow.size());
    for (int i = 0; i < r; ++i) set_column(state.basis, i, samples.output_probe());
    orthonormalise(state.basis, r);
  }

  template <class P, int W, class X>
  auto apply(auto&, const State<P, W>& state, const X& residual) const {
    SlowVector<P, Pack<double, W>> out(state.slow.size());
    for (int i = 0; i < kept(state.slow.size()); ++i)
      out = out + dot(row(state.preconditioner, i), residual) * column(state.basis, i);
    return out;
  }

  template <class P, int W>
  void learn(auto& samples, State<P, W>& state, const LaneSteps<W>& steps) const {
    using S = Pack<double, W>;
    const int r = kept(state.slow.size());
    const S gamma(steps.preconditioner);
    const auto C = samples.slow_derivative_sample(state.fast, state.slow);
    const auto other = samples.slow_derivative_sample(state.fast, state.slow);
    const auto dF = samples.fast_derivative_sample(state.fast, state.slow);
    const auto old = state.preconditioner;
    auto image = state.basis;
    S size(0.0);
    C.adjoints(
        r, [&](int i) { return column(state.basis, i); }, [&](int i, const auto& weights) {  // row i of U^T C
          add_to_row(state.preconditioner, i, gamma, weights - row(old, i));
          const auto along = other.times(weights);
          size = size + squared_norm(along);
          set_column(image, i, along);
        });
    dF.adjoints(
        r, [&](int i) { return row(old, i); },
        [&](int i, const auto& weights) { add_to_row(state.preconditioner, i, gamma, weights); });
    turn(state, image, gamma, size, r);
  }

 private:
  int kept(int outputs) const { return std::min(static_cast<int>(rank), outputs); }

  /// U <- orth((1 - gamma) U + gamma sqrt(r) image / |image|), then R <- (U_new^T U_old) R.
  template <class State, class S, class M>
  static void turn(State& state, M image, const S& gamma, const S& size, int r) {
    const S scale = gamma * std::sqrt(static_cast<double>(r)) / where(size > S(0.0), sqrt(size), S(1.0));
    const M old = state.basis;
    for (int i = 0; i < r; ++i) set_column(state.basis, i, (1.0 - gamma) * column(old, i) + scale * column(image, i));
    orthonormalise(state.basis, r);
    const auto rows = state.preconditioner;
    const int kept = std::min(r, rows.rows());  // r it is; the compiler does not know that P has so many rows
    for (int i = 0; i < kept; ++i) {
      auto sum = dot(column(state.basis, i), column(old, 0)) * row(rows, 0);
      for (int k = 1; k < kept; ++k) sum = sum + dot(column(state.basis, i), column(old, k)) * row(rows, k);
      for (int j = 0; j < sum.size(); ++j) state.preconditioner(i, j) = sum[j];
    }
  }

  template <class M, class V>
  static void set_column(M& matrix, int j, const V& v) {
    for (int i = 0; i < v.size(); ++i) matrix(i, j) = v[i];
  }

  /// Gram and Schmidt, twice for each column: once leaves rounding behind.
  template <class M>
  static void orthonormalise(M& matrix, int columns) {
    for (int j = 0; j < columns; ++j) {
      auto v = column(matrix, j);
      for (int pass = 0; pass < 2; ++pass)
        for (int k = 0; k < j; ++k) v = v - dot(column(matrix, k), v) * column(matrix, k);
      const auto length = norm(v);
      set_column(matrix, j, v / where(length > decltype(length)(0.0), length, decltype(length)(1.0)));
    }
  }
};

}  // namespace twoscale
