#pragma once
// Problems for the certificate's tests, with r(y) = |offset|^2 known by construction, whatever y is.

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "unit/measure/lambda_evaluator.hpp"

namespace twoscale::testing {

/// f = y + (1 - rho)(x - y) - bend dip(x - y), g = y + offset + gain J (x - y) + bend dip(x - y), dip(e) = 1 - cos e:
/// x* = y, h(y) = y + offset, P* = gain J / rho. J pairs coordinates by quarter turns; the last of an odd number stays.
struct Offset {
  Evaluator::Numbers offset;
  double rho = 0.5, gain = 4, bend = 0;
  double fast_noise = 0.3, slow_noise = 0.3, derivative_noise = 0.3;
  Evaluator::Numbers scale = {};  // of the slow noise, coordinate by coordinate; empty: all 1
  Law law = Law::normal;
  bool smooth = true;

  /// The variance of each coordinate of m from n queries at x*, half of them of F, half of G, with the true P.
  double noise_of_pairs(double n) const {
    const double leak = gain / rho;
    return 2 / n * (slow_noise * slow_noise + leak * leak * fast_noise * fast_noise);
  }
  /// The same split as is best.
  double noise_of_best(double n) const {
    const double both = slow_noise + gain / rho * fast_noise;
    return both * both / n;
  }
};

class OffsetEvaluator : public LambdaEvaluator {
 public:
  explicit OffsetEvaluator(Offset values) : p_(std::move(values)), n_(static_cast<int>(p_.offset.size())) {
    sizes = {.fast = n_, .slow = n_, .fast_noise = n_, .slow_noise = n_};
    LambdaEvaluator::draws = p_.law;
    LambdaEvaluator::smooth = p_.smooth;
  }
  /// The same numbers as the base's, from streams that are kept: most of a test's time went there.
  Numbers noise(Role role, std::uint64_t seed, std::uint32_t replica, std::uint64_t number) const override {
    Kept& kept = kept_[static_cast<int>(role)];
    if (!kept.stream || kept.seed != seed || kept.replica != replica)
      kept = {seed, replica, Stream<1>(seed, replica, static_cast<std::uint32_t>(role), p_.law, n_)};
    const auto draw = kept.stream->draw<kDynamic>(number);
    Numbers out(p_.offset.size());
    for (int i = 0; i < n_; ++i) out[i] = draw[i].lane(0);
    return out;
  }
  Numbers fast(const Numbers& x, const Numbers& y, const Numbers& xi) const override {
    Numbers out(x.size());
    for (int i = 0; i < n_; ++i) {
      const double e = x[i] - y[i];
      out[i] = y[i] + (1 - p_.rho) * e - dip(e) + p_.fast_noise * xi[i];
    }
    return out;
  }
  Numbers slow(const Numbers& x, const Numbers& y, const Numbers& zeta) const override {
    Numbers out(x.size());
    for (int i = 0; i < n_; ++i) {
      const double e = x[i] - y[i], scale = p_.scale.empty() ? 1 : p_.scale[i];
      out[i] = y[i] + p_.offset[i] + p_.gain * turned(x, y, i) + dip(e) + scale * p_.slow_noise * zeta[i];
    }
    return out;
  }
  Numbers fast_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                const Numbers& v) const override {
    Numbers out(x.size());
    for (int i = 0; i < n_; ++i)
      out[i] = (1 - p_.rho - p_.bend * std::sin(x[i] - y[i])) * v[i] + p_.derivative_noise * omega[i] * v[n_ - 1 - i];
    return out;
  }
  Numbers slow_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                const Numbers& v) const override {
    Numbers out(x.size());
    const Numbers zero(v.size());
    for (int i = 0; i < n_; ++i)
      out[i] =
          p_.gain * turned(v, zero, i) + p_.bend * std::sin(x[i] - y[i]) * v[i] + p_.derivative_noise * omega[i] * v[i];
    return out;
  }

 private:
  double turned(const Numbers& x, const Numbers& y, int i) const {
    if (i == n_ - 1 && n_ % 2 == 1) return x[i] - y[i];
    return i % 2 == 0 ? y[i + 1] - x[i + 1] : x[i - 1] - y[i - 1];
  }
  double dip(double e) const { return p_.bend == 0 ? 0 : p_.bend * (1 - std::cos(e)); }
  struct Kept {
    std::uint64_t seed = 0;
    std::uint32_t replica = 0;
    std::optional<Stream<1>> stream;
  };
  Offset p_;
  int n_;
  mutable std::array<Kept, kRoles> kept_;
};

}  // namespace twoscale::testing
