#pragma once
// Prices: what an iteration of each candidate costs on a problem, in operations as a tape records them. No clock is
// read.

#include <twoscale/method/plan.hpp>
#include <twoscale/plugin/any_problem.hpp>

namespace twoscale {

/// Operations that an iteration takes of each. A problem whose operations cannot be counted is taken to have as few as
/// its sizes allow.
class Prices {
 public:
  Prices(const AnyProblem& problem, const RunOptions& run) : shape_(problem.shape()), abilities_(problem.abilities()) {
    const Evaluator& at = problem.evaluator();
    const auto x = run.fast_start.empty() ? at.fast_start() : run.fast_start;
    const auto y = run.slow_start.empty() ? at.slow_start() : run.slow_start;
    const auto counted = [&](bool fast) {
      const auto out = at.operations(fast, x, y);
      return out ? static_cast<double>(*out) : static_cast<double>(fast ? shape_.fast : shape_.slow);
    };
    maps_ = counted(true) + counted(false);
  }
  double raw() const {
    constexpr double kDraw = 10,
                     kNumber = 30;  // of a number of noise; of one of x or y: the step, and what it measures
    return maps_ + kDraw * (shape_.fast_noise + shape_.slow_noise) + kNumber * (shape_.fast + shape_.slow);
  }
  /// A tangent doubles an operation, and the value is computed again; u is moved as x is.
  double followed() const { return raw() + 2 * kTangent * maps_ + 4.0 * shape_.fast; }
  double learned() const {
    constexpr double kFused = 0.5;                // a multiply-add of P dF/dx
    constexpr double kRecording = 3, kSweep = 4;  // times an evaluation
    const double nx = shape_.fast, ny = shape_.slow, use = 2 * ny * nx;
    if (abilities_.own_fast_derivative && abilities_.own_slow_derivative)
      return raw() + use + nx * nx + ny * nx + kFused * ny * nx * nx;
    if (rows_pay(shape_.fast, shape_.slow)) return raw() + use + (kRecording + kSweep * ny) * maps_;
    return raw() + use + kTangent * nx * maps_ + kFused * ny * nx * nx;
  }

 private:
  static constexpr double kTangent = 2;
  Shape shape_;
  Abilities abilities_;
  double maps_ = 0;  // F and G
};

}  // namespace twoscale
