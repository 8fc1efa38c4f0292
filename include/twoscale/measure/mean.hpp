#pragma once
// Mean: a running mean with its standard error, added up in the order given.

#include <cmath>
#include <cstdint>

namespace twoscale {

class Mean {
 public:
  /// Welford's update: no cancellation for small variances.
  void add(double value) {
    ++count_;
    const double delta = value - mean_;
    mean_ += delta / static_cast<double>(count_);
    squares_ += delta * (value - mean_);
  }
  std::uint64_t count() const { return count_; }
  double value() const { return mean_; }
  double variance() const { return count_ > 1 ? squares_ / static_cast<double>(count_ - 1) : 0.0; }
  /// Zero for a single value: one value says nothing of its own error.
  double standard_error() const { return count_ > 1 ? std::sqrt(variance() / static_cast<double>(count_)) : 0.0; }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

}  // namespace twoscale
