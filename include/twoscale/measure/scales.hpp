#pragma once
// What the theorems are stated in, by name, for a plan: the clock an exponent is a power of, and the bounds that
// measured values are held against.

#include <optional>
#include <string>
#include <vector>

#include <twoscale/measure/verdict.hpp>
#include <twoscale/method/plan.hpp>

namespace twoscale {

/// samples, iterations, km_sum, inner_length, fast_step, slow_step, anchor_weight, step_ratio, contraction,
/// tracking_scale, preconditioner_scale, bias_scale, lag_scale.
const std::vector<std::string>& scale_names();
/// None when there is none such.
std::optional<double> scale_of(const std::string& name, const Plan& plan);
/// Where it goes in the theory; a swept option or a parameter is taken to vanish.
Limit limit_of(const std::string& name);
/// As an axis: "T, samples".
std::string symbol_of_scale(const std::string& name);

/// km_lower, km_upper: none when there is none such. `diameter` is the slow set's.
std::optional<double> bound_of(const std::string& name, const Plan& plan, double diameter);
const std::vector<std::string>& bound_names();

/// The exponent of E|h(y) - y|^2 in samples that the paper promises for the method with its own powers, as a negative
/// number; none where it promises nothing.
std::optional<double> promised_exponent(const Method& method);
/// The theorem it comes from, by its label in the paper; empty where there is none.
std::string theorem_of(const Method& method);

}  // namespace twoscale
