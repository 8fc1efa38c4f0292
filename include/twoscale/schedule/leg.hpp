#pragma once
// Leg: a stretch of a tuned run in which no step changes, and what it measured of one replica.

#include <cstdint>
#include <vector>

namespace twoscale {

struct Leg {
  enum class Kind {
    settle,  // y stands still, x moves; how much f contracts, and how noisy A is
    survey,  // the same, and A and C are averaged: P = C A^-1
    look,    // y stands still, x and P move: the noise of H
    epoch,   // all three move
    rest,    // of the last epoch, which asks itself after a third whether it is on its way
  };
  Kind kind;
  std::uint64_t start, length;

  std::uint64_t end() const { return start + length; }
};

/// Everything a decision may rest on, in plain numbers. z is the slow point before it is projected.
struct LegReading {
  std::vector<double> mean_point;                 // of z
  std::vector<double> mean_pull, late_pull;       // of H - z, over the leg and over its second half
  double noise = 0;                               // E|H - E H|^2: half the mean square of the change of H - z in a step
  double fast_correlation = 0;                    // of successive moves of x
  double fast_numbers = 0;                        // how many numbers x has
  double contraction = 0, derivative_square = 0;  // tr(A)/n and E|A|_F^2; 0 where A was not sampled
  double leakage = 0;                             // |P|_F at its end
  double moved = 0;                               // |P - P of the survey|_F over it
};

}  // namespace twoscale
