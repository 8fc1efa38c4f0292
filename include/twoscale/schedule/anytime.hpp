#pragma once
// Anytime: epochs of length 2^j, each tuned to its own length and started from the last one's end
// ([P] Appendix anytime). An epoch is found from the iteration alone, so a run can stop and go on anywhere.

#include <bit>
#include <cstdint>

namespace twoscale {

struct Epoch {
  std::uint64_t start, length;
};

/// The epoch that holds an iteration, when the first epoch has length 2^first.
inline Epoch epoch_of(std::uint64_t iteration, int first) {
  const std::uint64_t offset = std::uint64_t{1} << first;
  const std::uint64_t length = std::bit_floor(iteration + offset);
  return {length - offset, length};
}

}  // namespace twoscale
