#pragma once
// NeumannPreconditioner: P r as a truncated series of derivative products; no matrix is kept or learned.
//
//   P r = C (r + M_1 r + M_2 M_1 r + ... + M_J ... M_1 r),   M_j samples of dF/dx, C one of dG/dx
//
// J -> neumann_terms. Unbiased for C (I + M + ... + M^J), M = df/dx, since the samples are independent; what is cut off
// is at most |C| mu^(J+1) / (1 - mu) |r|. Assumes mu < 1, so a pilot measures the growth of M^k v at the start and at a
// point some fast steps later, and the method refuses when it is not below one: then the series says nothing
// [lorraine_vicol_duvenaud_2020]. Cost: J + 1 derivative products an iteration. Departure: [P] has no such choice;
// under Assumption precond it is an estimate whose error is the cut-off, not the noise.

#include <array>
#include <cmath>
#include <limits>

#include <twoscale/preconditioner/dense.hpp>

namespace twoscale {

struct NeumannPreconditioner : DensePreconditioner {
  static constexpr const char* name = "neumann";
  static constexpr bool uses_this_draw = true;
  static constexpr bool wants_pilot = true;
  double neumann_terms = 10;

  static constexpr std::array<Setting<NeumannPreconditioner>, 1> settings = {{
      {"neumann_terms", &NeumannPreconditioner::neumann_terms, Range{.low = 0, .high = 10000, .whole = true},
       "products with dF/dx in the series for P r"},
  }};

  int terms() const { return static_cast<int>(neumann_terms); }
  static StoredMatrices stored(const Shape&, const Abilities&) { return {}; }
  Looks looks(std::uint64_t) const {
    return {.fast_derivative = static_cast<std::uint64_t>(neumann_terms), .slow_derivative = 1};
  }

  template <class P, int W, class R>
  auto apply(auto& samples, const State<P, W>& state, const R& residual) const {
    R power = residual, sum = residual;
    for (int j = 0; j < terms(); ++j) {
      power = samples.fast_derivative_sample(state.fast, state.slow).times(power);
      sum = sum + power;
    }
    return samples.slow_derivative_sample(state.fast, state.slow).times(sum);
  }

  /// Throws when the measured contraction is not below one.
  template <class P>
  Pilot pilot(const P& problem, std::uint64_t seed, FastVector<P> x, const SlowVector<P>& y) const {
    Samples<P, 1> samples(problem, seed, kPilotReplica);
    double worst = growth(samples, x, y);
    for (int i = 0; i < kFastSteps; ++i) {
      x = x + 0.5 * (samples.fast(x, y) - x);
      samples.project_fast(x);
    }
    worst = std::max(worst, growth(samples, x, y));
    if (!(worst < kLargest))
      throw Error("the Neumann series needs a fast map that contracts, and dF/dx was measured to grow by " +
                  to_text(std::round(worst * 1000) / 1000) +
                  " a step: check the problem (twoscale check), or learn P with --option preconditioner=learned");
    return {worst, samples.counts().total()};
  }

 private:
  static constexpr std::uint32_t kPilotReplica = 0xffffffff;  // no run's own noise is touched
  static constexpr double kLargest = 0.999;                   // what is measured as less is told apart from one
  static constexpr int kFastSteps = 64, kPowers = 16, kTurning = 8, kBatch = 16;

  /// The growth of |M^k v| per step once the first kTurning have turned v towards the largest eigenvalues; M is a mean
  /// over a batch, so that noise does not pass for growth.
  template <class P>
  static double growth(Samples<P, 1>& samples, const FastVector<P>& x, const SlowVector<P>& y) {
    auto v = samples.probe(Law::normal);
    double half = 0;
    v = v / norm(v);
    double length = 0;  // log of |M^k v|
    for (int k = 0; k < kPowers; ++k) {
      if (k == kTurning) half = length;
      auto sum = samples.fast_derivative_sample(x, y).times(v);
      for (int b = 1; b < kBatch; ++b) sum = sum + samples.fast_derivative_sample(x, y).times(v);
      const auto size = norm(sum) / static_cast<double>(kBatch);
      if (size.lane(0) == 0) return 0;
      if (!std::isfinite(size.lane(0))) return std::numeric_limits<double>::infinity();
      length += std::log(size.lane(0));
      v = sum / (static_cast<double>(kBatch) * size);
    }
    return std::exp((length - half) / (kPowers - kTurning));
  }
};

}  // namespace twoscale
