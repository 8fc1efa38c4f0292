// One group of a certificate: its own queries at the solve's x^.
#include <cmath>

#include "parts.hpp"

namespace twoscale::detail {

void Group::draw_derivatives(std::uint64_t draws) {
  for (std::uint64_t i = 0; i < draws; ++i) {
    Numbers of_fast = draws_(Role::omega_A);
    derivatives_.emplace_back(std::move(of_fast), draws_(Role::omega_C));
  }
  samples_ += 2 * draws;
}

/// A stretch counts as much as it has queries, however they are split.
void Group::query(const Solve& solve, std::uint64_t queries) {
  const Evaluator& problem = frame_->problem;
  const std::uint64_t fast = frame_->oracle != Oracle::raw ? solve.fast_queries(queries) : 0, slow = queries - fast;
  Numbers g(frame_->y.size()), residual(solve.x().size());
  for (std::uint64_t i = 0; i < slow; ++i) {
    add(g, 1, problem.slow(solve.x(), frame_->y, draws_(Role::zeta_g)));
    add(g, -1, frame_->y);
  }
  for (std::uint64_t i = 0; i < fast; ++i) {
    add(residual, 1, problem.fast(solve.x(), frame_->y, draws_(Role::zeta_f)));
    add(residual, -1, solve.free());
  }
  const auto weight = static_cast<double>(queries);
  weight_ += weight, samples_ += queries;
  add(slow_, weight / static_cast<double>(slow), g);
  if (fast > 0) add(residual_, weight / static_cast<double>(fast), residual);
}

double Group::slow_apart(const Solve& here, const Solve& there, std::uint64_t samples) {
  const Evaluator& problem = frame_->problem;
  Numbers sum(frame_->y.size());
  const std::uint64_t draws = samples / 2;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const Numbers zeta = draws_(Role::zeta_g);
    add(sum, 1, problem.slow(here.x(), frame_->y, zeta));
    add(sum, -1, problem.slow(there.x(), frame_->y, zeta));
  }
  samples_ += samples;
  return norm(sum) / static_cast<double>(draws);
}

}  // namespace twoscale::detail
