#pragma once
// The exponent arithmetic of the paper: which power of N or T each schedule is promised.

#include <algorithm>

namespace twoscale::exponent {

// Raw loop with alpha ~ k^-a, beta ~ k^-b ([P] Section raw-separation-origin).

/// Fast mean-square error alpha + (beta/alpha)^2 ~ k^-this.
constexpr double fast_tracking(double a, double b) { return std::min(a, 2 * (b - a)); }
/// beta^2 / alpha^3 stays bounded: the lag is no larger than the fast noise floor.
constexpr bool is_separated(double a, double b) { return b >= 1.5 * a; }
/// The least b that keeps the separation.
constexpr double separated_slow_exponent(double a) { return 1.5 * a; }
/// The exact KM residual scale, N^-(1-b) ([P] Cor. KM-poly).
constexpr double km(double b) { return 1 - b; }
/// The weighted first-order lag, N^-min{1-b, b-a} ([P] Prop. raw-lag-dominates-no-win).
constexpr double lag(double a, double b) { return std::min(1 - b, b - a); }
/// The b at which the two meet.
constexpr double best_slow_exponent(double a) { return (1 + a) / 2; }
/// What remains for the raw loop: 1/4 at most, approached as a falls to 1/2.
constexpr double best_raw(double a) { return lag(a, best_slow_exponent(a)); }

// In total samples T.

/// N^(-2b/3) with T = N^(1+4b/3) ([P] Theorem uncorrected).
constexpr double nested(double b) { return 2 * b / (3 + 4 * b); }
/// N^(-2b/3) with T = N^(1+2b/3) ([P] Theorem corrected).
constexpr double nested_corrected(double b) { return 2 * b / (3 + 2 * b); }
/// N^(-1/2+6e) with T = 5N ([P] Theorem single-loop-half).
constexpr double single_loop(double epsilon) { return 0.5 - 6 * epsilon; }

}  // namespace twoscale::exponent
