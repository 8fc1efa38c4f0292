#pragma once
// check: are the paper's assumptions true of this problem? Measured from samples, with intervals, one line each.
//
//   |f(x,y) - f(x',y)| <= mu |x - x'|, mu < 1                                 [P] Assumption fast-contract
//   |h(y) - h(y')| <= |y - y'|                                               [P] Assumption slow-nonexp
//   x*(y) in X, h(Y) in Y                                                     [P] Assumption compact
//   E F = f, E G = g, moments up to the fourth                                [P] Assumption moments
//   derivative samples unbiased, derivatives Lipschitz                        [P] Assumptions smooth, online-precond
//   E|(P - P*)(f - x)|^2 <= C delta^2 for an estimated P                      [P] Assumption precond
//
// Closed forms and means are verified where the problem offers them; nothing needs them. A line is `wrong` only when
// the data exclude a valid problem at level `alarm`; what the samples leave open is `unknown`, and says so.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <twoscale/problem/evaluator.hpp>

namespace twoscale {

enum class CheckVerdict { ok, warning, wrong, unknown };
const char* name_of(CheckVerdict verdict);

struct CheckLine {
  std::string topic;  // "fast map", as the text groups them
  std::string name;   // "fast_contraction", stable
  CheckVerdict verdict = CheckVerdict::ok;
  std::string text;                                     // one sentence with its numbers and their uncertainty
  std::string advice;                                   // what to do about it
  std::vector<std::pair<std::string, double>> numbers;  // the same numbers by name
};

struct CheckReport {
  std::vector<CheckLine> lines;
  std::uint64_t samples = 0;  // of F, G and their derivatives

  int problems() const { return count(CheckVerdict::wrong); }
  int warnings() const { return count(CheckVerdict::warning); }
  /// Throws when there is no line of that name.
  const CheckLine& line(const std::string& name) const;

 private:
  int count(CheckVerdict verdict) const;
};

struct CheckOptions {
  std::uint64_t seed = 1;
  double confidence = 0.95;             // of the intervals shown
  double alarm = 1e-6;                  // chance that a line calls a valid problem wrong
  int pairs = 1024;                     // of slow points at which h is compared; fewer where the problem is large
  double effort = 1;                    // scales the samples of everything else
  double radius = 1;                    // of the ball around the starts that stands for an unbounded set
  double slow_step = 0, fast_step = 0;  // of the schedule in use, for the leakage; zero when there is none
  bool corrected = true;                // whether the method in use corrects the leakage
};

/// Throws Error on options out of range. The same seed gives the same report.
CheckReport check(const Evaluator& problem, const CheckOptions& options = {});

}  // namespace twoscale
