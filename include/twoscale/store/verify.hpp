#pragma once
// verify: everything in a store, looked at.

#include <cstdint>
#include <string>
#include <vector>

namespace twoscale {

struct Verification {
  std::uint64_t jobs = 0, asked = 0, ended = 0, underway = 0, observations = 0;
  std::vector<std::string> faults;  // a sentence for each; none where all is as it was written
  std::string caution;              // of a store that is too old to be checked
};

/// Reads every row, checks its hash, its place and what it counts, and the file's structure. Throws where the file is
/// no store.
Verification verify_store(const std::string& path);

}  // namespace twoscale
