#pragma once
// The steps of single-loop for a horizon, as a rival would write them down: [P] Theorem single-loop-half, with the
// factor 2 of docs/methods/single-loop.md in front of beta.

#include <cmath>
#include <cstdint>

namespace bench {

struct RotorSteps {
  double fast, preconditioner, slow, anchor;
  explicit RotorSteps(std::uint64_t horizon) {
    const auto n = static_cast<double>(horizon);
    fast = preconditioner = std::pow(n, -0.5);
    slow = 2 * std::pow(n, -0.75);
    anchor = std::pow(n, -0.25);
  }
};

}  // namespace bench
