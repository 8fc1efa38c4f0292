#pragma once
// Single-loop on rotor, and raw on a ring of any size, written by hand for these recursions alone: the price the engine
// is measured against. Same streams, same order of operations, same bits (bench-hand --verify compares them).

#include <cstdint>
#include <span>
#include <vector>

namespace hand {

/// As twoscale::Steps.
struct Steps {
  double fast, preconditioner, slow, anchor;
};

struct Rotor {
  double cosine_less_one, sine, rho = 0.5, gain = 4, sigma = 0.3, derivative_noise = 0.3, curvature = 0.3;
  double radius = 1, matrix_radius;  // of the sets of y, half that of x, and of P
};

/// How a replica of n coordinates ended.
template <int N>
struct ResultOf {
  double fast[N], slow[N], preconditioner[N * N];
};
using Result = ResultOf<2>;
using Result16 = ResultOf<16>;

/// raw on a ring of n numbers on both sides (problem/ring_n.hpp); n is a multiple of 32.
struct Ring {
  double sigma;
  std::span<const double> curvature;  // n of them
};
/// How a replica of it ended.
struct RingResult {
  std::vector<double> fast, slow;
};

struct Work {
  std::uint64_t seed;
  std::uint32_t first_replica;
  std::span<const Steps> steps;  // one for each iteration, or one for all
  std::uint64_t iterations;      // fewer than 2^26, so that no block's number needs more than 32 bits
};

/// Parts of an iteration, to see what each costs.
enum class Part { philox, noise };

// One kernel for each instruction set; results.size() replicas.
#define HAND_KERNELS                                                                         \
  void rotor(const Rotor& problem, const Work& work, std::span<Result> results);             \
  void rotor_curved(const Rotor& problem, const Work& work, std::span<Result> results);      \
  void rotor_16(const Rotor& problem, const Work& work, std::span<Result16> results);        \
  void ring(const Ring& problem, const Work& work, std::span<RingResult> results);           \
  void ring_in_parts(const Ring& problem, const Work& work, std::span<RingResult> results);  \
  /** The words or the normals of so many replicas alone; something that depends on them. */ \
  double part_of_rotor(const Work& work, Part part, std::uint32_t replicas);
namespace v3 {
HAND_KERNELS
}
namespace v4 {
HAND_KERNELS
}
#undef HAND_KERNELS

}  // namespace hand
