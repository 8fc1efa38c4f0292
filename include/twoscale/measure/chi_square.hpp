#pragma once
// The chi-square law for any positive number of degrees of freedom, as the gamma law it is half of.
//
// Incomplete gamma functions by their series below the mean and by a continued fraction above; beyond 2,000 degrees
// the cube root of Wilson and Hilferty, good to 1e-5 there. Elsewhere good to 1e-12. The bits do not depend on the
// platform: the library's own exp and log.

namespace twoscale {

/// P(X <= x) for X of a gamma law with this shape and scale 1. Throws unless shape > 0.
double gamma_below(double x, double shape);

/// P(X > x), with full precision where it is small.
double gamma_above(double x, double shape);

/// P(X <= x) for chi-square X.
inline double chi_square_below(double x, double degrees) { return gamma_below(0.5 * x, 0.5 * degrees); }

}  // namespace twoscale
