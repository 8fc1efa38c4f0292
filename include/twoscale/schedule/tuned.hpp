#pragma once
// Tuned: steps that a run finds for itself. It is cut into legs whose lengths depend on the horizon alone: y stands
// still while x settles and A and C are surveyed, then come epochs, each longer than the one before and started from
// its mean; what an epoch measures decides the steps of the next (Tuner). An epoch ends with a look at its mean, y
// standing still. Steps are constant within a leg.
//
//   epoch of length L:  beta = B / L,   alpha = separation beta,   gamma = preconditioner_ratio alpha   (each capped)
//   answer = the mean of z over the last epoch, projected; of its last two thirds where the first saw y drifting
//
// B, how far y can travel in an epoch in units of its own pull, is least_travel, and grows where y was seen drifting.
// A fixed B, and so beta of order 1/L: noise leaves y at a distance of order sqrt(beta) from its mean, where a curved h
// or a projection has a mean pull of order beta; an average over L steps has noise of order L^-1/2, so beta must fall
// faster than that for the pull not to show. For a linear h no beta is too large, and none needs to be large unless
// there is a way to go. docs/methods/auto.md has the measurements behind the constants.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <twoscale/core/setting.hpp>
#include <twoscale/schedule/leg.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

/// What keeps the lag of x from y: x that is much faster; a vector that follows A^-1 (F - x) and is; or P at once.
enum class Correction { none, followed, instant };

/// What holds y's steps to those of x.
struct Pace {
  Correction correction;
  double separation, largest_fast_step;
};

struct Tuned {
  static constexpr const char* name = "tuned";
  static constexpr bool has_fast_step = true, has_inner_length = false, tunes = true;
  /// Above so many fast numbers no matrix is formed; without P of that size alpha is so much larger than beta, at
  /// first.
  static constexpr int kLargestDense = 64;
  static constexpr double kRawSeparation = 16;
  double survey_share = 0.02, epoch_growth = 3, last_share = 0.8, least_travel = 30, separation = 2,
         preconditioner_ratio = 1, learn_every = 1;
  double drift_threshold = 1, drift_gain = 4, largest_slow_step = 0.25, largest_fast_step = 0.5;
  double fast_noise = 0, slow_noise = 0, widest_noise = 1, bend = 0, lag = 0;

  static constexpr std::array<Setting<Tuned>, 16> settings = {{
      {"survey_share", &Tuned::survey_share, Range::closed(0, 0.5),
       "the share of a run in which y stands still at first"},
      {"epoch_growth", &Tuned::epoch_growth, Range{.low = 1.5, .high = 100}, "an epoch's length over the one before"},
      {"last_share", &Tuned::last_share, Range{.low = 0.1, .high = 0.95},
       "of a long run's iterations after the survey, the last epoch has at least so many"},
      {"least_travel", &Tuned::least_travel, Range::above(0), "B: beta = B / L in an epoch of length L, at least"},
      {"separation", &Tuned::separation, Range::above(0), "alpha / beta; gamma / beta of preconditioner lazy-followed"},
      {"preconditioner_ratio", &Tuned::preconditioner_ratio, Range::at_least(0),
       "gamma / alpha of a learned P; at 1 the second-order bias cancels to leading order"},
      {"learn_every", &Tuned::learn_every, Range{.low = 1, .high = 1e6, .whole = true},
       "a learned P moves in one iteration of so many, by a step so many times as large"},
      {"drift_threshold", &Tuned::drift_threshold, Range::at_least(0),
       "how many times what noise gives the squared drift of y must be for B to grow"},
      {"drift_gain", &Tuned::drift_gain, Range::at_least(0), "by how much it then grows; 0: never"},
      {"largest_slow_step", &Tuned::largest_slow_step, Range::above_to(0, 1), "beta is never above it"},
      {"largest_fast_step", &Tuned::largest_fast_step, Range::above_to(0, 1), "nor are alpha and gamma above this"},
      {"fast_noise", &Tuned::fast_noise, Range::at_least(0),
       "tr P Cov F P^T of an iteration at the start, measured before the run for one that has no P; 0: not known"},
      {"slow_noise", &Tuned::slow_noise, Range::at_least(0), "tr Cov G there, likewise"},
      {"widest_noise", &Tuned::widest_noise, Range::above_to(0, 1), "the share of these in any one direction, at most"},
      {"bend", &Tuned::bend, Range::at_least(0),
       "by how much x that follows with steps alpha biases H through curvature, over alpha; likewise"},
      {"lag", &Tuned::lag, Range::at_least(0),
       "by how much y's motion comes back through x that lags behind it, times alpha / beta; likewise"},
  }};

  /// One after the other from 0 to the horizon; none where there is nothing to run.
  std::vector<Leg> legs(std::uint64_t horizon) const;

  /// Of so many iterations in which y moves, those of the last epoch.
  double last_epoch(double iterations) const;

  /// The steps before anything is known.
  Steps first() const;
  /// Those of a run that sees no drift, and is not held back by noise on A.
  Steps at(std::uint64_t iteration, std::uint64_t horizon) const;
  /// Those of an epoch of this length that sees no drift.
  Steps in_epoch(double length) const;
  /// The largest alpha of an epoch of this length at which x's own fluctuation, seen through curvature, is hidden by
  /// the noise of an average, `noise` being that of an iteration. Infinite where neither is known.
  double straight_step(double noise, double length) const;
  /// The largest beta of an epoch of this length that x, or a vector that follows its error, keeps up with: as much
  /// separation as is asked for, and as the lag of x does, with an alpha that curvature allows.
  double followed_step(const Pace& pace, double noise, double length) const;
  /// A lag gain g makes a rotation grow by up to exp((g beta/alpha)^2 B / 2) in an epoch of travel B = beta L: alpha /
  /// beta has to be so large for that to be little.
  double calm_separation(double travel) const;
  /// gamma where P moves, beside this alpha.
  double preconditioner_step(double fast, double largest) const;
  /// Of iterations in a row.
  void fill(std::uint64_t begin, std::uint64_t horizon, std::span<Steps> out) const;
  std::uint64_t inner_length(std::uint64_t) const { return 1; }
  void validate(std::uint64_t) const {}

 private:
  /// What the longest of epochs that grow has of them all.
  double grown() const { return 1 - 1 / epoch_growth; }
};

}  // namespace twoscale
