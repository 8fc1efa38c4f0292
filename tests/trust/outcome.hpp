#pragma once
// Outcome: what `auto` said of a problem, against the truth.

#include <optional>
#include <string>

#include <twoscale/method/plan.hpp>
#include <twoscale/run/batch.hpp>

#include "draw.hpp"

namespace twoscale::trust {

struct Outcome {
  Family family = Family::plain;
  int number = 0;
  Traits traits;
  double residual = 0, start_residual = 0, limit = 0;  // all of them squares; infinite where the answer is no number
  bool is_right = false;
  Status said;  // by the solver

  bool is_settled() const { return said.ok(); }

  /// None where there is no noise, or none that reaches the answer.
  std::optional<double> over_limit() const;
};

ReplicaResult solve(const Drawn& drawn, const Plan& plan);
Outcome judge(const Drawn& drawn, const ReplicaResult& result, double samples);

/// In a line.
std::string to_text(const Outcome& outcome);
/// What the tuner found and did, an epoch a line.
std::string epochs_of(const ReplicaResult& result);

}  // namespace twoscale::trust
