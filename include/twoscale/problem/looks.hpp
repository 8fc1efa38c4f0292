#pragma once
// Looks: what one iteration asks of a problem. A map whose samples take no noise is known once it is evaluated: looking
// at it is no sample, costs nothing of a budget, and is counted apart, for every method alike.

#include <cstdint>

#include <twoscale/problem/problem.hpp>

namespace twoscale {

/// So many draws of F, of G and of their derivatives; `told` are answers h(y) of the problem itself.
struct Looks {
  std::uint64_t fast = 0, slow = 0, fast_derivative = 0, slow_derivative = 0, told = 0;

  std::uint64_t total() const { return fast + slow + fast_derivative + slow_derivative + told; }
  friend Looks operator+(const Looks& a, const Looks& b) {
    return {a.fast + b.fast, a.slow + b.slow, a.fast_derivative + b.fast_derivative,
            a.slow_derivative + b.slow_derivative, a.told + b.told};
  }
};

/// Which of them take no noise. Where nothing does, all are counted: a budget has to mean something.
struct Noiseless {
  bool fast = false, slow = false, fast_derivative = false, slow_derivative = false;

  /// What is left of an iteration to be counted.
  std::uint64_t counted(const Looks& looks) const {
    return (fast ? 0 : looks.fast) + (slow ? 0 : looks.slow) + (fast_derivative ? 0 : looks.fast_derivative) +
           (slow_derivative ? 0 : looks.slow_derivative) + looks.told;
  }
  bool operator==(const Noiseless&) const = default;
};

/// Of a problem of this shape. `shared`: a value and a derivative are one look, with the noise of both. A problem that
/// has no size yet (0 numbers) counts as noisy.
constexpr Noiseless noiseless_of(const Shape& shape, bool own_fast_derivative, bool own_slow_derivative, bool shared) {
  Noiseless out;
  if (shape.fast == 0 && shape.slow == 0) return out;
  out.fast = shape.fast_noise == 0, out.slow = shape.slow_noise == 0;
  out.fast_derivative = own_fast_derivative ? shape.fast_derivative_noise == 0 : out.fast;
  out.slow_derivative = own_slow_derivative ? shape.slow_derivative_noise == 0 : out.slow;
  if (shared) out.fast = out.fast_derivative = out.fast && out.fast_derivative;
  if (shared) out.slow = out.slow_derivative = out.slow && out.slow_derivative;
  if (out.fast && out.slow && out.fast_derivative && out.slow_derivative) return {};
  return out;
}

}  // namespace twoscale
