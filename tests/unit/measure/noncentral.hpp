#pragma once
// The ideal a certificate is held against: a mean of normal vectors in the plane whose covariance is known.

#include <algorithm>
#include <cmath>

#include <twoscale/core/stream.hpp>

namespace twoscale::testing {

/// P(X <= w) for noncentral chi-square X with two degrees: a Poisson mixture of sums.
inline double noncentral_below(double w, double shift) {
  double weight = std::exp(-0.5 * shift), term = std::exp(-0.5 * w), above = term, sum = 0;
  for (int j = 0; j < 20000; ++j) {
    sum += weight * (1 - above);
    weight *= 0.5 * shift / (j + 1);
    above += term *= 0.5 * w / (j + 1);
    if (j > shift && weight < 1e-14) break;
  }
  return sum;
}

/// The shift at which w is at this quantile; 0 where none is.
inline double shift_at(double w, double level) {
  if (noncentral_below(w, 0) < level) return 0;
  double low = 0, high = w + 10;
  while (noncentral_below(w, high) > level) high *= 2;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (noncentral_below(w, middle) > level ? low : high) = middle;
  }
  return low;
}

/// The average width of the 95 % interval for |E m|^2 = r from one normal m of covariance `noise` times the identity,
/// estimates below zero taken for zero, as certificates do.
inline double ideal_width(double r, double noise) {
  constexpr int kDraws = 400;
  if (r > 500 * noise) return 4 * 1.959964 * std::sqrt(r * noise);  // |m| is normal there
  Stream<1> normals(7, 0, 0, Law::normal, 2);
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) {
    const auto z = normals.draw<kDynamic>(static_cast<std::uint64_t>(i));
    const double first = z[0].lane(0) + std::sqrt(r / noise), second = z[1].lane(0);
    const double w = first * first + second * second;
    sum += shift_at(std::max(w, 2.0), 0.025) - shift_at(w, 0.975);
  }
  return noise * sum / kDraws;
}

}  // namespace twoscale::testing
