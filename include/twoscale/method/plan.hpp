#pragma once
// Plan: a method tuned to a length. Knows the steps and the inner length of every iteration, what the run
// will cost, and the scales its theorem speaks of.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include <twoscale/method/method.hpp>
#include <twoscale/schedule/anytime.hpp>

namespace twoscale {

class Plan {
 public:
  /// So many iterations; throws when the method's powers need more.
  static Plan for_iterations(Method method, std::uint64_t iterations);
  /// As many iterations as the budget of samples pays for; throws when that is not even one.
  static Plan for_budget(Method method, std::uint64_t budget);

  const Method& method() const { return method_; }
  std::uint64_t iterations() const { return iterations_; }

  /// The iterations from k on that share one horizon (all of them, unless anytime).
  Epoch epoch(std::uint64_t iteration) const;
  std::uint64_t inner_length(std::uint64_t iteration) const;
  Steps steps(std::uint64_t iteration) const;
  /// The steps of neighbouring iterations, computed together.
  void fill_steps(std::uint64_t first, std::span<Steps> out) const;

  /// Samples a whole run will draw.
  std::uint64_t samples() const { return samples_before(iterations_); }
  std::uint64_t samples_before(std::uint64_t iteration) const;

  /// The single-loop theorem's burn-in time, in iterations of the last epoch; none for other schedules.
  std::optional<std::uint64_t> burn_in() const;
  /// B_N = sum of beta_k (1 - beta_k), [P] Theorem KM-lower. Takes N steps the first time it is asked for.
  double km_sum() const;

 private:
  Plan(Method method, std::uint64_t iterations);
  Method method_;
  std::uint64_t iterations_ = 0;
  int first_epoch_ = 0;  // log2 of its length, when anytime
  double summed_km() const;
  struct KmSum {
    std::once_flag once;
    double value = 0;
  };
  std::shared_ptr<KmSum> km_sum_ = std::make_shared<KmSum>();  // copies are the same plan, and share it
};

/// A parameter given as a function of the horizon: "km-barrier" is the rotation angle with
/// 4 sin^2(theta/2) = 1/(2 B_N), at which KM is slowest; "anchor" is the anchor weight lambda_N; "lag" is
/// beta_N/alpha_N. None when the text is none of them.
std::optional<double> horizon_value(std::string_view text, const Plan& plan);

}  // namespace twoscale
