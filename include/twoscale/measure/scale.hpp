#pragma once
// The scales the theorems are stated in: tracking Lambda, preconditioner Theta, the online bias they
// give, and the classical and worst-case sizes of the KM residual.

#include <numbers>

#include <twoscale/schedule/steps.hpp>

namespace twoscale::scale {

/// Lambda = alpha + (beta/alpha)^2, [P] eq. (lambda-theta-scales).
constexpr double tracking(const Steps& s) { return s.fast + (s.slow / s.fast) * (s.slow / s.fast); }
/// Theta = gamma + Lambda + (beta/gamma)^2.
constexpr double preconditioner(const Steps& s) {
  return s.preconditioner + tracking(s) + (s.slow / s.preconditioner) * (s.slow / s.preconditioner);
}
/// Lambda^2 + Theta Lambda: squared bias of the learned oracle ([P] Lemma online-bias).
constexpr double online_bias(const Steps& s) { return tracking(s) * (tracking(s) + preconditioner(s)); }

/// What KM with exact h cannot beat on its worst rotation: 1/(4 B_N) ([P] Theorem KM-lower).
constexpr double km_lower(double km_sum) { return 1 / (4 * km_sum); }
/// What KM with exact h never exceeds: diam^2 / (pi B_N) [cominetti_soto_vaisman_2014].
constexpr double km_upper(double diameter, double km_sum) { return diameter * diameter / (std::numbers::pi * km_sum); }

}  // namespace twoscale::scale
