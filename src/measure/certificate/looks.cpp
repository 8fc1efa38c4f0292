// Levels that let a certificate be looked at several times.
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <twoscale/core/elementary.hpp>
#include <twoscale/core/error.hpp>
#include <twoscale/measure/student.hpp>

#include "parts.hpp"

namespace twoscale {

namespace {

void require_confidence(double confidence) {
  if (!(confidence > 0 && confidence < 1)) throw Error::field("confidence", to_text(confidence), "in (0, 1)");
}

/// P(|Z_1|, ..., |Z_n| <= bound) for normal Z with correlation 1/sqrt(2) from one to the next: averages of 1, 2, 4, ...
/// samples. Simpson's rule on the recursion of [armitage_mcpherson_rowe_1969]; good to 1e-6.
double stays_within(double bound, int looks) {
  constexpr int kPoints = 41;
  constexpr double kCorrelation = std::numbers::sqrt2 / 2;
  const double step = 2 * bound / (kPoints - 1), spread = std::sqrt(1 - kCorrelation * kCorrelation);
  const auto at = [&](int i) { return -bound + i * step; };
  const auto weight = [&](int i) { return step / 3 * (i == 0 || i == kPoints - 1 ? 1 : i % 2 ? 4 : 2); };
  const auto density = [](double z) { return exp(Real(-0.5 * z * z)).lane(0) / std::sqrt(2 * std::numbers::pi); };
  std::array<double, kPoints> now{}, next{};
  for (int i = 0; i < kPoints; ++i) now[i] = density(at(i));
  std::array<std::array<double, kPoints>, kPoints> kernel{};
  for (int i = 0; i < kPoints; ++i)
    for (int j = 0; j < kPoints; ++j)
      kernel[i][j] = weight(j) * density((at(i) - kCorrelation * at(j)) / spread) / spread;
  for (int look = 1; look < looks; ++look, now = next)
    for (int i = 0; i < kPoints; ++i) {
      next[i] = 0;
      for (int j = 0; j < kPoints; ++j) next[i] += kernel[i][j] * now[j];
    }
  double sum = 0;
  for (int i = 0; i < kPoints; ++i) sum += weight(i) * now[i];
  return sum;
}

}  // namespace

double attempt_confidence(double confidence, int attempt) {
  require_confidence(confidence);
  if (attempt < 1) throw Error::field("attempt", std::to_string(attempt), "at least 1");
  const double scaled = std::numbers::pi * attempt;
  return 1 - (1 - confidence) * 6 / (scaled * scaled);
}

double look_confidence(double confidence, int looks) {
  require_confidence(confidence);
  if (looks < 1) throw Error::field("looks", std::to_string(looks), "at least 1");
  if (looks == 1) return confidence;
  // Between one look's bound and that of Bonferroni.
  double low = detail::normal_quantile((1 - confidence) / 2),
         high = detail::normal_quantile((1 - confidence) / (2 * looks));
  for (int i = 0; i < 20; ++i) {
    const double middle = 0.5 * (low + high);
    (stays_within(middle, looks) < confidence ? low : high) = middle;
  }
  return 1 - 2 * student_tail(high, std::numeric_limits<double>::infinity());
}

}  // namespace twoscale
