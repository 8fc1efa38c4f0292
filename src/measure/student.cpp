#include <twoscale/measure/student.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <twoscale/core/error.hpp>
#include <twoscale/core/plain_elementary.hpp>

namespace twoscale {

namespace {

using detail::exp_of, detail::log1p_of;

/// Beyond so many degrees the normal law is as close (2e-8) as rounding leaves the continued fraction, which gets long.
constexpr double kNormal = 1e8;

/// Gamma(a + 1/2) / Gamma(a): Stirling's series where a is large, which a recurrence brings about.
double gamma_ratio(double a) {
  double factor = 1;
  while (a < 32) factor *= a / (a + 0.5), ++a;
  const double n = 1 / a;
  const double series =
      1 + n * (-1.0 / 8 +
               n * (1.0 / 128 + n * (5.0 / 1024 + n * (-21.0 / 32768 + n * (-399.0 / 262144 + n * 869.0 / 4194304)))));
  return factor * std::sqrt(a) * series;
}

/// The continued fraction of the incomplete beta function I_x(a, b), by Lentz's method. Quick for x below its mean.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  const auto away = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
  double c = 1, d = 1 / away(1 - (a + b) * x / (a + 1)), out = d;
  for (int m = 1; m < 100000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d), c = away(1 + even / c);
    out *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d), c = away(1 + odd / c);
    out *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return out;
}

double density(double t, double degrees) {
  const double power = degrees > kNormal ? -0.5 * t * t : -0.5 * (degrees + 1) * log1p_of(t * t / degrees);
  const double front = degrees > kNormal ? 1 / std::sqrt(2.0) : gamma_ratio(0.5 * degrees) / std::sqrt(degrees);
  return front / std::sqrt(std::numbers::pi) * exp_of(power);
}

}  // namespace

double student_tail(double t, double degrees) {
  if (degrees > kNormal) return 0.5 * erfc(Real(t / std::numbers::sqrt2)).lane(0);
  // 2 P(T > t) = I_x(degrees/2, 1/2) with x = degrees/(degrees + t^2).
  const double a = 0.5 * degrees, x = degrees / (degrees + t * t), rest = t * t / (degrees + t * t);
  const double front = exp_of(-a * log1p_of(t * t / degrees)) * std::sqrt(rest / std::numbers::pi) * gamma_ratio(a);
  if (x < (a + 1) / (a + 2.5)) return 0.5 * front / a * beta_fraction(a, 0.5, x);
  return 0.5 - front * beta_fraction(0.5, a, rest);
}

double student_quantile(double tail, double degrees) {
  if (!(tail > 0 && tail <= 0.5)) throw Error::field("tail", to_text(tail), "in (0, 0.5]");
  if (!(degrees > 0)) throw Error::field("degrees of freedom", to_text(degrees), "positive");
  double low = 0, high = 1;
  while (student_tail(high, degrees) > tail && high < 1e300) low = high, high *= 2;
  double t = 0.5 * (low + high);
  for (int i = 0; i < 200; ++i) {
    const double excess = student_tail(t, degrees) - tail;
    (excess > 0 ? low : high) = t;
    // Newton on the logarithm of the tail, which is nearly straight where tails are small.
    const double seen = excess + tail;
    double next = t + seen * log1p_of(excess / tail) / density(t, degrees);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const bool done = std::abs(next - t) <= 1e-15 * std::max(1.0, t);
    t = next;
    if (done) break;
  }
  return t;
}

double student_two_sided(double confidence, double degrees) {
  if (!(confidence >= 0 && confidence < 1)) throw Error::field("confidence", to_text(confidence), "in [0, 1)");
  return student_quantile(0.5 * (1 - confidence), degrees);
}

}  // namespace twoscale
