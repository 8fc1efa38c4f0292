#pragma once
// twoscale reproduce: what was asked.

#include "study.hpp"

namespace twoscale::cli {

struct ReproduceRequest {
  bool full = false, list = false;
  std::vector<std::string> only;
  std::string spec;  // the name of the one to print
  StudyRequest study;
};

int reproduce(const ReproduceRequest& request);

}  // namespace twoscale::cli
