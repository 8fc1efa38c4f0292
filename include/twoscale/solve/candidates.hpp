#pragma once
// Candidates: the ways in which a tuned run may keep an error of x from y, what an iteration of each costs on a
// problem, and what is expected of it. A run takes one of them before it starts; it is part of the job.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <twoscale/method/plan.hpp>
#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/options.hpp>

namespace twoscale {

struct Candidate {
  Correction correction = Correction::none;
  std::string oracle = {}, preconditioner = {};
  double separation = 0;                // alpha / beta; gamma / beta where a vector follows the error of x
  double price = 0;                     // of an iteration, in operations; in seconds where it was timed
  std::optional<double> residual = {};  // expected |h(y) - y|^2 at the end; none where that cannot be foreseen
  bool chosen = false;
};

struct Candidates {
  std::vector<Candidate> list = {};  // cheapest first
  bool timed = false;
  std::string why = {};           // the chosen one
  std::uint64_t evaluations = 0;  // of F, G and their derivatives that it took to see, at most
};

/// A budget in seconds, and how many of them an iteration of a method takes on the machine at hand.
struct Timing {
  double seconds = 0;
  std::function<double(const Method&)> of_iteration;
};

/// The plan of a tuned run with the cheapest candidate of those that are expected to come about as near as any, unless
/// options say which. One without P gets as much separation as the lag of x asks for, and is told what noise and
/// curvature await it (measure/outlook.hpp). Where nothing can be foreseen P is taken, if it can be paid for. Prices
/// are counted operations, so that the same arguments give the same bits; with timing they are seconds, and so is the
/// length of the run. `seen` is given all candidates, also of a problem that is so small that there is nothing to
/// choose.
Plan with_best_candidate(const Plan& plan, const AnyProblem& problem, std::span<const NamedText> method_options,
                         const RunOptions& run, Candidates* seen = nullptr, const std::optional<Timing>& timing = {});

}  // namespace twoscale
