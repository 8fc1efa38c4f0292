#pragma once
// Record: what is kept of a replica that has ended.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <twoscale/run/options.hpp>

namespace twoscale {

struct Record {
  std::uint32_t replica = 0;
  Status status;
  std::uint64_t iteration = 0;
  Counts counts;
  std::vector<double> fast, slow;
  std::optional<double> squared_residual, tracking_error, preconditioner_error;  // where they are known
  std::optional<Snapshot> state;  // all of it, for what is measured from whole states
};

}  // namespace twoscale
