#pragma once
// fit_power: the exponent of a power law, seen through means over replicas, with an honest interval.
//
//   value(scale) = prefactor * scale^exponent
//
// A weighted least-squares line through the logarithms of the means. Each point may hold several members of a family;
// its value is then the worst or the mean over them, of means over replicas. The interval comes from resampling
// replicas (all members of a point together: methods and members share their random numbers), studentised; from
// Student's law where there are too few replicas to resample. A parabola through the same points says whether the
// slope is still changing.

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
  /// Where the interval comes from: nothing varies between replicas, Student's law, resampled replicas.
  enum class How { exact, student, bootstrap };

  Estimate exponent;
  double prefactor = 0;
  How how = How::exact;
  std::vector<Estimate> points;  // of the values, in the order given
  std::vector<int> worst;        // the member that is largest at each point

  double curvature = 0, curvature_error = 0;  // of the parabola in log scale: the slope's change per e-fold; 0 for two points
  double first_slope = 0, last_slope = 0;     // of the parabola at both ends
  /// The parabola is better than the line beyond chance (two-sided, 1 %): the asymptote has not been reached.
  bool bent = false;
};

struct FitOptions {
  Over over = Over::worst;
  std::uint64_t seed = 1;      // of the resampling
  int resamples = 1000;
  int few = 16;                // below so many replicas: Student's law
};

/// Throws for fewer than two points, a scale that is not positive or not increasing, a value that is not finite, a point
/// without replicas or whose value is not positive.
PowerFit fit_power(const std::vector<FitPoint>& points, const FitOptions& options = {});

/// The value of one point alone.
Estimate estimate(const FitPoint& point, const FitOptions& options = {});

}  // namespace twoscale
