#pragma once
// twoscale check: are the assumptions true of this problem?

#include <string>
#include <vector>

#include <twoscale/solve/check.hpp>

namespace twoscale::cli {

struct CheckRequest {
  std::string problem;
  std::vector<std::string> parameters;  // NAME=VALUE
  std::string seed = "1", method = "single-loop", budget = "1e6";
  bool json = false;
};

/// Checks and prints; 0, or 3 when something is wrong. Throws twoscale::Error on bad input.
int check(const CheckRequest& request);

// In json.cpp, the one place where JSON is written.
std::string to_json(const ProblemCheck& done);

}  // namespace twoscale::cli
