#pragma once
// Observer: a quantity looked at while a run goes on, at iterations chosen beforehand. It sees snapshots, between two
// chunks of the kernel: a run without one pays nothing, and a run with one has the same bits.

#include <cstdint>
#include <functional>
#include <vector>

#include <twoscale/run/snapshot.hpp>

namespace twoscale {

/// What an observer saw of one replica after so many iterations.
struct Observation {
  std::uint64_t iteration = 0, samples = 0;
  std::vector<double> values;

  bool operator==(const Observation&) const = default;
};

struct Observer {
  std::vector<std::uint64_t> at;  // ascending, from 1; what a resumed run has behind it is not looked at again
  /// Called from the run's threads, side by side. Not for a replica that has diverged.
  std::function<std::vector<double>(const Snapshot&)> measure;
};

/// Up to `count` iterations from 1 to `last`, evenly spread on a logarithmic scale: fewer where they would coincide.
std::vector<std::uint64_t> log_spaced(std::uint64_t last, std::uint64_t count);

}  // namespace twoscale
