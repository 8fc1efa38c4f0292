#pragma once
// Intersection: the points that lie in all of several sets. By Dykstra's method [boyle_dykstra_1986], which projects
// onto one set after another and gives each its last correction back before its next turn: without that the end would
// be some common point, and not the nearest.

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include <twoscale/core/vector.hpp>

namespace twoscale {

namespace detail {
/// Throws; kept out of line so that the kernels stay small.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_intersection(int cycles);
}  // namespace detail

template <class... Sets>
class Intersection {
  static_assert(sizeof...(Sets) >= 1, "twoscale: an intersection is of at least one set");

 public:
  explicit Intersection(Sets... sets) : sets_(std::move(sets)...) {}

  /// Lanes that have arrived wait for the others, so that each keeps the bits it has alone.
  template <class V>
  void project(V& v) const {
    using S = std::remove_cvref_t<decltype(v[0])>;
    Turns<S> turns(v);
    for (int cycle = 0; any(turns.going); ++cycle) {
      if (cycle == kMostCycles) detail::refuse_intersection(cycle);
      turns.begin();
      int k = 0;
      std::apply([&](const auto&... set) { (turns.take(set, k++, cycle > 0), ...); }, sets_);
      turns.end();
    }
    for (int i = 0; i < v.size(); ++i) v[i] = turns.x[i];
  }

  /// At most: that of the smallest set.
  double diameter(int dimension) const {
    return std::apply([&](const auto&... set) { return std::min({set.diameter(dimension)...}); }, sets_);
  }

 private:
  /// Arrived: all corrections together moved by less than this share of their size [birgin_raydan_2005]. That the point
  /// itself stands still for a cycle says nothing.
  static constexpr double kShare = 0x1p-47;
  static constexpr int kMostCycles = 100'000;

  /// One point on its way, in every lane.
  template <class S>
  struct Turns {
    using Mask = decltype(S(0.0) < S(0.0));

    template <class V>
    explicit Turns(const V& v) : x(v.size()), going(S(0.0) == S(0.0)) {
      for (int i = 0; i < v.size(); ++i) {
        x[i] = v[i];
        size = size + v[i] * v[i];
        going = going & (v[i] - v[i] == S(0.0));  // what is no longer finite stays so, and is reported
      }
      corrections.fill(Vector<S>(v.size()));
    }

    void begin() { change = S(0.0), sum = S(0.0); }
    /// A set's turn; in the first cycle nothing has been taken away yet.
    template <class Set>
    void take(const Set& set, int k, bool again) {
      Vector<S>& correction = corrections[k];
      const Vector<S> before = again ? x + correction : x;
      Vector<S> after = before;
      set.project(after);
      for (int i = 0; i < x.size(); ++i) {
        const S now = before[i] - after[i], moved = now - correction[i];
        change = change + moved * moved;
        sum = sum + now * now;
        x[i] = where(going, after[i], x[i]);
        correction[i] = where(going, now, correction[i]);
      }
    }
    void end() { going = going & (change > S(kShare * kShare) * (size + sum)); }

    Vector<S> x;
    std::array<Vector<S>, sizeof...(Sets)> corrections;
    S size{0.0}, change{0.0}, sum{0.0};  // squares: of the point that was given, and of corrections in a cycle
    Mask going;
  };

  std::tuple<Sets...> sets_;
};

}  // namespace twoscale
