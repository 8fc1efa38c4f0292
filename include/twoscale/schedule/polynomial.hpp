#pragma once
// Polynomial: steps that fall with the iteration, alpha_k = a0 (k+1)^-a and beta_k = b0 (k+1)^-b.
// Exponent zero gives constant steps.
//
// Assumes nothing of the horizon. Guarantee: with a > 1/2 and b = (1+a)/2 (or b = 3a/2, separated) the
// raw loop's residual scale is N^-(1-b), at best N^-1/4 ([P] Prop. raw-lag-dominates-no-win).
// Departure: k+1 is the paper's; the preconditioner, which [P] never runs on this schedule, takes the
// fast step. Default a = 0.51: the paper asks for any a above 1/2.

#include <array>
#include <cstdint>
#include <span>

#include <twoscale/core/setting.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct Polynomial {
  static constexpr const char* name = "polynomial";
  static constexpr bool has_fast_step = true, has_inner_length = false, tunes = false;
  double fast_scale = 1, fast_exponent = 0.51, slow_scale = 1, slow_exponent = 0.755;
  double anchor_scale = 0, anchor_exponent = 0;

  static constexpr std::array<Setting<Polynomial>, 6> settings = {{
      {"fast_scale", &Polynomial::fast_scale, Range::above(0), "alpha_k = fast_scale (k+1)^-fast_exponent"},
      {"fast_exponent", &Polynomial::fast_exponent, Range{.low = 0, .high = 1}, "a"},
      {"slow_scale", &Polynomial::slow_scale, Range::above(0), "beta_k = slow_scale (k+1)^-slow_exponent"},
      {"slow_exponent", &Polynomial::slow_exponent, Range{.low = 0, .high = 1}, "b"},
      {"anchor_scale", &Polynomial::anchor_scale, Range::at_least(0), "lambda_k = anchor_scale (k+1)^-anchor_exponent"},
      {"anchor_exponent", &Polynomial::anchor_exponent, Range{.low = 0, .high = 1}, "power of the anchor weight"},
  }};

  Steps at(std::uint64_t iteration, std::uint64_t horizon) const;
  /// The steps of iterations in a row, several at a time: the same bits as one by one.
  void fill(std::uint64_t first, std::uint64_t horizon, std::span<Steps> out) const;
  std::uint64_t inner_length(std::uint64_t) const { return 1; }
  /// Throws unless the horizon is long enough for the steps to make sense.
  void validate(std::uint64_t horizon) const;
};

}  // namespace twoscale
