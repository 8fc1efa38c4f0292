#pragma once
// fit_power: the exponent of a power law, seen through means over replicas, with an honest interval.
//
//   value(scale) = prefactor * scale^exponent
//
// A weighted least-squares line through the logarithms of the means, each plus half its variance: the log of a mean is
// low by that. Each point may hold several members of a family; its value is then the worst or the mean over them, of
// means over replicas. Weights are the inverse variances of the log means, drawn towards the variance that the points
// have in common: weights that go with the means themselves would bias a fit of few replicas.
//
// The interval comes from resampling replicas (all members of a point together: methods and members share their random
// numbers; points independently), studentised [efron_tibshirani_1993, 12.5]; with too few replicas to resample, from
// Student's law with the jackknife's error and Welch's degrees of freedom [welch_1947]. Coverage is measured in
// tests/unit/measure/coverage_test.cpp. A parabola through the same points says whether the slope is still changing.
//
// Where the worst member is not clear, the largest mean is too large on average; so is the value. What remains of it in
// the exponent is the change of that bias with the scale.
//
// Same input, same bits: Philox, sums in one order, own exp and log.

#include <cstdint>
#include <vector>

namespace twoscale {

/// What was measured at one scale: values[member][replica]. Every member has the same number of replicas.
struct FitPoint {
  double scale = 0;
  std::vector<std::vector<double>> values;
};

/// What a point's value is, where its family has several members.
enum class Over { worst, mean };

/// A number with its uncertainty.
struct Estimate {
  double value = 0, standard_error = 0;
  double lower = 0, upper = 0;  // of the 95 % interval; both the value itself where there is no noise
};

struct PowerFit {
  /// Where the interval comes from. exact: nothing varies between replicas, or there is only one, which says nothing of
  /// its noise; the interval is the value. student: fewer than `few` replicas, or too many resamples without a
  /// logarithm or without spread. bootstrap: resampled replicas.
  enum class How { exact, student, bootstrap };

  Estimate exponent;
  double prefactor = 0;
  How how = How::exact;
  std::vector<Estimate> points;  // of the values, in the order given
  std::vector<int> worst;        // the member that is largest at each point

  double curvature = 0, curvature_error = 0;  // of the parabola: the slope's change per e-fold; 0 for two points
  double first_slope = 0, last_slope = 0;     // of the parabola at both ends; of the line for two points
  /// The parabola is better than the line beyond chance (two-sided, 1 %): the asymptote has not been reached. For exact
  /// data: the slope changes by more than 0.02 between the ends.
  bool bent = false;
};

struct FitOptions {
  Over over = Over::worst;
  std::uint64_t seed = 1;  // of the resampling
  int resamples = 1000;    // at least 100
  int few = 16;            // below so many replicas at any point: Student's law; at least 2
};

/// Throws for fewer than two points, a scale that is not positive or not increasing, a value that is not finite, a
/// point without replicas, with members of different numbers of replicas or whose value is not positive, and for points
/// with one replica beside points with several.
PowerFit fit_power(const std::vector<FitPoint>& points, const FitOptions& options = {});

/// The value of one point alone, of either sign. Few replicas: Student's law, for the logarithm where all values are
/// positive. No interval goes below 0 where no value does. In a fit each point is resampled on its own stream, so the
/// ends of PowerFit::points differ from these by the noise of resampling.
Estimate estimate(const FitPoint& point, const FitOptions& options = {});

}  // namespace twoscale
