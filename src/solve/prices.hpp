#pragma once
// Prices: what an iteration of each candidate costs on a problem, in operations as a tape records them. No clock is
// read.

#include <algorithm>
#include <limits>

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
    const double fast = counted(true), slow = counted(false);
    maps_ = fast + slow;
    automatic_ = of_whole_matrices();
    if (shape_.fast <= kFewColumns || !problem.why_one_lane().empty()) return;  // it may branch on values
    if (const auto structure = at.structure()) coloured_ = of_colours(*structure, fast, slow);
  }
  double raw() const {
    constexpr double kDraw = 10,
                     kNumber = 30;  // of a number of noise; of one of x or y: the step, and what it measures
    return maps_ + kDraw * (shape_.fast_noise + shape_.slow_noise) + kNumber * (shape_.fast + shape_.slow);
  }
  /// A tangent doubles an operation, and the value is computed again; u is moved as x is.
  double followed() const { return raw() + 4 * maps_ + 4.0 * shape_.fast; }
  double learned(double every) const { return raw() + 2.0 * shape_.slow * shape_.fast + drift() / every; }
  /// P's samples cost least by products with the colours of the derivatives.
  bool colours_pay() const { return coloured_ < automatic_; }
  /// In how many iterations P is to move once, so that its samples cost no more than these do. Measured on the large
  /// linear and curved problems: 64 lose nothing, but where noise on A meets a leak of 1,000, which is where a small
  /// enough x has P at all; then 16 were too many, and 4 were not.
  double worth_learning_every() const {
    const double most = shape_.fast <= Tuned::kLargestDense ? 4 : 64;
    double out = 1;
    while (out < most && drift() > out * raw()) out *= 2;
    return is_small(shape_) ? 1 : out;
  }

 private:
  static constexpr int kFewColumns = 16;  // as many, and less, are done at once
  // Of an operation, tangents going through eight at a time; of a multiply-add of P dF/dx.
  static constexpr double kTangent = 1, kFused = 0.5;

  double drift() const { return std::min(automatic_, coloured_); }
  /// Of a sample of C - P A: whole matrices, or rows by reverse sweeps, as Samples takes them.
  double of_whole_matrices() const {
    // Times an evaluation, as large problems took them (experiments/large/curved.cpp, 60 x 15 and 200 x 50): a sweep
    // over a tape that has left the second cache waits for memory.
    constexpr double kCached = 16384, kRecording = 3, kSweep = 6, kFarSweep = 30;
    const double nx = shape_.fast, ny = shape_.slow, sweep = maps_ > kCached ? kFarSweep : kSweep;
    if (abilities_.own_fast_derivative && abilities_.own_slow_derivative)
      return nx * nx + ny * nx + kFused * ny * nx * nx;
    if (rows_pay(shape_.fast, shape_.slow)) return (kRecording + sweep * ny) * maps_;
    return kTangent * nx * maps_ + kFused * ny * nx * nx;
  }
  double of_colours(const Structure& structure, double fast, double slow) const {
    const auto entries = [](const Colouring& c) { return static_cast<double>(c.entry_count()); };
    const double nx = shape_.fast, ny = shape_.slow;
    return kTangent * (structure.fast.colours() * fast + structure.slow.colours() * slow) +
           kFused * ny * entries(structure.fast) + entries(structure.slow) + ny * nx;
  }

  Shape shape_;
  Abilities abilities_;
  double maps_ = 0;                                                            // F and G
  double automatic_ = 0, coloured_ = std::numeric_limits<double>::infinity();  // a sample of C - P A
};

}  // namespace twoscale
