#pragma once
// twoscale compare PROBLEM: what was asked.

#include "study.hpp"

namespace twoscale::cli {

struct CompareRequest {
  std::string problem;
  std::vector<std::string> methods = {"raw", "nested", "nested-corrected", "single-loop"};
  std::string budget = "1e4:1e6", replicas = "64", seed = "1";
  std::vector<std::string> family, parameters, options;  // NAME=VALUES, NAME=VALUE
  bool force = false;
  StudyRequest study;
};

int compare(const CompareRequest& request);

}  // namespace twoscale::cli
