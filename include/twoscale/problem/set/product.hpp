#pragma once
// Product: the first coordinates in one set, the next ones in another.
// Singleton: one point, for variables that are there only in name.

#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

/// Some neighbouring coordinates of a vector, seen as a vector.
template <class V>
class Slice {
 public:
  Slice(V& whole, int first, int size) : whole_(&whole), first_(first), size_(size) {}
  int size() const { return size_; }
  auto& operator[](int i) { return (*whole_)[first_ + i]; }
  const auto& operator[](int i) const { return (*whole_)[first_ + i]; }

 private:
  V* whole_;
  int first_, size_;
};

/// One factor of a product and how many coordinates it takes.
template <class Set>
struct Factor {
  int dimension;
  Set set;
};
template <class Set>  // clang below 17 does not deduce an aggregate's
Factor(int, Set)->Factor<Set>;

template <class... Sets>
class Product {
 public:
  explicit Product(Factor<Sets>... factors) : factors_(std::move(factors)...) {
    const int counts[] = {factors.dimension...};
    for (int count : counts)
      if (count < 1) throw Error::field("product factor dimension", std::to_string(count), "at least 1");
  }

  template <class V>
  void project(V& v) const {
    int first = 0;
    auto one = [&](const auto& factor) {
      if (first + factor.dimension > v.size()) detail::refuse_sizes(first + factor.dimension, v.size());
      Slice<V> part(v, first, factor.dimension);
      factor.set.project(part);
      first += factor.dimension;
    };
    std::apply([&](const auto&... factor) { (one(factor), ...); }, factors_);
    detail::require_same_size(first, v.size());
  }

  double diameter(int) const {
    double square = 0;
    auto one = [&](const auto& factor) { square += std::pow(factor.set.diameter(factor.dimension), 2); };
    std::apply([&](const auto&... factor) { (one(factor), ...); }, factors_);
    return std::sqrt(square);
  }

 private:
  std::tuple<Factor<Sets>...> factors_;
};
template <class... Sets>
Product(Factor<Sets>...) -> Product<Sets...>;

class Singleton {
 public:
  explicit Singleton(std::vector<double> point) : point_(std::move(point)) {
    if (point_.empty()) throw Error::field("singleton point", "()", "at least one number");
    for (double value : point_)
      if (!std::isfinite(value)) throw Error::field("singleton point", to_text(value), "finite");
  }

  /// A value that is no longer finite stays so, and is reported.
  template <class V>
  void project(V& v) const {
    detail::require_same_size(static_cast<int>(point_.size()), v.size());
    using S = std::remove_cvref_t<decltype(v[0])>;
    for (int i = 0; i < v.size(); ++i) v[i] = where(v[i] - v[i] == S(0.0), S(point_[i]), v[i]);
  }

  double diameter(int) const { return 0; }

 private:
  std::vector<double> point_;
};

}  // namespace twoscale
