#pragma once
// A pack of doubles: two registers, so that two chains of dependent operations are under way.

#include "isa.hpp"

namespace hand::HAND_ISA {

struct Pair {
  D half[2];

  HAND_INLINE friend Pair operator+(Pair a, Pair b) { return {{a.half[0] + b.half[0], a.half[1] + b.half[1]}}; }
  HAND_INLINE friend Pair operator-(Pair a, Pair b) { return {{a.half[0] - b.half[0], a.half[1] - b.half[1]}}; }
  HAND_INLINE friend Pair operator*(Pair a, Pair b) { return {{a.half[0] * b.half[0], a.half[1] * b.half[1]}}; }
  HAND_INLINE friend Pair operator*(double c, Pair b) { return {{all(c) * b.half[0], all(c) * b.half[1]}}; }
  HAND_INLINE friend Pair operator+(double c, Pair b) { return {{all(c) + b.half[0], all(c) + b.half[1]}}; }
  HAND_INLINE friend Pair operator-(double c, Pair b) { return {{all(c) - b.half[0], all(c) - b.half[1]}}; }
};

HAND_INLINE Pair fma(Pair a, Pair b, Pair c) {
  return {{fma(a.half[0], b.half[0], c.half[0]), fma(a.half[1], b.half[1], c.half[1])}};
}
HAND_INLINE Pair pair(double a) { return {{all(a), all(a)}}; }
/// A number of a noise buffer.
HAND_INLINE Pair widened(const float* from) { return {{widen(from), widen(from + kLanes / 2)}}; }
HAND_INLINE double lane(const Pair& a, int i) { return a.half[i / (kLanes / 2)][i % (kLanes / 2)]; }

template <int N>
HAND_INLINE Pair squared_norm(const Pair (&v)[N]) {
  Pair square = v[0] * v[0];
  for (int i = 1; i < N; ++i) square = square + v[i] * v[i];
  return square;
}

/// v to the nearest point of the ball: nothing, most of the time.
template <int N>
HAND_INLINE void project(Pair (&v)[N], double radius) {
  const Pair square = squared_norm(v);
  const Mask outside[2] = {above(square.half[0], all(radius * radius)), above(square.half[1], all(radius * radius))};
  if (!any(outside[0], outside[1])) return;
  for (int h = 0; h < 2; ++h) {
    const D shrink = all(radius) / root(square.half[h]);
    for (int i = 0; i < N; ++i) v[i].half[h] = pick(outside[h], v[i].half[h] * shrink, v[i].half[h]);
  }
}

}  // namespace hand::HAND_ISA
