#pragma once
// HalpernBatches: minibatches that grow, for the outer rule halpern.
//
//   batch k = 0, 1, ... starts at iteration S_k = k + floor(batch_scale k^(p+1) / (p+1)):  about batch_scale k^p + 1
//   long lambda_k = 1/(k+2),   alpha_i = gamma_i = fast_scale (i+1)^-fast_exponent             at iteration i
//
// p -> `batch_power`. The starts and not the lengths have the closed form, so that the batch of any iteration is found
// in a few steps, alone: a run split anywhere sees the same batches. There is no slow step: y moves where a batch ends,
// and what is left of an unfinished one at the end of a run is not used.
// Assumes nothing of the horizon. Guarantee: see outer/halpern.hpp. Defaults: batch_scale = 64, p = 2 by measurement,
// docs/methods/halpern.md. p = 3 makes the two parts of the bound fall alike and wins in the end, beyond what was run.

#include <array>
#include <cstdint>
#include <span>

#include <twoscale/core/setting.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct HalpernBatches {
  static constexpr const char* name = "halpern-batches";
  static constexpr bool has_fast_step = true, has_inner_length = false, tunes = false;
  double batch_scale = 64, batch_power = 2, fast_scale = 1, fast_exponent = 0.5;

  static constexpr std::array<Setting<HalpernBatches>, 4> settings = {{
      {"batch_scale", &HalpernBatches::batch_scale, Range{.low = 0, .high = 1e9},
       "batch k has about batch_scale k^batch_power + 1 iterations"},
      {"batch_power", &HalpernBatches::batch_power, Range{.low = 0, .high = 8}, "p"},
      {"fast_scale", &HalpernBatches::fast_scale, Range::above(0),
       "alpha_i = gamma_i = fast_scale (i+1)^-fast_exponent"},
      {"fast_exponent", &HalpernBatches::fast_exponent, Range{.low = 0, .high = 1}, "a"},
  }};

  Steps at(std::uint64_t iteration, std::uint64_t horizon) const;
  void fill(std::uint64_t first, std::uint64_t horizon, std::span<Steps> out) const;
  std::uint64_t inner_length(std::uint64_t) const { return 1; }
  /// Throws unless at least one batch ends.
  void validate(std::uint64_t horizon) const;

  /// The iteration a batch starts at.
  std::uint64_t start(std::uint64_t batch) const;
  /// The batch of an iteration.
  std::uint64_t batch_of(std::uint64_t iteration) const;
};

}  // namespace twoscale
