#pragma once
// LastIterate: the answer is where y stands.
//
//   output = Y_k
//
// What the paper's theorems speak of. Costs nothing.

#include <cstdint>

namespace twoscale {

struct LastIterate {
  static constexpr const char* name = "last";
  static constexpr bool averages = false, needs_epochs = false;

  double weight(std::uint64_t /*iteration*/, std::uint64_t /*horizon*/) const { return 1; }
};

}  // namespace twoscale
