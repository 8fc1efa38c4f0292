#pragma once
// Lockstep: W replicas of one method on one problem that step together. This is what a kernel is to the loop around it
// (run/batch.hpp), which is compiled once and knows neither the problem nor the pack width.

#include <cstdint>
#include <span>
#include <vector>

#include <twoscale/core/lane_numbers.hpp>
#include <twoscale/run/gauge.hpp>
#include <twoscale/run/snapshot.hpp>
#include <twoscale/run/survey.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

/// Numbers that every replica of a kernel carries, and where a snapshot has them.
struct Carried {
  StatePart part;  // part.stored is null for what an outer rule keeps
  LaneNumbers numbers;
};

namespace detail {
/// Adds to the list; out of line, since every kernel does it.
void carry(std::vector<Carried>& list, const StatePart& part, LaneNumbers numbers);
}  // namespace detail

/// The parts of a kernel that a tuned run measures with, and steers by.
struct TunedView {
  LaneNumbers fast_step, preconditioner_step, slow_step;
  bool& surveys;  // A and C are sampled, and P is not learned
  GaugeView gauge;
  SurveyView survey;
};

class Lockstep {
 public:
  virtual ~Lockstep() = default;

  virtual int width() const = 0;
  /// The most iterations to run at once.
  virtual std::uint64_t chunk() const = 0;
  /// One iteration for each of the steps; the first of them is iteration `first`.
  virtual void run(std::uint64_t first, std::span<const Steps> steps) = 0;

  /// Everything the replicas carry. Good until the next call of run().
  virtual std::vector<Carried> carried() = 0;
  virtual Counts counts() const = 0;
  virtual void set_counts(const Counts& counts) = 0;
  /// At the first iteration of a run: what the preconditioner draws, and what the outer rule keeps.
  virtual void start_preconditioner() = 0;
  virtual void start_outer() = 0;

  // For a tuned run.
  /// Measuring begins; throws where the kernel was not compiled for it.
  virtual void measure() = 0;
  virtual TunedView tuned() = 0;
  virtual void project_state() = 0;  // x and y onto their sets
  virtual void project_preconditioner() = 0;
  virtual std::vector<double> projected_slow(const std::vector<double>& point) const = 0;
};

/// One part of what the replicas carry, as a snapshot knows it.
LaneNumbers numbers_of(Lockstep& replicas, std::vector<double> Snapshot::*part);

}  // namespace twoscale
