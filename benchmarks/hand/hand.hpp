#pragma once
// Single-loop on rotor, written by hand for this one recursion: the price the engine is measured against. Same streams,
// same order of operations, same bits (bench-hand --verify compares them).

#include <cstdint>
#include <span>

namespace hand {

/// As twoscale::Steps.
struct Steps {
  double fast, preconditioner, slow, anchor;
};

struct Rotor {
  double cosine_less_one, sine, rho, gain, sigma, derivative_noise, curvature;
  double radius, matrix_radius;  // of the sets of y, half that of x, and of P
};

struct Result {
  double fast[2], slow[2], preconditioner[4];
};

struct Work {
  std::uint64_t seed;
  std::uint32_t first_replica;
  std::span<const Steps> steps;  // one for each iteration, or one for all
  std::uint64_t iterations;
};

/// The parts of an iteration, to see what each costs.
enum class Part { all, philox, noise };

// One kernel for each instruction set; results.size() replicas.
namespace v3 {
void rotor(const Rotor& problem, const Work& work, std::span<Result> results);
void rotor_curved(const Rotor& problem, const Work& work, std::span<Result> results);
double part_of_rotor(const Work& work, Part part, std::uint32_t replicas);
}  // namespace v3
namespace v4 {
void rotor(const Rotor& problem, const Work& work, std::span<Result> results);
void rotor_curved(const Rotor& problem, const Work& work, std::span<Result> results);
double part_of_rotor(const Work& work, Part part, std::uint32_t replicas);
}  // namespace v4

}  // namespace hand
