#pragma once
// Leg: a stretch of a tuned run in which no step changes, and what it measured of one replica.

#include <cstdint>
#include <vector>

namespace twoscale {

struct Leg {
  enum class Kind {
    settle,  // y stands still, x moves
    survey,  // y stands still, x moves, A and C are averaged: P = C A^-1
    epoch,   // all three move
  };
  Kind kind;
  std::uint64_t start, length;

  std::uint64_t end() const { return start + length; }
};

/// Everything a decision may rest on, in plain numbers. z is the slow point before it is projected.
struct LegReading {
  std::vector<double> start, end;                 // z
  std::vector<double> mean_point;                 // of z
  std::vector<double> mean_estimate;              // of H
  double noise = 0;                               // E|H - E H|^2: half the mean square of the change of H - z in a step
  double fast_correlation = 0;                    // of successive moves of x
  double contraction = 0, derivative_square = 0;  // of a survey: tr(A)/n and E|A|_F^2; 0 where they were not measured
  double fast_numbers = 0;                        // how many numbers x has
  double leakage = 0;                             // |P|_F at its end
  double moved = 0;                               // |P - P of the survey|_F over it
};

}  // namespace twoscale
