#pragma once
// What the tests of certificates share: points, and how often intervals hold.

#include <gtest/gtest.h>

#include <string>

#include <twoscale/measure/certificate.hpp>
#include <twoscale/measure/mean.hpp>

#include "unit/measure/certificate_problems.hpp"

namespace twoscale::testing {

constexpr int kTrials = 1000;

inline double squared(const Evaluator::Numbers& v) {
  double sum = 0;
  for (double value : v) sum += value * value;
  return sum;
}

struct Point {
  Evaluator::Numbers x, y;
};
/// y anywhere; x away from x*(y) = y by about the noise of a step, as a run would leave it.
inline Point point_of(const Offset& values) {
  Point out;
  for (std::size_t i = 0; i < values.offset.size(); ++i) {
    out.y.push_back(0.3 - 0.1 * static_cast<double>(i));
    out.x.push_back(out.y.back() + 0.1);
  }
  return out;
}

struct Tally {
  int held = 0, above = 0, below = 0, bound_held = 0, unsettled = 0, groups = 0;
  Mean estimate, width, samples;
  double percent() const { return 100.0 * held / kTrials; }

  void add(const Certificate& seen, double truth) {
    above += seen.lower > truth, below += seen.upper < truth;
    held += seen.lower <= truth && truth <= seen.upper;
    bound_held += truth <= seen.at_most;
    unsettled += !seen.settled, groups = seen.groups;
    estimate.add(seen.estimate), width.add(seen.upper - seen.lower), samples.add(static_cast<double>(seen.samples));
  }
};

inline void record(const char* name, double value) { ::testing::Test::RecordProperty(name, std::to_string(value)); }

inline Tally tally(const Offset& values, CertificateOptions options) {
  const OffsetEvaluator problem(values);
  const Point at = point_of(values);
  const double truth = squared(values.offset);
  Tally out;
  for (int trial = 0; trial < kTrials; ++trial) {
    options.seed = 1000 + static_cast<std::uint64_t>(trial);
    out.add(certify(problem, at.x, at.y, options), truth);
  }
  record("r", truth), record("percent", out.percent());
  record("low_end_missed", 0.1 * out.above), record("high_end_missed", 0.1 * out.below);
  record("bound_percent", 100.0 * out.bound_held / kTrials);
  record("bias_in_errors", (out.estimate.value() - truth) / out.estimate.standard_error());
  record("width", out.width.value()), record("groups", out.groups), record("unsettled", out.unsettled);
  return out;
}

}  // namespace twoscale::testing
