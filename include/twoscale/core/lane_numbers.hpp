#pragma once
// LaneNumbers: numbers of several replicas side by side, as packs hold them, seen as plain doubles. What is done once a
// chunk goes through it: such code is compiled once, in the library, and not for every problem, method and pack width.

#include <span>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

class LaneNumbers {
 public:
  LaneNumbers() = default;
  /// Number i of a replica is first[i * width + lane].
  LaneNumbers(double* first, int size, int width) : first_(first), size_(size), width_(width) {}
  /// One number of every replica.
  template <int W>
  LaneNumbers(Pack<double, W>& pack) : LaneNumbers(reinterpret_cast<double*>(&pack), 1, W) {
    static_assert(sizeof(pack) == W * sizeof(double));
  }
  template <int W, int N>
  LaneNumbers(Vector<Pack<double, W>, N>& vector)
      : LaneNumbers(reinterpret_cast<double*>(vector.data()), vector.size(), W) {
    static_assert(sizeof(Pack<double, W>) == W * sizeof(double));
  }

  int size() const { return size_; }  // of one replica
  int width() const { return width_; }
  double& operator()(int i, int lane) const { return first_[i * width_ + lane]; }
  /// Of all replicas.
  std::span<double> all() const { return {first_, static_cast<std::size_t>(size_) * width_}; }

  std::vector<double> lane(int lane) const {
    std::vector<double> out(size_);
    for (int i = 0; i < size_; ++i) out[i] = (*this)(i, lane);
    return out;
  }
  void set_lane(int lane, std::span<const double> values) const {
    detail::require_same_size(static_cast<int>(values.size()), size_);
    for (int i = 0; i < size_; ++i) (*this)(i, lane) = values[i];
  }
  /// One replica's, from where the same numbers are kept.
  void copy_lane(int lane, const LaneNumbers& from) const {
    for (int i = 0; i < size_; ++i) (*this)(i, lane) = from(i, lane);
  }

 private:
  double* first_ = nullptr;
  int size_ = 0, width_ = 1;
};

/// The same with room of its own.
class KeptLanes {
 public:
  KeptLanes() = default;
  explicit KeptLanes(const LaneNumbers& from)
      : numbers_(from.all().begin(), from.all().end()), size_(from.size()), width_(from.width()) {}
  KeptLanes(int size, int width) : numbers_(static_cast<std::size_t>(size) * width), size_(size), width_(width) {}

  operator LaneNumbers() const { return {const_cast<double*>(numbers_.data()), size_, width_}; }
  LaneNumbers view() const { return *this; }
  int size() const { return size_; }

 private:
  std::vector<double> numbers_;
  int size_ = 0, width_ = 1;
};

}  // namespace twoscale
