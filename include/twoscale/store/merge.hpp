#pragma once
// merge: the stores of independent runs made one.

#include <cstdint>
#include <string>
#include <vector>

namespace twoscale {

struct Merged {
  std::uint64_t jobs = 0, replicas = 0;
  std::uint64_t missing = 0;     // replicas that were asked for, and are in none of them
  std::uint64_t duplicates = 0;  // replicas found in more than one store, with the same bits
};

/// Writes a new store with all that is in the others. Throws, and leaves no file, where a replica of a job has other
/// bits in another store, where one is damaged or holds no jobs, and where `output` is already there.
Merged merge_stores(const std::vector<std::string>& inputs, const std::string& output);

}  // namespace twoscale
