#pragma once
// Dice: everything random about a problem, from one seed. The laws are written out, since those of <random> differ from
// one standard library to the next; and two throws never stand in one expression, whose order compilers choose.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "numbers.hpp"

namespace twoscale::trust {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  /// 10^low to 10^high, every decade as likely as the next.
  double power(double low, double high) { return std::pow(10.0, uniform(low, high)); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  int whole(int low, int high) { return std::min(high, static_cast<int>(uniform(low, high + 1))); }
  /// Of a variable: 1 to 50, small ones as likely as large ones.
  int size() { return static_cast<int>(std::exp(uniform(0, std::log(50.999)))); }

  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform(0, 1)));
    return radius * std::cos(2 * std::numbers::pi * uniform(0, 1));
  }
  Vec normals(int size) {
    Vec out(size);
    for (double& value : out) value = normal();
    return out;
  }
  Mat normals(int rows, int cols) {
    Mat out(rows, cols);
    for (auto column : out.colwise())
      for (double& value : column) value = normal();
    return out;
  }
  Vec direction(int size) { return normals(size).normalized(); }
  Mat orthogonal(int size) { return Mat(Eigen::HouseholderQR<Mat>(normals(size, size)).householderQ()); }
  /// Of norm 1, where there are two coordinates to turn.
  Mat skew(int size) {
    const Mat m = normals(size, size), difference = m - m.transpose();
    return difference / operator_norm(difference);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace twoscale::trust
