#pragma once
// What a fit is made of: the values of points, as seen or as resampled, and weighted lines through their logarithms.

#include <cstdint>
#include <vector>

#include <twoscale/measure/fit.hpp>

namespace twoscale::detail {

/// A point's value and its standard error, in the sample or in a resample.
struct Seen {
  double value = 0, error = 0;
  int worst = 0;  // the member that is largest
  double replicas = 1;
  double log_error = 0;  // of the value's logarithm: error / value by the delta method, or the jackknife's

  double relative_error() const { return error / value; }
};

/// The replicas of one point, ready to be drawn from again and again.
class Replicas {
 public:
  Replicas(const FitPoint& point, Over over);

  int count() const { return count_; }
  const Seen& seen() const { return seen_; }
  /// The standard error of the value's logarithm with each replica left out in turn. The delta method's is a tenth
  /// short for 8 replicas of a squared residual; this one is not.
  double jackknife() const;
  double least() const { return least_; }
  /// The same from resample number `number`: replicas drawn with replacement, for all members alike.
  Seen resampled(std::uint64_t seed, std::uint32_t stream, std::uint32_t number,
                 std::vector<std::uint32_t>& drawn) const;

 private:
  struct Member {
    double mean = 0;
    std::vector<double> deviation;  // from that mean: sums of squares do not cancel
  };
  std::vector<Member> members_;  // one where the value is the mean over members
  int count_ = 0;
  double least_ = 0;  // of all values
  Seen seen_;
};

/// A linear combination of the points' logarithms: its value, the delta method's standard error, Welch's degrees.
struct Combination {
  double value = 0, error = 0, degrees = 1;
};

/// The weighted line and parabola through log values. Everything in it is a function of the points alone, so that a
/// resample goes through the same steps as the sample.
class LogFit {
 public:
  /// `x` is the logarithm of the scales, and outlives this.
  LogFit(const std::vector<double>& x, const std::vector<Seen>& points);

  Combination slope() const;
  /// Of the parabola: the slope's change per e-fold. For three points or more.
  Combination curvature() const;
  double log_prefactor() const;
  /// Of the parabola, `curvature` being its own.
  double slope_at(double x, double slope, double curvature) const;

 private:
  Combination combine(const std::vector<double>& polynomial) const;
  /// first^2 - tilt first - level is orthogonal to 1 and to first.
  double tilt_of() const;

  const std::vector<double>& x_;
  const std::vector<Seen>& points_;
  std::vector<double> variance_, y_, weight_;
  std::vector<double> first_;  // x - centre: orthogonal to 1
  double centre_ = 0;
};

}  // namespace twoscale::detail
