#pragma once
// Quantiles of Student's law for any real number of degrees of freedom, the one place for them.
//
// P(T > t) is an incomplete beta function, a continued fraction; its inverse by Newton's iteration kept inside a
// bracket. Good to 1e-12 of the quantile up to 1e5 degrees, to 1e-7 for any. The bits do not depend on the platform:
// the library's own exp and log.

namespace twoscale {

/// P(T > t) for t >= 0.
double student_tail(double t, double degrees);

/// t with P(T > t) = tail. Throws unless 0 < tail <= 1/2 and degrees > 0; infinite degrees are the normal law.
double student_quantile(double tail, double degrees);

/// t with P(|T| <= t) = confidence: 2.228 for 0.95 and 10 degrees. Throws unless 0 <= confidence < 1.
double student_two_sided(double confidence, double degrees);

}  // namespace twoscale
