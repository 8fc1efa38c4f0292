#pragma once
// NestedPowers: the horizon-tuned powers of the nested theorems.
//
//   beta = N^-b,   lambda = N^-b/3,   n = ceil(N^(r b))   with b < 3/4
//   r = 4/3 without correction ([P] Theorem uncorrected), 2/3 with it ([P] Theorem corrected)
//
// Guarantee: E|h(y) - y|^2 <= C N^(-2b/3), which is T^(-2b/(3+4b)) and T^(-2b/(3+2b)) in samples.
// Departures: a scale in front of each power; when P is learned, its step is N^(-2b/3), which keeps
// gamma + (beta/gamma)^2 at the inner error 1/n, as the product condition of [P] Assumption precond asks.
// Default b = 0.74: the paper asks for any b below 3/4.

#include <array>
#include <cstdint>

#include <twoscale/core/setting.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct NestedPowers {
  static constexpr const char* name = "nested-powers";
  static constexpr bool has_fast_step = false, has_inner_length = true, tunes = false;
  double slow_exponent = 0.74, inner_ratio = 4.0 / 3.0;
  double slow_scale = 1, anchor_scale = 1, inner_scale = 1, preconditioner_scale = 1;

  static constexpr std::array<Setting<NestedPowers>, 6> settings = {{
      {"slow_exponent", &NestedPowers::slow_exponent, Range::open(0, 0.75), "b: beta = slow_scale N^-b"},
      {"inner_ratio", &NestedPowers::inner_ratio, Range::above(0), "n = ceil(inner_scale N^(inner_ratio b))"},
      {"slow_scale", &NestedPowers::slow_scale, Range::above(0), "factor of beta"},
      {"anchor_scale", &NestedPowers::anchor_scale, Range::above(0), "factor of lambda = anchor_scale N^(-b/3)"},
      {"inner_scale", &NestedPowers::inner_scale, Range::above(0), "factor of n"},
      {"preconditioner_scale", &NestedPowers::preconditioner_scale, Range::above(0),
       "factor of gamma = preconditioner_scale N^(-2b/3), for a learned P"},
  }};

  Steps at(std::uint64_t iteration, std::uint64_t horizon) const;
  std::uint64_t inner_length(std::uint64_t horizon) const;
  void validate(std::uint64_t horizon) const;
};

}  // namespace twoscale
