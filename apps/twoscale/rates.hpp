#pragma once
// twoscale rates SPEC.toml: what was asked.

#include "study.hpp"

namespace twoscale::cli {

struct RatesRequest {
  std::string spec;
  bool full = false;  // the longer form, where the spec has one
  StudyRequest study;
};

int rates(const RatesRequest& request);

}  // namespace twoscale::cli
