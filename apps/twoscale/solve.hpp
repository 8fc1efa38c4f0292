#pragma once
// twoscale solve: what was asked, and what came of it.

#include <optional>
#include <string>
#include <vector>

#include "request.hpp"

namespace twoscale::cli {

struct SolveRequest {
  std::string problem;
  std::vector<std::string> methods = {"single-loop"};
  std::string budget = "1e6", iterations, seed = "1", replicas = "1", threads;
  std::vector<std::string> parameters, options;  // NAME=VALUE
  std::string fast_start, slow_start, anchor;    // "1,0"
  bool anytime = false, force = false, json = false, quiet = false;
  std::string output;
};

/// The mean-square residual over replicas, with a 95 % Student interval when there are several.
struct Residual {
  double mean_square = 0;
  std::optional<double> standard_error, lower, upper;
  static constexpr double kConfidence = 0.95;
  std::string how;  // "closed-form" or "means"
};

struct SolveReport {
  std::string problem;
  std::vector<SettingInfo> parameters;
  std::string derivatives;  // how they come about; empty when the method takes none
  Plan plan;
  std::uint64_t seed;
  RunResult result;
  Status status;  // the worst over replicas
  std::size_t diverged = 0;
  std::optional<Residual> residual;
  std::optional<double> tracking_error, preconditioner_error;  // means over replicas
  std::optional<ProductCondition> product_condition;           // for an estimated P
  double wall_seconds;
};

/// Runs, prints, writes; gives the exit code. Throws twoscale::Error on bad input, before anything is written.
int solve(const SolveRequest& request);

// In solve_text.cpp.
void print_report(const AnyProblem& problem, const SolveReport& report);
void print_table(const AnyProblem& problem, const std::vector<SolveReport>& reports);

// In json.cpp, the one place where JSON is written.
std::string to_json(const SolveReport& report);
std::string to_json(const std::vector<SolveReport>& reports);

}  // namespace twoscale::cli
