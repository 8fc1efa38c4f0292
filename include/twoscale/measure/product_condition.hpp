#pragma once
// ProductCondition: what [P] Assumption precond asks of an estimated P, measured.
//
//   E|(P - P*(Y)) (f(X, Y) - X)|^2 <= C delta^2    and    E|(P - P*(Y)) (F(X, Y; zeta) - f(X, Y))|^2 <= C
//
// with delta = E|X - x*(Y)|^2. A small E|P - P*|^2 alone is not enough, since P may depend on the same errors.

#include <span>

#include <twoscale/measure/mean.hpp>
#include <twoscale/measure/truth.hpp>
#include <twoscale/method/plan.hpp>
#include <twoscale/run/choices.hpp>
#include <twoscale/run/empty_state.hpp>

namespace twoscale {

struct ProductCondition {
  Mean fast_error;        // |X - x*|^2, whose mean is delta
  Mean residual_product;  // |(P - P*)(f - X)|^2
  Mean noise_product;     // |(P - P*)(F - f)|^2

  /// The constant C the residual product needs; bounded as the inner solve gets longer, or the condition fails.
  double residual_constant() const { return residual_product.value() / (fast_error.value() * fast_error.value()); }
};

/// From each given state, with y held: one more inner solve and one more estimate of P, with samples that no
/// run has used, then the products against the truth.
template <class P, class Choices = EveryChoice>
ProductCondition measure_product_condition(const P& problem, const Plan& plan, std::span<const Snapshot> states,
                                           std::uint64_t seed) {
  const Truth<P> truth(problem);
  ProductCondition out;
  for (const Snapshot& from : states) {
    Samples<P, 1> samples(problem, seed, from.replica);
    samples.set_counts(from.counts);
    auto state = empty_state<P, 1>(samples.shape(), plan.method().preconditioner);
    load_state(state, 0, from);
    const std::uint64_t n = plan.inner_length(from.iteration > 0 ? from.iteration - 1 : 0);
    visit_choice<Choices>([&](const auto& tracker) { tracker.prepare(samples, state, n); }, plan.method().tracker);
    visit_choice<Choices>([&](const auto& p) { p.prepare(samples, state, n); }, plan.method().preconditioner);
    const auto& X = state.fast;
    const auto& Y = state.slow;
    const auto error = state.preconditioner - truth.preconditioner(Y);
    const auto f = truth.mean_fast(X, Y);
    out.fast_error.add(squared_norm(X - truth.fast_solution(Y)).lane(0));
    out.residual_product.add(squared_norm(error * (f - X)).lane(0));
    out.noise_product.add(squared_norm(error * (samples.fast_for_oracle(X, Y) - f)).lane(0));
  }
  return out;
}

}  // namespace twoscale
