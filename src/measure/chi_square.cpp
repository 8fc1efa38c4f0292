#include <twoscale/measure/chi_square.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <twoscale/core/error.hpp>
#include <twoscale/core/plain_elementary.hpp>
#include <twoscale/measure/student.hpp>

namespace twoscale {

namespace {

using detail::exp_of, detail::log_of;

/// Above this the sums get long, and the cube root is as good as anybody needs.
constexpr double kLargeShape = 1000;

/// Stirling's series, which a recurrence brings about.
double log_gamma(double a) {
  double product = 1;
  while (a < 16) product *= a++;
  const double n = 1 / (a * a);
  const double series = (1.0 / 12 - n * (1.0 / 360 - n * (1.0 / 1260 - n * (1.0 / 1680 - n / 1188)))) / a;
  return (a - 0.5) * log_of(a) - a + 0.5 * log_of(2 * std::numbers::pi) + series - log_of(product);
}

/// x^a e^-x / Gamma(a)
double front(double x, double a) { return exp_of(a * log_of(x) - x - log_gamma(a)); }

double below_by_series(double x, double a) {
  double term = 1 / a, sum = term;
  for (int n = 1; n < 100000 && term > 1e-17 * sum; ++n) sum += term *= x / (a + n);
  return sum * front(x, a);
}

/// Lentz's method.
double above_by_fraction(double x, double a) {
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, out = d;
  for (int n = 1; n < 100000; ++n) {
    const double term = -n * (n - a);
    b += 2;
    d = term * d + b, c = b + term / c;
    if (std::abs(d) < kTiny) d = kTiny;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    out *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return out * front(x, a);
}

double normal_above(double z) {
  constexpr double kNormal = std::numeric_limits<double>::infinity();
  return z >= 0 ? student_tail(z, kNormal) : 1 - student_tail(-z, kNormal);
}

/// Wilson and Hilferty: the cube root of X / shape is nearly normal.
double cube_root_score(double x, double shape) {
  const double spread = 1 / (9 * shape);
  return (std::cbrt(x / shape) - (1 - spread)) / std::sqrt(spread);
}

void require_shape(double shape) {
  if (!(shape > 0)) throw Error::field("shape", to_text(shape), "positive");
}

}  // namespace

double gamma_below(double x, double shape) {
  require_shape(shape);
  if (!(x > 0)) return 0;
  if (shape > kLargeShape) return normal_above(-cube_root_score(x, shape));
  return x < shape + 1 ? below_by_series(x, shape) : 1 - above_by_fraction(x, shape);
}

double gamma_above(double x, double shape) {
  require_shape(shape);
  if (!(x > 0)) return 1;
  if (shape > kLargeShape) return normal_above(cube_root_score(x, shape));
  return x < shape + 1 ? 1 - below_by_series(x, shape) : above_by_fraction(x, shape);
}

}  // namespace twoscale
