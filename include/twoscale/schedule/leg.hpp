#pragma once
// Leg: a stretch of a tuned run in which no step changes, and what it measured of one replica.

#include <array>
#include <cstdint>
#include <vector>

namespace twoscale {

struct Leg {
  enum class Kind {
    settle,  // y stands still, x moves; how much f contracts, and how noisy A is
    survey,  // the same, and A and C are averaged: P = C A^-1
    look,    // y stands still, x and P move: the noise of H, and the pull, at rest
    epoch,   // all three move
    rest,    // of the last epoch, which asks itself after a third whether it is on its way
  };
  Kind kind;
  std::uint64_t start, length;

  std::uint64_t end() const { return start + length; }
};

/// How many directions of y, and of x, a leg measures besides all of them together.
inline constexpr int kDirections = 3;

/// What a leg saw along one direction of x.
struct FastReading {
  double noise = 0;  // of a move of x: half the mean square of the change from one to the next
  double leak = 0;   // |(C - P A) u| on average: how much of an error of x along u reaches H
  double raw = -1;   // |C u|: how much would without P; negative where nothing is known of it
};

/// Everything a decision may rest on, in plain numbers. z is the slow point before it is projected.
struct LegReading {
  std::vector<double> mean_point, end_point;  // of z: its mean, and where it ended
  std::vector<double> mean_pull, late_pull;   // of H - z, over the leg and over its second half
  std::vector<double> end_pull;               // H - z in its last iteration
  double noise = 0;                           // E|H - E H|^2: half the mean square of the change of H - z in a step
  double kurtosis = 0;  // of these changes j, against those nearby: sum j_k^4 / sum j_k^2 j_{k-2}^2
  std::array<double, kDirections> noise_along{};  // noise along each direction that the tuner asked for
  double quick_noise = 0;  // as from one iteration to the next, also where `noise` is made that of averages
  // The same from blocks of the leg, of an iteration: more where H is correlated. 0 where it is not looked at.
  double long_noise = 0;
  std::array<double, kDirections> long_noise_along{};
  std::vector<double> mean_fast;                  // of x
  std::vector<double> fast_way, fast_late_way;    // how far x went, in all and in the second half
  std::array<FastReading, kDirections> fast{};    // along each direction of x that the tuner asked for
  double fast_correlation = 0, fast_square = 0;   // of successive moves of x; the mean square of one
  double fast_numbers = 0;                        // how many numbers x has
  double contraction = 0, derivative_square = 0;  // tr(A)/n and E|A|_F^2; 0 where A was not sampled
  double leakage = 0;                             // |P|_F at its end
  double moved = 0;                               // |P - P of the survey|_F over it
};

}  // namespace twoscale
