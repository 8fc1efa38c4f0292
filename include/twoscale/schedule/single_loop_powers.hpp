#pragma once
// SingleLoopPowers: the horizon-tuned powers of the single-loop theorem.
//
//   alpha = gamma = N^(-1/2+e),   beta = N^(-3/4+3e),   lambda = N^(-1/4+e)
//
// Guarantee: E|h(y) - y|^2 <= C N^(-1/2+6e) ([P] Theorem single-loop-half).
// Departure: a scale in front of each power. At e = 0 the powers alone leave exp(-c N beta lambda) = e^-c
// of the start undone, and e > 0 pays 6e in the exponent; a constant in front of beta does neither.
// Default e = 0, slow_scale = 2, chosen by measurement: docs/methods/single-loop.md has the table.

#include <array>
#include <cstdint>

#include <twoscale/core/setting.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct SingleLoopPowers {
  static constexpr const char* name = "single-loop-powers";
  static constexpr bool has_fast_step = true, has_inner_length = false, tunes = false;
  double epsilon = 0;
  double fast_scale = 1, preconditioner_scale = 1, slow_scale = 2, anchor_scale = 1;
  double burn_in_scale = 1;

  static constexpr std::array<Setting<SingleLoopPowers>, 6> settings = {{
      {"epsilon", &SingleLoopPowers::epsilon, Range{.low = 0, .high = 1.0 / 12, .high_open = true},
       "e: alpha = gamma = N^(-1/2+e), beta = N^(-3/4+3e), lambda = N^(-1/4+e)"},
      {"fast_scale", &SingleLoopPowers::fast_scale, Range::above(0), "factor of alpha"},
      {"preconditioner_scale", &SingleLoopPowers::preconditioner_scale, Range::above(0), "factor of gamma"},
      {"slow_scale", &SingleLoopPowers::slow_scale, Range::above(0), "factor of beta"},
      {"anchor_scale", &SingleLoopPowers::anchor_scale, Range::above(0), "factor of lambda"},
      {"burn_in_scale", &SingleLoopPowers::burn_in_scale, Range::above(0),
       "C_burn in the reported burn-in time; changes no step"},
  }};

  Steps at(std::uint64_t iteration, std::uint64_t horizon) const;
  std::uint64_t inner_length(std::uint64_t) const { return 1; }
  void validate(std::uint64_t horizon) const;
  /// K_burn = ceil(C_burn / min(alpha, gamma) log N), [P] eq. (burnin).
  std::uint64_t burn_in(std::uint64_t horizon) const;
};

}  // namespace twoscale
